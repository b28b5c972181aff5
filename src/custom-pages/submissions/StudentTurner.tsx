import Button, { type ButtonProps } from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { Submission } from '../../../contract/assignments';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { nextUngradedId } from './useGrading';

/** From student to student, and to the next one who waits; nothing where the server does not name them. */
export function StudentTurner({ submission }: { submission: Submission }) {
  const t = useText();
  const { previous_id, next_id, next_ungraded_id } = submission;
  if (next_ungraded_id === undefined) return null;
  return (
    <Stack
      component="nav"
      direction="row"
      aria-label={t('submissions.students')}
      className="no-print"
      sx={{
        gap: 1,
        flexWrap: 'wrap',
        alignItems: 'center',
        '& > a, & > button': { flexGrow: { xs: 1, sm: 0 } },
      }}
    >
      <Turn to={previous_id} label="submissions.previous" variant="outlined" />
      <Turn to={next_id} label="submissions.next" variant="outlined" />
      {next_ungraded_id === null ? (
        <Typography variant="body2" color="text.secondary" id={nextUngradedId} tabIndex={-1}>
          {submission.is_graded ? t('submissions.allGraded') : ''}
        </Typography>
      ) : (
        <Turn
          id={nextUngradedId}
          to={next_ungraded_id}
          label="submissions.nextUngraded"
          variant={submission.is_graded ? 'contained' : 'outlined'}
        />
      )}
    </Stack>
  );
}

interface TurnProps extends Pick<ButtonProps, 'variant' | 'id'> {
  to: number | null | undefined;
  label: PlainTextKey;
}

function Turn({ to, label, ...button }: TurnProps) {
  const t = useText();
  if (to == null)
    return (
      <Button {...button} disabled>
        {t(label)}
      </Button>
    );
  return (
    <Button {...button} component={Link} to={`/submissions/${to}?grade=1`}>
      {t(label)}
    </Button>
  );
}
