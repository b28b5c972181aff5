// Mirrored: back is to the right.
import Back from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Link, useParams } from 'react-router';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { EmptyState } from '../../ui/page/States';
import { SubmissionContent } from './SubmissionContent';
import { useSubmission } from './useSubmission';

/** What a student has handed in: to grade, and for that student to read. */
export default function SubmissionPage() {
  const t = useText();
  const { id = '' } = useParams();
  const isStaff = useSession()?.user.role !== 'student';
  const { submission, isMissing } = useSubmission(/^[1-9]\d{0,9}$/.test(id) ? Number(id) : null);
  if (isMissing)
    return (
      <EmptyState
        title={t('submissions.notFoundTitle')}
        text={t('submissions.notFoundText')}
        action={
          <Button component={Link} to="/assignments" variant="outlined" startIcon={<Back />}>
            {t('submissions.backToList')}
          </Button>
        }
      />
    );
  if (!submission)
    return (
      <Stack spacing={2}>
        <Skeleton width="40%" height={48} />
        <Skeleton variant="rounded" height={120} />
        <Skeleton variant="rounded" height={280} />
      </Stack>
    );
  return <SubmissionContent key={submission.id} submission={submission} isStaff={isStaff} />;
}
