import type { ImportType } from '../../../contract/vocabulary';
import { maxAbove } from '../../ui/report/csvText';
import { autoFields } from './fieldNames';
import { headedOutline, type SheetOutline } from './reading/sheet';

/** The first records of a sheet below which there is another. */
export const headerChoices = ({ first, rows, headerAt }: SheetOutline) =>
  first.slice(0, Math.min(maxAbove, rows + headerAt));

/**
 * A sheet with the header that its first records tell: one whose columns were chosen before, else the one that matches
 * the most fields, if it matches several; titles and notes above it match none. Else the first.
 */
export function withLikelyHeader<S extends SheetOutline>(
  type: ImportType,
  sheet: S,
  isKnown: (header: readonly string[]) => boolean,
): S {
  const headed = headerChoices(sheet).map((_, at) => headedOutline(sheet, at));
  const known = headed.find(({ header }) => isKnown(header));
  if (known) return known;
  let [best, most] = [headedOutline(sheet, 0), 1];
  for (const one of headed) {
    const matched = autoFields(type, one.header).filter((field) => field !== null).length;
    if (matched > most) [best, most] = [one, matched];
  }
  return best;
}
