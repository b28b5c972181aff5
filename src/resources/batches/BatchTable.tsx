import { Chip, Stack, Typography } from '@mui/material';
import { DataTable } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { isActiveBatch } from '../../../contract/rules/academicYear';
import { levelNames, sectionNames } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useAcademicYear, useHasSections } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { RecordActions } from '../../ui/list/ListButtons';
import { ListTable } from '../../ui/list/ListTable';
import { RecordCard } from '../../ui/list/RecordCard';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { formatPeriod } from './batchModel';

const Column = DataTable.Col<Batch>;

const widths = {
  '& .column-batch_name': { width: '24%' },
  '& .column-batch_number': { width: 62, textAlign: 'center' },
  '& .column-academic_year': { width: 262 },
  '& .column-section': { width: 64 },
  '& .column-students_count': { width: 62, textAlign: 'center' },
  // In a narrower window the names need the width of this column.
  '& .column-start_date': { width: 172, display: { xs: 'none', xl: 'table-cell' } },
  '& .column-start_date .MuiTypography-root, & .column-academic_year .MuiStack-root': {
    display: 'inline-flex',
    flexWrap: 'nowrap',
  },
} as const;

/** Visible from 600 px. */
export function BatchTable() {
  const { hasField } = useServerFeatures();
  const hasSections = useHasSections();
  return (
    <ListTable<Batch> renderActions={({ batch_name }) => <RecordActions name={batch_name} />} sx={widths}>
      <Column source="batch_name" />
      <Column source="program_name" />
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
          render={(batch) => <BatchPeriod batch={batch} />}
        />
      )}
    </ListTable>
  );
}

const YearAndBadges = ({ batch }: { batch: Batch }) => (
  <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
    <HijriYear year={batch.academic_year} />
    <BatchBadges batch={batch} />
  </Stack>
);

/** Visible below 600 px. */
export function BatchCard({ batch }: { batch: Batch }) {
  const { hasField } = useServerFeatures();
  const hasSections = useHasSections();
  const level = batch.level as keyof typeof levelNames | null | undefined;
  return (
    <RecordCard
      title={batch.batch_name}
      aside={<BatchBadges batch={batch} />}
      facts={[
        [t('resources.batches.fields.program_id'), batch.program_name],
        [t('resources.batches.fields.batch_number'), <Isolated key="number">{batch.batch_number}</Isolated>],
        [t('resources.batches.fields.academic_year'), <HijriYear key="year" year={batch.academic_year} />],
        ...(hasSections
          ? [[t('resources.batches.fields.section'), sectionNames[batch.section]] as const]
          : []),
        ...(level ? [[t('resources.batches.fields.level'), levelNames[level]] as const] : []),
        ...(hasField('batches', 'students_count')
          ? [
              [
                t('resources.batches.fields.students_count'),
                <Isolated key="students">{batch.students_count}</Isolated>,
              ] as const,
            ]
          : []),
        ...(batch.start_date || batch.end_date
          ? [[t('batches.period'), <BatchPeriod key="period" batch={batch} />] as const]
          : []),
      ]}
      actions={<RecordActions name={batch.batch_name} />}
    />
  );
}

/** Shows three facts: the year is current (decision 14), the batch is running, and the stored status. */
export function BatchBadges({ batch }: { batch: Batch }) {
  const isCurrentYear = isActiveBatch(batch.academic_year, useAcademicYear().year, '');
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {isCurrentYear && (
        <Chip
          size="small"
          label={t('batches.currentYear')}
          sx={{ color: 'success.main', backgroundColor: (theme) => theme.colours.successTint }}
        />
      )}
      {batch.is_running && (
        <Chip size="small" variant="outlined" color="success" label={t('batches.running')} />
      )}
      {batch.status && <Chip size="small" variant="outlined" label={batch.status} />}
    </Stack>
  );
}

export function HijriYear({ year }: { year: string }) {
  return <Isolated>{t('batches.hijriYear', { year })}</Isolated>;
}

/** Shows both calendars, in a form that fits a table row. */
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
