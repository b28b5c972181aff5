import { DataTable } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { levelNames } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { BothDates } from '../../ui/BothDates';
import { Isolated } from '../../ui/Isolated';
import { ListTable, RowIndex } from '../../ui/ListTable';
import { RecordCard } from '../../ui/RecordCard';
import { BatchActions } from './BatchActions';
import { BatchBadges } from './BatchBadges';
import { HijriYear } from './HijriYear';

const Column = DataTable.Col<Batch>;

/** From 600 px. */
export function BatchTable() {
  const t = useText();
  const { hasField } = useServerFeatures();
  return (
    <ListTable<Batch> bulkActionButtons={false} rowClick={false}>
      <Column source="index" label={t('ui.index')} disableSort>
        <RowIndex />
      </Column>
      <Column source="batch_name" />
      <Column source="program_name" disableSort />
      <Column source="batch_number" render={({ batch_number }) => <Isolated>{batch_number}</Isolated>} />
      <Column source="academic_year" render={({ academic_year }) => <HijriYear year={academic_year} />} />
      {hasField('batches', 'students_count') && (
        <Column
          source="students_count"
          disableSort
          render={({ students_count }) => <Isolated>{students_count}</Isolated>}
        />
      )}
      <Column
        source="activity"
        label={t('batches.status')}
        disableSort
        render={(batch) => <BatchBadges batch={batch} />}
      />
      {hasField('batches', 'start_date') && (
        <Column
          source="start_date"
          disableSort
          render={({ start_date }) => <BothDates value={start_date} />}
        />
      )}
      {hasField('batches', 'end_date') && (
        <Column source="end_date" disableSort render={({ end_date }) => <BothDates value={end_date} />} />
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
        ...(batch.start_date
          ? [[label('start_date'), <BothDates key="start" value={batch.start_date} />] as const]
          : []),
        ...(batch.end_date
          ? [[label('end_date'), <BothDates key="end" value={batch.end_date} />] as const]
          : []),
      ]}
      actions={<BatchActions batch={batch} />}
    />
  );
}
