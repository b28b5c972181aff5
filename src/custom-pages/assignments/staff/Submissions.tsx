import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { EmptyState, ErrorState } from '../../../ui/page/States';
import { useIsPhone } from '../../../ui/page/useIsPhone';
import { SubmissionCards } from './SubmissionCards';
import { SubmissionTable } from './SubmissionTable';

/** Who of the batch has handed in, and what came of it. */
export function Submissions({ assignment }: { assignment: AssignmentDetail }) {
  const t = useText();
  const isPhone = useIsPhone();
  const { submissionsOf } = useDataProvider<Api>();
  const { data, error, refetch } = useQuery({
    queryKey: ['assignments', 'submissions', assignment.id],
    queryFn: () => submissionsOf(assignment.id),
  });
  const Rows = isPhone ? SubmissionCards : SubmissionTable;
  return (
    <Stack component="section" spacing={2} aria-labelledby="submissions-title">
      <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography id="submissions-title" variant="h2">
          {t('assignments.submissionsTitle')}
        </Typography>
        {data && (
          <Typography color="text.secondary">
            <Isolated>
              {t('assignments.submissionsCount', {
                submitted: data.filter(({ is_submitted }) => is_submitted).length,
                total: data.length,
              })}
            </Isolated>
          </Typography>
        )}
      </Stack>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={240} />
      ) : data.length === 0 ? (
        <EmptyState
          title={t('assignments.submissionsEmptyTitle')}
          text={t('assignments.submissionsEmptyText')}
        />
      ) : (
        <Rows rows={data} />
      )}
    </Stack>
  );
}
