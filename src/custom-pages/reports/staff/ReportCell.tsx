import { bandOf, leastOfLetter } from '../../../../contract/rules/grading';
import { letters } from '../../../../contract/vocabulary';
import { type Cell, type CellKind, type Fact, textOfCell } from '../../../../contract/documents/document';
import { useText } from '../../../i18n/useText';
import { BothDates } from '../../../ui/page/BothDates';
import { Isolated } from '../../../ui/page/Isolated';
import { LetterChip } from '../../../ui/report/LetterChip';

/** One value of a report, as its kind is shown. */
export function ReportCell({ value, kind }: { value: Cell; kind: CellKind | Fact['kind'] }) {
  const t = useText();
  if (kind === 'letter') {
    const place = letters.findIndex((known) => known === value);
    const letter = letters[place] ?? null;
    return <LetterChip letter={letter} band={letter && bandOf(leastOfLetter[place] ?? 0)} />;
  }
  const text = textOfCell(value);
  if (text === null) return t('ui.nothing');
  if (kind === 'day') return <BothDates value={text} />;
  if (kind === 'figure' || kind === 'code') return <Isolated>{text}</Isolated>;
  return <bdi>{text}</bdi>;
}
