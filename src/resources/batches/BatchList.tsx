import { useGetList, useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { batchFields } from '../../../contract/courseFields';
import { isActiveBatch } from '../../../contract/rules/academicYear';
import {
  allSectionsName,
  batchStatuses,
  levelNames,
  levels,
  sectionNames,
  sections,
} from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useAcademicYear, useHasSectionChoice, useHasSections } from '../../dataProvider/useInstitute';
import { QuickImport } from '../../features/import/QuickImport';
import { t } from '../../i18n/text';
import { ColumnsButton } from '../../ui/list/ColumnsButton';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { CreateButton, ExportButton } from '../../ui/list/ListButtons';
import { ListPage } from '../../ui/list/ListPage';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { type ExcelColumn, useFieldColumns } from '../../ui/report/useExcelExport';
import { AddProgramButton, useHasPrograms } from './AddProgramButton';
import { uniqueYears } from './batchModel';
import { BatchListRow, BatchTable } from './BatchTable';

export default function BatchList() {
  const hasPrograms = useHasPrograms();
  const excel = { fileName: t('batches.exportFile'), columns: useBatchColumns() };
  return (
    <ListPage<Batch>
      catalogue="batches."
      sort={{ field: 'created_at', order: 'DESC' }}
      tools={
        <>
          {hasPrograms && <QuickImport type="batches" />}
          <ExportButton {...excel} />
        </>
      }
      mainAction={hasPrograms ? <CreateButton label={t('batches.add')} /> : <AddProgramButton />}
      selection={{ recordName: batchName, excel }}
      figures={<BatchStats />}
      columnsButton={<ColumnsButton />}
      filters={<BatchFilters />}
      recordAddress={findAddress}
      emptyText={t(hasPrograms ? 'batches.emptyText' : 'batches.noPrograms')}
      table={<BatchTable />}
      renderRow={renderRow}
    />
  );
}

const batchName = ({ batch_name }: Batch) => batch_name;
const findAddress = ({ id }: Batch) => `/batches/${id}/show`;
const renderRow = (batch: Batch) => <BatchListRow batch={batch} />;

function BatchStats() {
  const { total, error, filterValues } = useListContext<Batch>();
  const activeFilter = { ...filterValues, is_active: true };
  const active = useGetList<Batch>('batches', { filter: activeFilter, pagination: { page: 1, perPage: 1 } });
  return (
    <FigureStrip>
      <Figure label={t('batches.total')} value={error ? t('ui.nothing') : total} />
      <Figure
        label={t('batches.active')}
        value={active.error ? t('ui.nothing') : active.total}
        to={`/batches?filter=${encodeURIComponent(JSON.stringify(activeFilter))}`}
      />
    </FigureStrip>
  );
}

function BatchFilters() {
  const { hasField } = useServerFeatures();
  const asksForSection = useHasSectionChoice();
  return (
    <FilterBar search={t('batches.search')}>
      <FilterPicker<Program>
        resource="programs"
        source="program_id"
        keyField="program_id"
        anyLabel={t('batches.anyProgram')}
        optionText={({ program_name }) => program_name}
        optionNote={({ program_id }) => program_id}
        sort={{ field: 'program_name', order: 'ASC' }}
      />
      <YearFilter />
      {hasField('batches', 'level') && (
        <FilterSelect
          source="level"
          anyLabel={t('batches.anyLevel')}
          choices={levels.map((level) => ({ id: level, name: levelNames[level] }))}
        />
      )}
      {hasField('batches', 'status') && (
        <FilterSelect
          source="status"
          anyLabel={t('batches.anyStatus')}
          choices={batchStatuses.map((status) => ({ id: status, name: status }))}
        />
      )}
      {asksForSection && (
        <FilterSelect
          source="section"
          anyLabel={allSectionsName}
          choices={sections.map((id) => ({ id, name: sectionNames[id] }))}
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
      {hasField('batches', 'is_running') && (
        <FilterSelect
          source="is_running"
          label={t('batches.running')}
          anyLabel={t('batches.anyRunning')}
          choices={[
            { id: true, name: t('batches.running') },
            { id: false, name: t('batches.notRunning') },
          ]}
        />
      )}
    </FilterBar>
  );
}

/** Loads the years when the filter is visible, on a phone in the sheet. */
const YearFilter = () => (
  <FilterSelect
    source="academic_year"
    anyLabel={t('batches.anyYear')}
    choices={useYears().map((year) => ({ id: year, name: t('batches.hijriYear', { year }) }))}
  />
);

/** Returns the years of all batches, not only of the filtered ones. */
function useYears(): string[] {
  const { data = [] } = useGetList<Batch>('batches', {
    pagination: { page: 1, perPage: 1_000 },
    sort: { field: 'academic_year', order: 'DESC' },
  });
  return uniqueYears(data);
}

export function useBatchColumns(): ExcelColumn<Batch>[] {
  const { hasField } = useServerFeatures();
  const { year } = useAcademicYear();
  const hasSections = useHasSections();
  const fieldColumns = useFieldColumns('batches', batchFields);
  const programLabel = t('resources.batches.fields.program_id');
  const studentsLabel = t('resources.batches.fields.students_count');
  const formatActivity = (isActive: boolean) => t(isActive ? 'batches.currentYear' : 'batches.otherYear');
  // `fieldColumns` starts with name, number, year and level.
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    ...fieldColumns.slice(0, 1),
    { header: programLabel, value: ({ program_name }) => program_name, width: 32 },
    ...fieldColumns.slice(1, 3),
    {
      header: t('batches.activity'),
      value: ({ academic_year }) => formatActivity(isActiveBatch(academic_year, year, '')),
      width: 14,
    },
    ...fieldColumns.slice(3, 4),
    ...(hasField('batches', 'students_count')
      ? [{ header: studentsLabel, value: (batch: Batch) => batch.students_count, width: 14 }]
      : []),
    ...fieldColumns.slice(4),
    ...(hasSections
      ? [
          {
            header: batchFields.section.label,
            value: ({ section }: Batch) => sectionNames[section],
            width: 10,
          },
        ]
      : []),
  ];
}
