// Names for guests who have not given one: what is left on a table, in the reader's language. A name is the same in all
// four, so that it can be said in another.
import { LANGUAGES, type Language } from '../settings.svelte';

const NAMES: Record<Language, string>[] = [
  { en: 'Olive stone', es: 'Hueso de aceituna', de: 'Olivenkern', fr: 'Noyau d’olive' },
  { en: 'Bread crumb', es: 'Miga de pan', de: 'Brotkrume', fr: 'Miette de pain' },
  { en: 'Lemon peel', es: 'Piel de limón', de: 'Zitronenschale', fr: 'Zeste de citron' },
  { en: 'Sugar cube', es: 'Terrón de azúcar', de: 'Zuckerwürfel', fr: 'Morceau de sucre' },
  { en: 'Coffee spoon', es: 'Cucharilla', de: 'Kaffeelöffel', fr: 'Petite cuillère' },
  { en: 'Last cherry', es: 'Última cereza', de: 'Letzte Kirsche', fr: 'Dernière cerise' },
  { en: 'Cheese rind', es: 'Corteza de queso', de: 'Käserinde', fr: 'Croûte de fromage' },
  { en: 'Wine cork', es: 'Corcho de vino', de: 'Weinkorken', fr: 'Bouchon de liège' },
  { en: 'Walnut shell', es: 'Cáscara de nuez', de: 'Walnussschale', fr: 'Coquille de noix' },
  { en: 'Grape stalk', es: 'Raspa de uva', de: 'Traubenstiel', fr: 'Rafle de raisin' },
  { en: 'Salt cellar', es: 'Salero', de: 'Salzstreuer', fr: 'Salière' },
  { en: 'Napkin ring', es: 'Servilletero', de: 'Serviettenring', fr: 'Rond de serviette' },
  { en: 'Toothpick', es: 'Palillo', de: 'Zahnstocher', fr: 'Cure-dent' },
  { en: 'Honey spoon', es: 'Cuchara de miel', de: 'Honiglöffel', fr: 'Cuillère à miel' },
  { en: 'Orange pip', es: 'Pepita de naranja', de: 'Orangenkern', fr: 'Pépin d’orange' },
  { en: 'Almond biscuit', es: 'Galleta de almendra', de: 'Mandelkeks', fr: 'Biscuit aux amandes' },
  { en: 'Candle end', es: 'Cabo de vela', de: 'Kerzenstummel', fr: 'Bout de chandelle' },
  { en: 'Tea leaf', es: 'Hoja de té', de: 'Teeblatt', fr: 'Feuille de thé' },
  { en: 'Fig leaf', es: 'Hoja de higuera', de: 'Feigenblatt', fr: 'Feuille de figuier' },
  { en: 'Cup handle', es: 'Asa de taza', de: 'Tassenhenkel', fr: 'Anse de tasse' },
];

/** A name that none of these has. */
export function invent(language: Language, taken: readonly string[] = [], chance = Math.random): string {
  const free = NAMES.map((each) => each[language]).filter((name) => !taken.includes(name));
  return free[Math.floor(chance() * free.length)] ?? NAMES[0]![language];
}

/** An invented name in another language; a name of one's own stays as it is. */
export function inLanguage(name: string, language: Language): string {
  return NAMES.find((each) => LANGUAGES.some((spoken) => each[spoken] === name))?.[language] ?? name;
}
