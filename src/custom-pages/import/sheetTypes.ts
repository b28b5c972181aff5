import { foldArabic, withoutArticle } from '../../../contract/rules/arabicText';
import { type ImportType, sheetNames } from '../../../contract/vocabulary';

interface Named {
  name: string | null;
  position: number;
}

// Exports of one sheet carry the name of the spreadsheet before it; people write the article or leave it.
const folded = (text: string) => withoutArticle(foldArabic(text.replace(/^.* - /, '')), 3);

function typeByName(name: string | null): ImportType | null {
  if (name === null) return null;
  const found = sheetNames.find(({ names }) => names.some((word) => folded(word) === folded(name)));
  return found?.type ?? null;
}

/** What each sheet holds: by its name, else by its position 0 to 4 where no other sheet has that name. Spec 2 §5. */
export function sheetTypesOf(sheets: readonly Named[]): (ImportType | null)[] {
  const byName = sheets.map(({ name }) => typeByName(name));
  const taken = new Set(byName);
  return sheets.map(({ position }, index) => {
    const placed = sheetNames[position]?.type ?? null;
    return byName[index] ?? (placed !== null && !taken.has(placed) ? placed : null);
  });
}

/** The sheet that holds a type, where a file has several: the first when none is named so. */
export function sheetFor(type: ImportType, sheets: readonly Named[]): number {
  const at = sheetTypesOf(sheets).indexOf(type);
  return at < 0 ? 0 : at;
}
