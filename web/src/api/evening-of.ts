// From which evening one came to a table: kept in this tab, so that one finds back.
const KEY = 'sobremesa.evening.';

export function cameFrom(evening: string, table: string) {
  try {
    sessionStorage.setItem(KEY + table, evening);
  } catch {
    // a browser that keeps nothing
  }
}

/** The evening that a table belongs to, if one came from there. */
export function eveningOf(table: string): string | null {
  try {
    return sessionStorage.getItem(KEY + table);
  } catch {
    return null;
  }
}
