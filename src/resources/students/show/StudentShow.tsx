import Transcript from '@mui/icons-material/DescriptionOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import { Box, Skeleton, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { parseRowId } from '../../../../contract/fields';
import type { StudentCard } from '../../../../contract/students/enrolments';
import type { StudentRow } from '../../../../contract/students/students';
import { dailyRecordType } from '../../../../contract/vocabulary';
import { useApi } from '../../../dataProvider/useApi';
import { isNotFound } from '../../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useSession } from '../../../dataProvider/session';
import { BehaviourPanel } from '../../../features/behaviour/BehaviourPanel';
import { BatchSectionProvider, sectionOfStudent } from '../../../i18n/gender';
import { t } from '../../../i18n/text';
import { Isolated } from '../../../ui/page/Isolated';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Page } from '../../../ui/page/Page';
import { sideBySide } from '../../../ui/page/Panel';
import { RecordLink } from '../../../ui/page/RecordLink';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/States';
import { lazyComponent } from '../../../ui/page/lazyComponent';
import { Figure, FigureStrip } from '../../../ui/report/FigureStrip';
import { EnrolmentSection, Enrolments } from '../EnrolmentPanel';
import { GuardianPanel } from '../guardians/GuardianPanel';
import { InactiveStatusChip } from '../StatusChip';
import { StudentHistory } from './StudentHistory';
import { AccountPanel, PapersPanel, IdentityPanel, StudentExcuses } from './StudentPanels';
import { StudentSubjects } from './StudentSubjects';

const HifzPanel = lazyComponent(
  () => import('../../../features/hifz/HifzPanel'),
  <Skeleton variant="rounded" height={720} />,
);

/** A server without `studentCard` sends only `student`. */
export type StudentDetails = { student: StudentRow } & Partial<StudentCard>;

export default function StudentShow() {
  const id = parseRowId(useParams()['id'] ?? null);
  const { data, error, refetch } = useStudent(id);
  const isAdmin = useSession()?.user.role === 'admin';
  if (id === null || isNotFound(error)) return <MissingStudent isAdmin={isAdmin} />;
  if (data) return <StudentPage card={data} isAdmin={isAdmin} />;
  return (
    <Page title={t('cards.student')}>
      {error ? (
        <ErrorState title={t('students.oneLoadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState shape="record" />
      )}
    </Page>
  );
}

function useStudent(id: number | null) {
  const { studentCard, getOne } = useApi();
  return useQuery({
    queryKey: ['students', 'card', id],
    queryFn: async (): Promise<StudentDetails> =>
      (await studentCard(id ?? 0)) ?? {
        student: (await getOne<StudentRow>('students', { id: id ?? 0 })).data,
      },
    enabled: id !== null,
  });
}

const MissingStudent = ({ isAdmin }: { isAdmin: boolean }) => (
  <Page title={t('cards.student')}>
    <EmptyState
      title={t('cards.studentMissing')}
      text={t('cards.studentMissingText')}
      action={
        <LinkButton
          to={isAdmin ? '/students' : '/dashboard'}
          label={t(isAdmin ? 'cards.toStudents' : 'cards.toDashboard')}
          variant="outlined"
        />
      }
    />
  </Page>
);

function StudentPage({ card, isAdmin }: { card: StudentDetails; isAdmin: boolean }) {
  const { student, enrolments, subjects, papers } = card;
  const { id, full_name, student_id, batch_id, batch_name, program_name, status } = student;
  const dailySubjects = subjects?.filter(({ type }) => type === dailyRecordType) ?? [];
  const hasMap = useServerFeatures().has('hifz') && dailySubjects.length > 0;
  const transcriptBatchId = card.subjects?.find(({ is_current }) => is_current)?.batch_id ?? batch_id;
  const transcript = new URLSearchParams({
    type: 'transcript',
    batch_id: String(transcriptBatchId),
    student_id: student_id ?? '',
    shown: '1',
  });
  const openBatches = new Set(subjects?.flatMap((subject) => (subject.is_open ? [subject.batch_id] : [])));
  return (
    <Page
      title={full_name}
      subtitle={
        <>
          {student_id && <Isolated>{student_id}</Isolated>}
          {program_name && (
            <>
              {' · '}
              <bdi>{program_name}</bdi>
            </>
          )}
          {batch_id !== null && batch_name && (
            <>
              {' · '}
              <RecordLink to={`/batches/${batch_id}/show`} name={batch_name} />
            </>
          )}{' '}
          <InactiveStatusChip status={status} />
        </>
      }
      tools={
        isAdmin &&
        card.enrolments && (
          <LinkButton to={`/duplicates/${id}`} label={t('duplicates.merge')} variant="outlined" />
        )
      }
      action={
        <>
          {transcriptBatchId !== null && student_id && (
            <LinkButton
              to={`/reports?${transcript}`}
              label={t('cards.transcript')}
              variant="outlined"
              startIcon={<Transcript />}
            />
          )}
          {isAdmin && (
            <LinkButton
              to={`/students/${id}`}
              label={t('cards.edit')}
              variant="contained"
              startIcon={<Edit />}
            />
          )}
        </>
      }
      cards={card.absences && <StudentStats card={card} />}
    >
      <Box sx={sideBySide}>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          {subjects && <StudentSubjects student={student} subjects={subjects} />}
          {hasMap && student_id && (
            <HifzPanel
              student={student_id}
              name={full_name}
              subjects={dailySubjects.filter((subject) => subject.is_current && subject.is_open)}
            />
          )}
          {enrolments && (
            <EnrolmentSection student={student} canChange={isAdmin}>
              <Enrolments rows={enrolments} canOpenBatch={(batchId) => isAdmin || openBatches.has(batchId)} />
            </EnrolmentSection>
          )}
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <IdentityPanel student={student} formerNumbers={card.former_numbers} isAdmin={isAdmin} />
          {card.enrolments && student_id && (isAdmin || student.health_note !== undefined) && (
            <BatchSectionProvider value={sectionOfStudent(student)}>
              <BehaviourPanel student={{ student_id, name: full_name }} />
            </BatchSectionProvider>
          )}
          <GuardianPanel student={student} isAdmin={isAdmin} />
          {isAdmin && card.account !== undefined && <AccountPanel student={student} account={card.account} />}
          {papers && <PapersPanel student={student} papers={papers} />}
          {card.enrolments && student_id && <StudentExcuses studentId={student_id} />}
          {isAdmin && card.enrolments && <StudentHistory id={id} />}
        </Stack>
      </Box>
    </Page>
  );
}

function StudentStats({ card: { absences, assignments } }: { card: StudentDetails }) {
  const rate = absences?.rate ?? null;
  return (
    <FigureStrip>
      <Figure
        label={t('cards.attendance')}
        value={rate === null ? t('ui.nothing') : t('cards.attendanceRate', { rate })}
      />
      <Figure label={t('cards.excused')} value={absences?.excused} />
      <Figure label={t('cards.unexcused')} value={absences?.unexcused} />
      <Figure label={t('cards.pending')} value={assignments?.pending} />
      <Figure label={t('cards.submitted')} value={assignments?.submitted} />
      <Figure label={t('cards.graded')} value={assignments?.graded} />
    </FigureStrip>
  );
}
