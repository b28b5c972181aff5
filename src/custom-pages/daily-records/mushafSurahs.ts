import { foldArabic } from '../../../contract/rules/arabicText';
import { surahNames } from '../../../contract/rules/mushafNames';

const folded = surahNames.map(foldArabic);

/** The numbers of the surahs, in their order. */
export const surahs: readonly number[] = folded.map((_, index) => index + 1);

/**
 * The surahs that a person may mean: by the beginning of the number (any digits), or by a part of the name, those whose
 * name begins with it first.
 */
export function matchingSurahs(query: string): readonly number[] {
  const wanted = foldArabic(query);
  if (wanted === '') return surahs;
  if (/^\d+$/.test(wanted)) return surahs.filter((surah) => String(surah).startsWith(wanted));
  const nameOf = (surah: number) => folded[surah - 1] ?? '';
  const beginning = surahs.filter((surah) => nameOf(surah).startsWith(wanted));
  const containing = surahs.filter((surah) => nameOf(surah).indexOf(wanted) > 0);
  return [...beginning, ...containing];
}
