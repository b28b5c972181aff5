import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { useSession } from '../../dataProvider/session';
import { useOwnStudent } from '../../dataProvider/useOwnStudent';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/Isolated';
import { Page } from '../../ui/Page';
import { EmptyState, ErrorState } from '../../ui/States';

/** Name and batch of the student signed in. */
export function StudentDashboard() {
  const t = useText();
  const name = useSession()?.user.name ?? '';
  const { student, error, refetch } = useOwnStudent();
  return (
    <Page title={t('dashboard.welcome', { name })} quiet={t('dashboard.studentQuiet')}>
      {error ? (
        <ErrorState title={t('dashboard.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : student === null ? (
        <EmptyState title={t('dashboard.title')} text={t('dashboard.notLinked')} />
      ) : (
        <Card sx={{ p: 3 }}>
          <Box
            component="dl"
            sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}
          >
            <Fact name={t('dashboard.studentName')} value={student?.full_name} />
            <Fact
              name={t('dashboard.studentBatch')}
              value={student && (student.batch_name ?? t('ui.notSpecified'))}
            />
            <Fact name={t('dashboard.studentNumber')} value={student?.student_id} />
          </Box>
        </Card>
      )}
    </Page>
  );
}

const Fact = ({ name, value }: { name: string; value: string | undefined }) => (
  <div>
    <Typography component="dt" color="text.secondary" variant="body2">
      {name}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
      {value === undefined ? <Skeleton width="60%" /> : <Isolated>{value}</Isolated>}
    </Typography>
  </div>
);
