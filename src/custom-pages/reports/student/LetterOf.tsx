import Typography from '@mui/material/Typography';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { LetterChip } from '../../../ui/report/LetterChip';
import { bandOfLetter, mostOf, type ReportSubject } from './reportModel';

/** The letter of a subject; under it the percentage, where the total is not already one. */
export function LetterOf({ subject }: { subject: ReportSubject }) {
  const t = useText();
  const { letter_grade: letter, percentage } = subject;
  const isApart = typeof percentage === 'number' && mostOf(subject) !== 100;
  return (
    <>
      <LetterChip letter={letter} band={letter === null ? null : bandOfLetter(letter)} />
      {isApart && (
        <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          <Isolated>{t('studentReport.percent', { value: percentage })}</Isolated>
        </Typography>
      )}
    </>
  );
}
