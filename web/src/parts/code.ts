// What somebody was given to come to a table: its name, or a whole link.
const NAME = /^[\w-]{4,64}$/;

/** The path of the table, or of its replay, that is meant; null when it is neither a name nor a link. */
export function pathOf(given: string): string | null {
  const text = given.trim();
  const linked = /(?:^|\/)(table|replay)\/([^/?#\s]+)/.exec(text);
  const [page, name] = linked ? [linked[1]!, linked[2]!] : ['table', text];
  return NAME.test(name) ? `/${page}/${name}` : null;
}
