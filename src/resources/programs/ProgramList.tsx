import { useListContext } from 'react-admin';
import type { Program } from '../../../contract/programs';
import { programFields } from '../../../contract/courseFields';
import { specialties } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { QuickImport } from '../../features/import/QuickImport';
import { t } from '../../i18n/text';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { CreateButton, ExportButton } from '../../ui/list/ListButtons';
import { ListPage } from '../../ui/list/ListPage';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { RecordActions } from '../../ui/list/RowActions';
import { TwoLines } from '../../ui/list/TwoLines';
import { Isolated } from '../../ui/page/Isolated';
import { ShortDate } from '../../ui/page/Moment';
import { type ExcelColumn, useDayColumns, useFieldColumns } from '../../ui/report/useExcelExport';

const Column = ListColumn<Program>;
const widths = {
  '& .column-program_id': { width: 120 },
  '& .column-specialty': { width: '18%' },
  '& .column-created_at': { width: 170 },
} as const;

export default function ProgramList() {
  const excel = { fileName: t('labels.programs'), columns: useProgramColumns() };
  return (
    <ListPage<Program>
      catalogue="programs."
      sort={{ field: 'created_at', order: 'DESC' }}
      tools={
        <>
          <QuickImport type="programs" />
          <ExportButton {...excel} />
        </>
      }
      mainAction={<CreateButton label={t('programs.add')} />}
      selection={{ recordName: programName, excel }}
      titleFigure={<ProgramCount />}
      filters={<ProgramFilters />}
      recordAddress={findBatches}
      table={<ProgramTable />}
      renderRow={renderRow}
    />
  );
}

const programName = ({ program_name }: Program) => program_name;
const renderRow = (program: Program) => <ProgramListRow program={program} />;

/** A row opens the batches of the programme. The pencil opens the form. */
const findBatches = ({ program_id }: Program) =>
  `/batches?${new URLSearchParams({ filter: JSON.stringify({ program_id }) })}`;

function ProgramCount() {
  const { total } = useListContext<Program>();
  return (
    <>
      {t('programs.total')} <b className="figure">{total}</b>
    </>
  );
}

function ProgramFilters() {
  const { hasField } = useServerFeatures();
  return (
    <FilterBar search={t('programs.search')}>
      {hasField('programs', 'specialty') && (
        <FilterSelect
          source="specialty"
          anyLabel={t('programs.anySpecialty')}
          choices={specialties.map((name) => ({ id: name, name }))}
        />
      )}
    </FilterBar>
  );
}

function ProgramTable() {
  const { hasField } = useServerFeatures();
  return (
    <ListTable<Program>
      renderActions={({ program_name }) => <RecordActions name={program_name} />}
      sx={widths}
    >
      <Column source="program_id" render={({ program_id }) => <Isolated>{program_id}</Isolated>} />
      <Column source="program_name" render={({ program_name }) => <TwoLines>{program_name}</TwoLines>} />
      {hasField('programs', 'specialty') && (
        <Column source="specialty" render={({ specialty }) => specialty ?? t('ui.nothing')} />
      )}
      <Column source="created_at" render={({ created_at }) => <ShortDate value={created_at} />} />
    </ListTable>
  );
}

function ProgramListRow({ program: { program_id, program_name, created_at } }: { program: Program }) {
  return (
    <RecordRow
      title={program_name}
      details={[
        <Isolated key="code">{program_id}</Isolated>,
        created_at && <ShortDate key="date" value={created_at} />,
      ]}
      actions={<RecordActions name={program_name} />}
    />
  );
}

export function useProgramColumns(): ExcelColumn<Program>[] {
  const fieldColumns = useFieldColumns('programs', programFields);
  const createdColumns = useDayColumns<Program>(
    t('resources.programs.fields.created_at'),
    (row) => row.created_at,
  );
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    ...fieldColumns,
    ...createdColumns,
  ];
}
