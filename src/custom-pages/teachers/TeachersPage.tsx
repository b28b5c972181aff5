import ArrowBack from '@mui/icons-material/ArrowForward';
import { Alert, Box, Button, Stack } from '@mui/material';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { TeacherRow } from '../../dataProvider/people';
import { t } from '../../i18n/text';
import { Page } from '../../ui/page/Page';
import { EmptyState, ErrorState, Waiting } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { AssignedSubjects, AvailableSubjects } from './TeacherSubjects';
import { TeacherChoice } from './TeacherChoice';
import { useSubjectsTotal, useTeacherSubjects } from './useTeacherSubjects';

/** Who teaches what. The chosen teacher stands in the address; on a phone the list makes room for the choice. */
export default function TeachersPage() {
  const isPhone = useIsPhone();
  const [address, setAddress] = useSearchParams();
  const chosenId = Number(address.get('teacher')) || null;
  const choose = (id: number | null) => setAddress(id === null ? {} : { teacher: String(id) });
  return (
    <Page title={t('teachers.title')}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '320px minmax(0, 1fr)' },
        }}
      >
        {(!isPhone || chosenId === null) && (
          <TeacherChoice chosenId={chosenId} onChoose={({ id }) => choose(id)} />
        )}
        {isPhone && chosenId !== null && (
          <Button startIcon={<ArrowBack />} onClick={() => choose(null)} sx={{ justifySelf: 'start' }}>
            {t('teachers.backToList')}
          </Button>
        )}
        {chosenId !== null && <ChosenTeacher key={chosenId} id={chosenId} />}
        {chosenId === null && !isPhone && (
          <EmptyState title={t('teachers.chooseTitle')} text={t('teachers.chooseText')} />
        )}
      </Box>
    </Page>
  );
}

function ChosenTeacher({ id }: { id: number }) {
  const { data: teacher, error, refetch } = useGetOne<TeacherRow>('users', { id });
  if (error) return <ErrorState title={t('teachers.teachersFailed')} error={error} onRetry={refetch} />;
  if (!teacher) return <Waiting />;
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <TeacherFigures teacherId={id} />
      {!teacher.is_active && <Alert severity="warning">{t('teachers.inactiveNote')}</Alert>}
      <AssignedSubjects teacher={teacher} />
      <AvailableSubjects teacher={teacher} />
    </Stack>
  );
}

function TeacherFigures({ teacherId }: { teacherId: number }) {
  const assigned = useTeacherSubjects(teacherId).data?.length;
  const total = useSubjectsTotal();
  const shown = (figure: number | undefined) => figure?.toLocaleString('en');
  return (
    <FigureStrip>
      <Figure label={t('teachers.assigned')} value={shown(assigned)} />
      <Figure
        label={t('teachers.available')}
        value={assigned === undefined || total === undefined ? undefined : shown(total - assigned)}
      />
      <Figure label={t('labels.subjectsCount')} value={shown(total)} to="/subjects" />
    </FigureStrip>
  );
}
