import Add from '@mui/icons-material/Add';
import ArrowBack from '@mui/icons-material/ArrowForward';
import { Alert, Box, Button, Stack } from '@mui/material';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { TeacherRow } from '../../dataProvider/people';
import { ChooseState } from '../../features/teaching-context/ChooseState';
import { teachers as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { AssignedSubjects, AvailableSubjects } from './TeacherSubjects';
import { TeacherChoice } from './TeacherChoice';
import { useSubjectCount, useTeacherSubjects } from './useTeacherSubjects';

/** The URL has the chosen teacher. On a phone, the subjects of the teacher replace the list of teachers. */
export default function TeachersPage() {
  const isPhone = useIsPhone();
  const [searchParams, setSearchParams] = useSearchParams();
  const chosenId = Number(searchParams.get('teacher')) || null;
  const addButton = (
    <LinkButton to="/users/create" label={labels.addTeacher} variant="contained" startIcon={<Add />} />
  );
  const choose = (id: number | null) => setSearchParams(id === null ? {} : { teacher: String(id) });
  return (
    <Page title={labels.title} mainAction={addButton}>
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
            {labels.backToList}
          </Button>
        )}
        {chosenId !== null && <ChosenTeacher key={chosenId} id={chosenId} />}
        {chosenId === null && !isPhone && (
          <ChooseState title={labels.chooseTitle} text={labels.chooseText} resource="subjects" />
        )}
      </Box>
    </Page>
  );
}

function ChosenTeacher({ id }: { id: number }) {
  const { data: teacher, error, refetch } = useGetOne<TeacherRow>('users', { id });
  const subjectCount = useSubjectCount();
  if (error) return <ErrorState title={labels.teachersFailed} error={error} onRetry={refetch} />;
  if (!teacher) return <LoadingState shape="record" />;
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <TeacherStats teacherId={id} />
      {!teacher.is_active && <Alert severity="warning">{labels.inactiveNote}</Alert>}
      <AssignedSubjects teacher={teacher} />
      {subjectCount === 0 ? (
        <ChooseState title={labels.availableTitle} text={labels.chooseText} resource="subjects" />
      ) : (
        <AvailableSubjects teacher={teacher} />
      )}
    </Stack>
  );
}

function TeacherStats({ teacherId }: { teacherId: number }) {
  const assignedCount = useTeacherSubjects(teacherId).data?.length;
  const total = useSubjectCount();
  const formatCount = (count: number | undefined) => count?.toLocaleString('en');
  return (
    <FigureStrip>
      <Figure label={labels.assigned} value={formatCount(assignedCount)} />
      <Figure
        label={labels.available}
        value={
          assignedCount === undefined || total === undefined ? undefined : formatCount(total - assignedCount)
        }
      />
      <Figure label={t('labels.subjectsCount')} value={formatCount(total)} to="/subjects" />
    </FigureStrip>
  );
}
