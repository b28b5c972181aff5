import { bandOf, leastOfLetter } from '../../../../contract/rules/grading';
import { letters } from '../../../../contract/vocabulary';
import { useText } from '../../../i18n/useText';
import { BothDates } from '../../../ui/BothDates';
import { Isolated } from '../../../ui/Isolated';
import { LetterChip } from '../../../ui/LetterChip';
import type { Cell, CellKind, Fact } from '../../../../contract/documents/document';

/** One value of a report, as its kind is shown. */
export function ReportCell({ value, kind }: { value: Cell; kind: CellKind | Fact['kind'] }) {
  const t = useText();
  if (kind === 'letter') {
    const place = letters.findIndex((known) => known === value);
    const letter = letters[place] ?? null;
    return <LetterChip letter={letter} band={letter && bandOf(leastOfLetter[place] ?? 0)} />;
  }
  if (value === null || value === '') return t('ui.nothing');
  if (kind === 'day') return <BothDates value={String(value)} />;
  if (kind === 'figure' || kind === 'code') return <Isolated>{value}</Isolated>;
  return <bdi>{value}</bdi>;
}
