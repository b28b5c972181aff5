import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGetList, useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { subjectFields } from '../../../contract/courseFields';
import { parseBase } from '../../../contract/rules/subjectCode';
import type { Subject } from '../../../contract/subjects';
import { allSubjectTypes } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { ColumnsButton } from '../../ui/list/ColumnsButton';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { CreateButton, ExportButton, ImportLink } from '../../ui/list/ListButtons';
import { ListPage } from '../../ui/list/ListPage';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { type ExcelColumn, useFieldColumns } from '../../ui/report/useExcelExport';
import { SubjectDialogs } from './dialogs/SubjectDialogs';
import { levelChoices, subjectTitle } from './subjectModel';
import { SubjectListRow, SubjectTable } from './SubjectTable';

export default function SubjectList() {
  const excel = { fileName: t('labels.subjects'), columns: useSubjectColumns() };
  return (
    <SubjectDialogs>
      <ListPage<Subject>
        catalogue="subjects."
        sort={{ field: 'created_at', order: 'DESC' }}
        tools={
          <>
            <ImportLink type="subjects" />
            <ExportButton {...excel} />
          </>
        }
        mainAction={<CreateButton label={t('menu.addSubject')} />}
        selection={{ recordName: subjectTitle, excel }}
        figures={<SubjectStats />}
        columnsButton={<ColumnsButton />}
        filters={<SubjectFilters />}
        table={<SubjectTable />}
        renderRow={renderRow}
      />
    </SubjectDialogs>
  );
}

const renderRow = (subject: Subject) => <SubjectListRow subject={subject} />;

function SubjectStats() {
  const { filterValues } = useListContext();
  const { subjectSummary } = useApi();
  const { data, isError } = useQuery({
    queryKey: ['subjects', 'summary', filterValues],
    queryFn: () => subjectSummary(filterValues),
    placeholderData: keepPreviousData,
  });
  const formatStat = (name: 'total' | 'hours' | 'levels' | 'types') =>
    isError ? t('ui.nothing') : data?.[name];
  return (
    <FigureStrip>
      <Figure label={t('labels.subjectsCount')} value={formatStat('total')} />
      <Figure label={t('subjects.hours')} value={formatStat('hours')} />
      <Figure label={t('subjects.levels')} value={formatStat('levels')} />
      <Figure label={t('subjects.types')} value={formatStat('types')} />
    </FigureStrip>
  );
}

const types = allSubjectTypes.map((name) => ({ id: name, name }));
const allLevels = levelChoices(8);

function SubjectFilters() {
  return (
    <FilterBar search={t('subjects.search')}>
      <FilterPicker<Program>
        source="program_id"
        keyField="program_id"
        resource="programs"
        label={t('labels.program')}
        anyLabel={t('labels.anyProgram')}
        optionText={({ program_name }) => program_name}
        clears={['batch_id']}
      />
      <BatchFilter />
      <FilterSelect source="level" anyLabel={t('labels.anyLevel')} choices={allLevels} />
      <FilterSelect source="type" anyLabel={t('labels.anyType')} choices={types} />
    </FilterBar>
  );
}

/** Loads the number of batches when the filter is visible, on a phone in the sheet. */
function BatchFilter() {
  const { filterValues } = useListContext();
  const program = filterValues['program_id'] as string | undefined;
  const { total } = useGetList<Batch>('batches', { pagination: { page: 1, perPage: 1 } });
  return (
    <FilterPicker<Batch>
      source="batch_id"
      resource="batches"
      anyLabel={t('labels.anyBatch')}
      optionText={({ batch_name }) => batch_name}
      optionNote={({ program_name }) => program_name}
      isDisabled={program === undefined && total === 0}
      {...(program === undefined ? {} : { filter: { program_id: program } })}
    />
  );
}

export function useSubjectColumns(): ExcelColumn<Subject>[] {
  const fieldColumns = useFieldColumns('subjects', subjectFields);
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    { header: t('labels.shortCode'), value: ({ subject_code }) => parseBase(subject_code), width: 14 },
    { header: t('subjects.offeringCode'), value: ({ subject_code }) => subject_code, width: 16 },
    ...fieldColumns,
    {
      header: t('resources.subjects.fields.batch_name'),
      value: ({ batch_name }) => batch_name ?? t('ui.notSpecified'),
      width: 36,
    },
  ];
}
