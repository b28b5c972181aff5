import Stack from '@mui/material/Stack';
import { DataTable } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { levelNames } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { ListTable, RowIndex } from '../../ui/list/ListTable';
import { RecordCard } from '../../ui/list/RecordCard';
import { BatchActions } from './BatchActions';
import { BatchBadges } from './BatchBadges';
import { BatchPeriod } from './BatchPeriod';
import { HijriYear } from './HijriYear';

const Column = DataTable.Col<Batch>;

const tableStyle = {
  '& .RaDataTable-headerCell, & .RaDataTable-rowCell': { px: 1.25 },
  '& .RaDataTable-headerCell': { whiteSpace: 'normal' },
  '& .column-batch_name, & .column-program_name': { minWidth: 150 },
  '& .column-batch_number, & .column-students_count': { textAlign: 'center', width: 90 },
  '& .column-period': { display: { xs: 'none', lg: 'table-cell' } },
} as const;

/** From 600 px. */
export function BatchTable() {
  const t = useText();
  const { hasField } = useServerFeatures();
  return (
    <ListTable<Batch> bulkActionButtons={false} rowClick={false} sx={tableStyle}>
      <Column source="index" label={t('ui.index')} disableSort>
        <RowIndex />
      </Column>
      <Column source="batch_name" />
      <Column source="program_name" disableSort />
      <Column source="batch_number" render={({ batch_number }) => <Isolated>{batch_number}</Isolated>} />
      <Column source="academic_year" render={(batch) => <YearAndBadges batch={batch} />} />
      {hasField('batches', 'students_count') && (
        <Column
          source="students_count"
          disableSort
          render={({ students_count }) => <Isolated>{students_count}</Isolated>}
        />
      )}
      {hasField('batches', 'start_date') && (
        <Column
          source="period"
          label={t('batches.period')}
          disableSort
          render={(batch) => <BatchPeriod batch={batch} />}
        />
      )}
      <Column
        source="actions"
        label={t('ui.actions')}
        disableSort
        render={(batch) => <BatchActions batch={batch} />}
      />
    </ListTable>
  );
}

const YearAndBadges = ({ batch }: { batch: Batch }) => (
  <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
    <HijriYear year={batch.academic_year} />
    <BatchBadges batch={batch} />
  </Stack>
);

/** Below 600 px. */
export function BatchCard({ batch }: { batch: Batch }) {
  const t = useText();
  const { hasField } = useServerFeatures();
  const label = (
    field:
      | 'program_id'
      | 'batch_number'
      | 'academic_year'
      | 'level'
      | 'students_count'
      | 'start_date'
      | 'end_date',
  ) => t(`resources.batches.fields.${field}`);
  const level = batch.level as keyof typeof levelNames | null | undefined;
  return (
    <RecordCard
      title={batch.batch_name}
      aside={<BatchBadges batch={batch} />}
      facts={[
        [label('program_id'), batch.program_name],
        [label('batch_number'), <Isolated key="number">{batch.batch_number}</Isolated>],
        [label('academic_year'), <HijriYear key="year" year={batch.academic_year} />],
        ...(level ? [[label('level'), levelNames[level]] as const] : []),
        ...(hasField('batches', 'students_count')
          ? [[label('students_count'), <Isolated key="students">{batch.students_count}</Isolated>] as const]
          : []),
        ...(batch.start_date || batch.end_date
          ? [[t('batches.period'), <BatchPeriod key="period" batch={batch} />] as const]
          : []),
      ]}
      actions={<BatchActions batch={batch} />}
    />
  );
}
