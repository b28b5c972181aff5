import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { SubmissionRow } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';

/** The ways to the answers: to read them, and to grade them. */
export function SubmissionLinks({ row: { id, student_name: name } }: { row: SubmissionRow }) {
  const t = useText();
  if (id === null) return null;
  return (
    <>
      <Button
        component={Link}
        to={`/submissions/${id}`}
        aria-label={t('assignments.viewAnswersOf', { name })}
      >
        {t('assignments.viewAnswers')}
      </Button>
      <Button
        component={Link}
        to={`/submissions/${id}?grade=1`}
        aria-label={t('assignments.gradeByHandOf', { name })}
      >
        {t('assignments.gradeByHand')}
      </Button>
    </>
  );
}
