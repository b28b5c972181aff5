import { foldArabic } from '../../../contract/rules/arabicText';
import type { ImportType } from '../../../contract/vocabulary';
import { sheetWords } from '../../i18n/ar/importWords';

interface Named {
  name: string | null;
  position: number;
}

const folded = (text: string) => foldArabic(text.replace(/^.* - /, ''));

function typeByName(name: string | null): ImportType | null {
  if (name === null) return null;
  const found = sheetWords.find(([, words]) => words.some((word) => folded(word) === folded(name)));
  return found?.[0] ?? null;
}

/** What each sheet holds: by its name, else by its position 0 to 4 where no other sheet has that name. Spec 2 §5. */
export function sheetTypesOf(sheets: readonly Named[]): (ImportType | null)[] {
  const byName = sheets.map(({ name }) => typeByName(name));
  const taken = new Set(byName);
  return sheets.map(({ position }, index) => {
    const placed = sheetWords[position]?.[0] ?? null;
    return byName[index] ?? (placed !== null && !taken.has(placed) ? placed : null);
  });
}

/** The sheet that holds a type, where a file has several: the first when none is named so. */
export function sheetFor(type: ImportType, sheets: readonly Named[]): number {
  const at = sheetTypesOf(sheets).indexOf(type);
  return at < 0 ? 0 : at;
}
