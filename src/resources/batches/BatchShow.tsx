import Transcript from '@mui/icons-material/DescriptionOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import { Box, Skeleton, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Batch, BatchCard } from '../../../contract/batches';
import { parseRowId } from '../../../contract/fields';
import {
  ageGroupNames,
  dailyRecordType,
  defaultAgeGroup,
  levelNames,
  sectionNames,
} from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { isNotFound } from '../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { useHasSections } from '../../dataProvider/useInstitute';
import { MakeAccountsButton } from '../../features/accounts/MakeAccountsButton';
import { BatchLinksButton } from '../../features/guardian-link/BatchLinksButton';
import { BatchSectionProvider, textFor } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { Fact, Facts } from '../../ui/page/Facts';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { sideBySide, Panel } from '../../ui/page/Panel';
import { RecordLink } from '../../ui/page/RecordLink';
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { BatchStudents, BatchSubjects } from './BatchPanels';
import { BatchBadge, BatchPeriod, HijriYear } from './BatchTable';

const BatchMap = lazyComponent(() => import('./BatchMap'), <Skeleton variant="rounded" height={480} />);

const circlesOf = ({ subject_code, circles }: BatchCard['subjects'][number]) =>
  circles.map((circle) => ({ ...circle, subject_code }));

/** A server without `batchCard` sends only `batch`. */
type BatchDetails = { batch: Batch } & Partial<BatchCard>;

export default function BatchShow() {
  const id = parseRowId(useParams()['id'] ?? null);
  const { data, error, refetch } = useBatch(id);
  const isAdmin = useSession()?.user.role === 'admin';
  if (data) return <BatchPage card={data} isAdmin={isAdmin} />;
  return (
    <Page title={t('cards.batch')}>
      {id === null || isNotFound(error) ? (
        <EmptyState
          title={t('cards.batchMissing')}
          text={t('cards.batchMissingText')}
          action={
            <LinkButton
              to={isAdmin ? '/batches' : '/dashboard'}
              label={t(isAdmin ? 'cards.toBatches' : 'cards.toDashboard')}
              variant="outlined"
            />
          }
        />
      ) : error ? (
        <ErrorState title={t('batches.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState shape="record" />
      )}
    </Page>
  );
}

function useBatch(id: number | null) {
  const { batchCard, getOne } = useApi();
  return useQuery({
    queryKey: ['batches', 'card', id],
    queryFn: async (): Promise<BatchDetails> =>
      (await batchCard(id ?? 0)) ?? { batch: (await getOne<Batch>('batches', { id: id ?? 0 })).data },
    enabled: id !== null,
  });
}

/** Undefined if the user may not open the list. */
const listAddress = (isAdmin: boolean, resource: string, filter: object) =>
  isAdmin ? `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}` : undefined;

function BatchPage({ card, isAdmin }: { card: BatchDetails; isAdmin: boolean }) {
  const { batch, subjects } = card;
  const { id, batch_name, program_id, program_name } = batch;
  const batchesOfProgram = listAddress(isAdmin, 'batches', { program_id });
  const dailySubjects = subjects?.filter(({ type }) => type === dailyRecordType) ?? [];
  const hasMap = useServerFeatures().has('hifz') && dailySubjects.length > 0;
  const transcripts = new URLSearchParams({ type: 'transcript', batch_id: String(id) });
  return (
    <Page
      title={batch_name}
      subtitle={
        <>
          <RecordLink to={batchesOfProgram ?? false} name={program_name} />
          {' · '}
          <HijriYear year={batch.academic_year} />
        </>
      }
      action={
        <>
          <LinkButton
            to={`/reports?${transcripts}`}
            label={t('cards.transcripts')}
            variant="outlined"
            startIcon={<Transcript />}
          />
          {isAdmin && <MakeAccountsButton batchId={id} />}
          {isAdmin && <BatchLinksButton batchId={id} />}
          {isAdmin && (
            <LinkButton
              to={`/batches/${id}`}
              label={t('cards.edit')}
              variant="contained"
              startIcon={<Edit />}
            />
          )}
        </>
      }
      cards={subjects && <BatchStats card={card} isAdmin={isAdmin} />}
    >
      <Box sx={sideBySide}>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          {subjects && <BatchSubjects batch={batch} subjects={subjects} isAdmin={isAdmin} />}
          <BatchFacts batch={batch} batchesOfProgram={batchesOfProgram} />
        </Stack>
        <BatchStudents batch={batch} studentsAddress={listAddress(isAdmin, 'students', { batch_id: id })} />
      </Box>
      {hasMap && (
        <BatchSectionProvider value={batch.section}>
          <BatchMap
            batchId={id}
            circles={dailySubjects.flatMap(circlesOf)}
            subjects={isAdmin ? dailySubjects : []}
          />
        </BatchSectionProvider>
      )}
    </Page>
  );
}

function BatchStats({ card, isAdmin }: { card: BatchDetails; isAdmin: boolean }) {
  const { batch, subjects, students_count, average, attendance_rate } = card;
  const formatPercent = (rate: number | null | undefined) =>
    rate == null ? t('ui.nothing') : t('cards.attendanceRate', { rate });
  return (
    <FigureStrip>
      <Figure
        label={textFor(batch.section)('search.kinds.students')}
        value={students_count}
        to={listAddress(isAdmin, 'students', { batch_id: batch.id })}
      />
      <Figure
        label={t('cards.subjects')}
        value={subjects?.length}
        to={listAddress(isAdmin, 'subjects', { batch_id: batch.id })}
      />
      <Figure label={t('cards.average')} value={formatPercent(average)} to={`/grades?batch_id=${batch.id}`} />
      <Figure
        label={t('cards.attendance')}
        value={formatPercent(attendance_rate)}
        to={`/absences?batch_id=${batch.id}`}
      />
    </FigureStrip>
  );
}

function BatchFacts({ batch, batchesOfProgram }: { batch: Batch; batchesOfProgram: string | undefined }) {
  const hasSections = useHasSections();
  const { program_name, batch_number, academic_year, level, section, age_group, start_date, end_date } =
    batch;
  return (
    <Panel title={t('cards.details')}>
      <Facts sx={{ rowGap: 1 }}>
        <Fact name={t('labels.program')}>
          <RecordLink to={batchesOfProgram ?? false} name={program_name} />
        </Fact>
        <Fact name={t('resources.batches.fields.batch_number')}>
          <Isolated>{batch_number}</Isolated>
        </Fact>
        <Fact name={t('resources.batches.fields.academic_year')}>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <HijriYear year={academic_year} />
            <BatchBadge batch={batch} />
          </Stack>
        </Fact>
        {level && (
          <Fact name={t('resources.batches.fields.level')}>
            {levelNames[level as keyof typeof levelNames]}
          </Fact>
        )}
        {hasSections && <Fact name={t('resources.batches.fields.section')}>{sectionNames[section]}</Fact>}
        {(start_date || end_date) && (
          <Fact name={t('batches.period')}>
            <BatchPeriod batch={batch} />
          </Fact>
        )}
        {age_group && age_group !== defaultAgeGroup && (
          <Fact name={t('resources.batches.fields.age_group')}>{ageGroupNames[age_group]}</Fact>
        )}
      </Facts>
    </Panel>
  );
}
