import { Chip, Stack, Typography } from '@mui/material';
import type { Batch } from '../../../contract/batches';
import { isActiveBatch } from '../../../contract/rules/academicYear';
import { batchStatuses, sectionNames } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useAcademicYear, useHasSections } from '../../dataProvider/useInstitute';
import { textFor } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { RecordActions } from '../../ui/list/RowActions';
import { TwoLines } from '../../ui/list/TwoLines';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ShortenedName } from '../../ui/page/ShortenedName';
import { formatPeriod } from './batchModel';

const Column = ListColumn<Batch>;

const hidden = ['start_date'];
const hiddenWhenNarrow = [...hidden, 'index', 'batch_number'];

const widths = {
  '& .column-batch_number': { width: 62, textAlign: 'center' },
  '& .column-academic_year': { width: 150 },
  '& .column-section': { width: 64 },
  '& .column-students_count': { width: 62, textAlign: 'center' },
  '& .column-batch_name': { width: '30%' },
  '& .column-start_date': { width: 176 },
} as const;

/** Visible from 600 px. */
export function BatchTable() {
  const { hasField } = useServerFeatures();
  const hasSections = useHasSections();
  return (
    <ListTable<Batch>
      hiddenColumns={hidden}
      hiddenWhenNarrow={hiddenWhenNarrow}
      renderActions={({ batch_name }) => <RecordActions name={batch_name} />}
      sx={widths}
    >
      <Column source="batch_name" render={({ batch_name }) => <ShortenedName name={batch_name} />} />
      <Column source="program_name" render={({ program_name }) => <TwoLines>{program_name}</TwoLines>} />
      <Column source="batch_number" render={({ batch_number }) => <Isolated>{batch_number}</Isolated>} />
      <Column source="academic_year" render={(batch) => <YearAndBadges batch={batch} />} />
      {hasSections && <Column source="section" render={({ section }) => sectionNames[section]} />}
      {hasField('batches', 'students_count') && (
        <Column
          source="students_count"
          render={({ students_count }) => <Isolated>{students_count}</Isolated>}
        />
      )}
      {hasField('batches', 'start_date') && (
        <Column
          source="start_date"
          label={t('batches.period')}
          render={(batch) => <ShortPeriod batch={batch} />}
        />
      )}
    </ListTable>
  );
}

const YearAndBadges = ({ batch }: { batch: Batch }) => (
  <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
    <HijriYear year={batch.academic_year} />
    <BatchBadge batch={batch} />
  </Stack>
);

/** Visible below 600 px. */
export function BatchListRow({ batch }: { batch: Batch }) {
  const { hasField } = useServerFeatures();
  const hasSections = useHasSections();
  const { batch_name: name, program_name, academic_year, students_count, section } = batch;
  return (
    <RecordRow
      badge={<BatchBadge batch={batch} />}
      title={<ShortenedName name={name} />}
      details={[
        <HijriYear key="year" year={academic_year} />,
        hasSections && sectionNames[section],
        hasField('batches', 'students_count') &&
          textFor(section)('counted.students', { smart_count: students_count ?? 0 }),
        program_name && <ShortenedName key="program" name={program_name} />,
      ]}
      actions={<RecordActions name={name} />}
    />
  );
}

/**
 * Shows one fact, the most telling one: an unusual stored status, the batch is running, its year is current
 * (decision 14), or the stored status. The year has its own column.
 */
export function BatchBadge({ batch }: { batch: Batch }) {
  const isCurrentYear = isActiveBatch(batch.academic_year, useAcademicYear().year, '');
  const isUnusual = batch.status != null && batch.status !== batchStatuses[0];
  if (isUnusual) return <Chip size="small" variant="outlined" label={batch.status} />;
  const label = batch.is_running
    ? t('batches.running')
    : isCurrentYear
      ? t('batches.currentYear')
      : batch.status;
  if (!label) return null;
  const isOld = !batch.is_running && !isCurrentYear;
  return (
    <Chip size="small" variant="outlined" label={label} {...(!isOld && { color: 'success' as const })} />
  );
}

export function HijriYear({ year }: { year: string }) {
  return <Isolated>{t('batches.hijriYear', { year })}</Isolated>;
}

/** The tooltip of the table shows both calendars. */
function ShortPeriod({ batch: { start_date, end_date } }: { batch: Batch }) {
  if (!start_date && !end_date) return t('ui.nothing');
  const hijri = t('batches.hijriPeriod', formatPeriod('islamic-umalqura', start_date, end_date));
  const gregorian = t('batches.gregorianPeriod', formatPeriod('gregory', start_date, end_date));
  return (
    <bdi className="figure" data-tip={`${hijri} · ${gregorian}`}>
      {hijri}
    </bdi>
  );
}

/** Shows both calendars. */
export function BatchPeriod({ batch: { start_date, end_date } }: { batch: Batch }) {
  if (!start_date && !end_date) return t('ui.nothing');
  return (
    <>
      <Typography component="span" variant="body2" className="figure" sx={oneLine}>
        <bdi>{t('batches.hijriPeriod', formatPeriod('islamic-umalqura', start_date, end_date))}</bdi>
      </Typography>
      <SecondaryText component="span" variant="caption" className="figure" sx={oneLine}>
        <bdi>{t('batches.gregorianPeriod', formatPeriod('gregory', start_date, end_date))}</bdi>
      </SecondaryText>
    </>
  );
}

const oneLine = { display: 'block', whiteSpace: 'nowrap' } as const;
