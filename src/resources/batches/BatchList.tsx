import { useCallback } from 'react';
import { useGetList, useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { isActiveBatch } from '../../../contract/rules/academicYear';
import { batchStatuses, levelNames, levels } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useAcademicYear, useToday } from '../../dataProvider/useInstitute';
import { useText } from '../../i18n/useText';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker, FilterSelect } from '../../ui/list/FilterSelect';
import { CreateButton, ExportButton } from '../../ui/list/ListButtons';
import { ListPage } from '../../ui/list/ListPage';
import { QuickImport } from '../../ui/quick-import/QuickImport';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import type { ExcelColumn } from '../../ui/report/useExcelExport';
import { AddProgramButton, useHasPrograms } from './AddProgramButton';
import { yearsOf } from './batchModel';
import { BatchCard, BatchTable } from './BatchTable';

export default function BatchList() {
  const t = useText();
  const hasPrograms = useHasPrograms();
  const { year } = useAcademicYear();
  const today = useToday();
  const loadBatchImport = useCallback(
    () => import('./batchImport').then(({ batchImport }) => batchImport(year, today)),
    [year, today],
  );
  return (
    <ListPage<Batch>
      of="batches"
      sort={{ field: 'created_at', order: 'DESC' }}
      tools={
        <>
          {hasPrograms && <QuickImport load={loadBatchImport} />}
          <ExportButton fileName={t('batches.exportFile')} columns={useBatchColumns()} />
        </>
      }
      add={hasPrograms ? <CreateButton label={t('batches.add')} /> : <AddProgramButton />}
      cards={<BatchCards />}
      filters={<BatchFilters />}
      emptyText={t(hasPrograms ? 'batches.emptyText' : 'batches.noPrograms')}
      table={<BatchTable />}
      renderCard={(batch) => <BatchCard batch={batch} />}
    />
  );
}

function BatchCards() {
  const t = useText();
  const { total, error, filterValues } = useListContext<Batch>();
  const activeFilter = { ...filterValues, is_active: true };
  const active = useGetList<Batch>('batches', { filter: activeFilter, pagination: { page: 1, perPage: 1 } });
  return (
    <StatCards>
      <StatCard label={t('batches.total')} value={error ? t('ui.nothing') : total} />
      <StatCard
        label={t('batches.active')}
        value={active.error ? t('ui.nothing') : active.total}
        to={`/batches?filter=${encodeURIComponent(JSON.stringify(activeFilter))}`}
      />
    </StatCards>
  );
}

function BatchFilters() {
  const t = useText();
  const { hasField } = useServerFeatures();
  return (
    <FilterBar search={t('batches.search')}>
      <FilterPicker<Program>
        resource="programs"
        source="program_id"
        by="program_id"
        label={t('batches.program')}
        anyLabel={t('batches.anyProgram')}
        optionText={({ program_name }) => program_name}
        optionNote={({ program_id }) => program_id}
        sort={{ field: 'program_name', order: 'ASC' }}
      />
      <FilterSelect
        source="academic_year"
        label={t('batches.academicYear')}
        anyLabel={t('batches.anyYear')}
        choices={useYears().map((year) => ({ id: year, name: t('batches.hijriYear', { year }) }))}
      />
      {hasField('batches', 'level') && (
        <FilterSelect
          source="level"
          label={t('batches.level')}
          anyLabel={t('batches.anyLevel')}
          choices={levels.map((level) => ({ id: level, name: levelNames[level] }))}
        />
      )}
      {hasField('batches', 'status') && (
        <FilterSelect
          source="status"
          label={t('batches.status')}
          anyLabel={t('batches.anyStatus')}
          choices={batchStatuses.map((status) => ({ id: status, name: status }))}
        />
      )}
      {hasField('batches', 'created_at') && (
        <FilterSelect
          source="is_active"
          label={t('batches.activity')}
          anyLabel={t('batches.anyActivity')}
          choices={[
            { id: true, name: t('batches.activeOnly') },
            { id: false, name: t('batches.inactiveOnly') },
          ]}
        />
      )}
    </FilterBar>
  );
}

/** Of all batches, whatever the filter is now. */
function useYears(): string[] {
  const { data = [] } = useGetList<Batch>('batches', {
    pagination: { page: 1, perPage: 1_000 },
    sort: { field: 'academic_year', order: 'DESC' },
  });
  return yearsOf(data);
}

type Optional = 'level' | 'status' | 'start_date' | 'end_date' | 'students_count';
const optional: readonly Optional[] = ['level', 'students_count', 'start_date', 'end_date', 'status'];

/** The columns of the exported sheet. */
export function useBatchColumns(): ExcelColumn<Batch>[] {
  const t = useText();
  const { hasField } = useServerFeatures();
  const label = (field: 'batch_name' | 'program_id' | 'batch_number' | 'academic_year' | Optional) =>
    t(`resources.batches.fields.${field}`);
  const { year } = useAcademicYear();
  const activity = (isActive: boolean) => t(isActive ? 'batches.currentYear' : 'batches.otherYear');
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    { header: label('batch_name'), value: ({ batch_name }) => batch_name, width: 32 },
    { header: label('program_id'), value: ({ program_name }) => program_name, width: 32 },
    { header: label('batch_number'), value: ({ batch_number }) => batch_number, width: 12 },
    { header: label('academic_year'), value: ({ academic_year }) => academic_year, width: 14 },
    {
      header: t('batches.activity'),
      value: ({ academic_year }) => activity(isActiveBatch(academic_year, year, '')),
      width: 14,
    },
    ...optional
      .filter((field) => hasField('batches', field))
      .map((field) => ({ header: label(field), value: (batch: Batch) => batch[field], width: 14 })),
  ];
}
