import ReportIcon from '@mui/icons-material/SummarizeOutlined';
import {
  Box,
  Button,
  Card,
  Chip,
  List,
  ListItem,
  ListItemText,
  Skeleton,
  Stack,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { allBatches } from '../../../contract/absences';
import { absenteeBadge } from '../../../contract/rules/attendance';
import { useIsOutboxLoaded } from '../../dataProvider/outbox/userOutbox';
import { useApi } from '../../dataProvider/useApi';
import { ChooseState, ForeignCircle } from '../../features/teaching-context/ChooseState';
import { ContextBar, ContextTools } from '../../features/teaching-context/ContextBar';
import { useCircleChoice } from '../../features/teaching-context/useCircleChoice';
import { useDay } from '../../features/teaching-context/useDay';
import { type OfferingChoice, useOfferingChoice } from '../../features/teaching-context/useOfferingChoice';
import { type Progress, useStudentSearch } from '../../features/teaching-context/useStudentSearch';
import { useTeachingContext } from '../../features/teaching-context/useTeachingContext';
import { BatchSectionProvider } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { Isolated } from '../../ui/page/Isolated';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { RegisterContent, QueuedRegisters } from './RegisterContent';

const AbsenceReport = lazyDialog(() => import('./AbsenceReport'));

const twoColumns = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 1fr)' },
  alignItems: 'start',
} as const;

export default function AbsencesPage() {
  const choice = useOfferingChoice();
  return (
    <BatchSectionProvider value={choice.batch?.section}>
      <Absences choice={choice} />
    </BatchSectionProvider>
  );
}

function Absences({ choice }: { choice: OfferingChoice }) {
  const day = useDay();
  const search = useStudentSearch();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isReportOpen, setIsReportOpen] = useState(false);
  const { batch, subject, offering } = choice;
  const circles = useCircleChoice(choice, day.date);
  const isOutboxLoaded = useIsOutboxLoaded();
  const { context, filters } = useTeachingContext({ choice, circles, day });
  const statistics = useAbsenceStatistics(
    batch?.batch_name,
    subject?.subject_code,
    circles.circleId,
    !choice.isLoading && !choice.isLoadingSubjects && !circles.isLoading,
  );
  return (
    <Page
      title={t('absences.title')}
      context={<ContextBar context={context} search={search} progress={progress} />}
      tools={
        // While the batch loads, the control is visible but disabled, so that the page does not jump.
        choice.batchId !== null && (
          <>
            <ContextTools context={context} search={search} />
            <Button
              variant="outlined"
              startIcon={<ReportIcon />}
              disabled={!batch}
              onClick={() => setIsReportOpen(true)}
            >
              {t('absences.report')}
            </Button>
          </>
        )
      }
      figures={<AbsenceStats statistics={statistics} hasBatch={batch !== undefined} />}
      isFolded={choice.batchId !== null}
      filters={filters}
    >
      <Box sx={twoColumns}>
        {batch && offering ? (
          circles.isLoading || !isOutboxLoaded ? (
            <Skeleton variant="rounded" height="100dvh" />
          ) : circles.isForeign ? (
            <ForeignCircle circles={circles} />
          ) : (
            <RegisterContent
              batch={batch}
              sheet={offering}
              subjectName={choice.subject?.name}
              date={day.date}
              circles={circles}
              q={search.q}
              onProgress={setProgress}
            />
          )
        ) : choice.isLoadingSubjects || choice.isLoading ? (
          <Skeleton variant="rounded" height="100dvh" />
        ) : (
          <Stack spacing={2}>
            <QueuedRegisters />
            <ChooseState
              title={t('teaching.chooseOffering')}
              text={t('absences.chooseText')}
              resource="subjects"
            />
          </Stack>
        )}
        <TopAbsentees statistics={statistics} />
      </Box>
      {batch && isReportOpen && (
        <AbsenceReport
          batchName={batch.batch_name}
          subjects={choice.subjects}
          subjectCode={subject?.subject_code}
          circles={circles}
          today={day.today}
          onClose={() => setIsReportOpen(false)}
        />
      )}
    </Page>
  );
}

function AbsenceStats({
  statistics: { data, error, refetch },
  hasBatch,
}: {
  statistics: AbsenceStatisticsQuery;
  hasBatch: boolean;
}) {
  if (error && !data) return <ErrorState title={t('absences.statsFailed')} error={error} onRetry={refetch} />;
  const hint = t(hasBatch ? 'labels.ofBatch' : 'absences.ofAll');
  return (
    <FigureStrip>
      <Figure
        label={t('absences.total')}
        value={data?.totalAbsences}
        hint={data?.attendanceRate == null ? hint : t('absences.rate', { rate: data.attendanceRate })}
      />
      <Figure label={t('labels.excused')} value={data?.excusedAbsences} hint={t('absences.inTimes')} />
      <Figure label={t('labels.unexcused')} value={data?.unexcusedAbsences} hint={t('absences.inTimes')} />
      <Figure label={t('absences.today')} value={data?.todayAbsences} hint={t('absences.inTimes')} />
    </FigureStrip>
  );
}

/** Red over 5 days of absence, yellow over 3 days (spec 2 §9). */
function TopAbsentees({ statistics: { data, error } }: { statistics: AbsenceStatisticsQuery }) {
  const id = useId();
  if (error && !data) return null; // the stats above show the error and a retry button
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2">
        {t('absences.topTitle')}
      </Typography>
      <SecondaryText>{t('absences.topByDays')}</SecondaryText>
      {!data ? (
        <Skeleton variant="rounded" height={200} sx={{ mt: 1 }} />
      ) : data.topAbsentees.length === 0 ? (
        <Typography color="text.secondary">{t('absences.topEmpty')}</Typography>
      ) : (
        <List component="ol" disablePadding>
          {data.topAbsentees.map(({ student_id, student_name, absence_count }, index) => (
            <ListItem key={student_id} disableGutters sx={{ gap: 1 }}>
              <Typography component="span" color="text.secondary" sx={{ minWidth: 24 }}>
                <Isolated>{index + 1}</Isolated>
              </Typography>
              <ListItemText primary={student_name} sx={{ overflowWrap: 'anywhere' }} />
              <Chip
                size="small"
                color={absenteeBadge(absence_count)}
                label={t('absences.days', { smart_count: absence_count })}
              />
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  );
}

/**
 * @param isEnabled false until the selection of the address is resolved, because the list would load twice
 */
function useAbsenceStatistics(
  batchName: string | undefined,
  subjectCode: string | undefined,
  circle: number | null,
  isEnabled: boolean,
) {
  const { absenceStatistics } = useApi();
  return useQuery({
    queryKey: ['absences', 'statistics', batchName ?? allBatches, subjectCode ?? null, circle],
    queryFn: () => absenceStatistics(batchName ?? allBatches, subjectCode, circle),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

type AbsenceStatisticsQuery = ReturnType<typeof useAbsenceStatistics>;
