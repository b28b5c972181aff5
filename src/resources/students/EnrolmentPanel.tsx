import { Box, Chip, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Enrolment } from '../../../contract/students/enrolments';
import type { StudentRow } from '../../../contract/students/students';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { t } from '../../i18n/text';
import { ListRow } from '../../ui/list/ListRow';
import { BothDates } from '../../ui/page/BothDates';
import { Fact, Facts } from '../../ui/page/Facts';
import { Panel } from '../../ui/page/Panel';
import { RecordLink } from '../../ui/page/RecordLink';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { EnrolmentButtons } from './EnrolmentButtons';
import { StatusChip } from './StatusChip';

export function EnrolmentPanel() {
  const student = useRecordContext<StudentRow>();
  const { isDirty } = useFormState();
  const hasEnrolments = useServerFeatures().has('enrolments');
  if (!student || !hasEnrolments) return null;
  return (
    <Box sx={{ mt: 2, maxWidth: 880 }}>
      <EnrolmentSection student={student} canChange isLocked={isDirty}>
        <LoadedEnrolments studentId={student.id} />
      </EnrolmentSection>
    </Box>
  );
}

interface EnrolmentSectionProps {
  student: StudentRow;
  canChange: boolean;
  /** True if the form has unsaved changes. */
  isLocked?: boolean;
  children: ReactNode;
}

export function EnrolmentSection({ student, canChange, isLocked = false, children }: EnrolmentSectionProps) {
  const { id, full_name, status, status_since, status_reason } = student;
  return (
    <Panel title={t('enrolments.title')}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <StatusChip status={status} />
        {status_since && (
          <SecondaryText component="div">
            {t('enrolments.statusSince')} <BothDates value={status_since} />
          </SecondaryText>
        )}
        {status_reason && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{status_reason}</bdi>
          </Typography>
        )}
        {canChange && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginInlineStart: 'auto' }}>
            <EnrolmentButtons ids={[id]} name={full_name} status={status} isDisabled={isLocked} />
          </Box>
        )}
      </Stack>
      {isLocked && <SecondaryText sx={{ mb: 1 }}>{t('enrolments.saveFirst')}</SecondaryText>}
      {children}
    </Panel>
  );
}

function LoadedEnrolments({ studentId }: { studentId: number }) {
  const { enrolmentsOf } = useApi();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['students', 'enrolments', studentId],
    queryFn: () => enrolmentsOf(studentId),
  });
  if (error)
    return <ErrorState title={t('enrolments.loadFailed')} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton variant="rounded" height={72} />;
  return <Enrolments rows={data ?? []} />;
}

interface EnrolmentsProps {
  rows: readonly Enrolment[];
  /** Undefined: the user can open every batch. */
  canOpenBatch?: (batchId: number) => boolean;
}

export function Enrolments({ rows, canOpenBatch = () => true }: EnrolmentsProps) {
  if (rows.length === 0) return <Typography color="text.secondary">{t('enrolments.none')}</Typography>;
  return (
    <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {rows.map((enrolment) => (
        <EnrolmentRow key={enrolment.id} enrolment={enrolment} isLinked={canOpenBatch(enrolment.batch_id)} />
      ))}
    </ul>
  );
}

function EnrolmentRow({ enrolment, isLinked }: { enrolment: Enrolment; isLinked: boolean }) {
  const { batch_id, batch_name, from, to, began_as, ended_as, reason } = enrolment;
  return (
    <ListRow>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <RecordLink to={isLinked && `/batches/${batch_id}/show`} name={batch_name} />
        </Typography>
        {to === null && <Chip size="small" label={t('enrolments.current')} />}
      </Stack>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Facts>
          <Fact name={t('enrolments.from')}>
            <BothDates value={from} />
          </Fact>
          <Fact name={t('enrolments.began')}>{t(`enrolments.beganAs.${began_as}`)}</Fact>
          {reason && (
            <Fact name={t('enrolments.reason')}>
              <bdi>{reason}</bdi>
            </Fact>
          )}
        </Facts>
        {to !== null && (
          <Facts sx={{ alignContent: 'start' }}>
            <Fact name={t('enrolments.to')}>
              <BothDates value={to} />
            </Fact>
            {ended_as && <Fact name={t('enrolments.ended')}>{t(`enrolments.endedAs.${ended_as}`)}</Fact>}
          </Facts>
        )}
      </Box>
    </ListRow>
  );
}
