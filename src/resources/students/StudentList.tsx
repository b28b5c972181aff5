import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import ViewWeek from '@mui/icons-material/ViewWeek';
import { Box, Button, IconButton } from '@mui/material';
import type { SxProps, Theme } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { DataTable, useListContext, useResourceDefinitions, useTranslate } from 'react-admin';
import { studentFields } from '../../../contract/recordFields';
import { daysAfter } from '../../../contract/rules/retention';
import { type StudentRow, newStudentDays } from '../../../contract/students/students';
import { studentStatusNames } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useToday } from '../../dataProvider/useInstitute';
import { useAccountsForSelection } from '../../features/accounts/MakeAccountsButton';
import { t } from '../../i18n/text';
import { CreateButton, ExportButton, ImportLink, RecordActions } from '../../ui/list/ListButtons';
import { ListPage } from '../../ui/list/ListPage';
import { ListTable } from '../../ui/list/ListTable';
import { RecordCard } from '../../ui/list/RecordCard';
import { TwoLines } from '../../ui/list/TwoLines';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { ListPopover } from '../../ui/page/ListPopover';
import { RecordLink } from '../../ui/page/RecordLink';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { type ExcelColumn, useDayColumns, useFieldColumns } from '../../ui/report/useExcelExport';
import { EnrolmentButtons } from './EnrolmentDialogs';
import { InactiveStatusChip, StatusChip } from './EnrolmentPanel';
import { StudentFilters } from './StudentFilters';

export default function StudentList() {
  const isPhone = useIsPhone();
  const accounts = useAccountsForSelection();
  const excel = { fileName: t('students.exportFile'), columns: useStudentColumns() };
  return (
    <ListPage<StudentRow>
      catalogue="students"
      sort={{ field: 'id', order: 'DESC' }}
      tools={
        <>
          {!isPhone && <ColumnsButton />}
          <LinkButton to="/link-students" variant="outlined" label={t('users.linkScreen')} />
          <ImportLink type="students" />
          <ExportButton {...excel} />
        </>
      }
      mainAction={<CreateButton label={t('students.add')} />}
      selection={{
        recordName: ({ full_name }) => full_name,
        excel,
        renderActions: (ids, onDone) => (
          <>
            {accounts.renderButton(ids, onDone)}
            <EnrolmentButtons ids={ids} onDone={onDone} />
          </>
        ),
      }}
      figures={<StudentStats />}
      filters={<StudentFilters />}
      recordAddress={({ id }) => `/students/${id}/show`}
      table={<StudentTable />}
      renderCard={(student, index) => <StudentCard student={student} index={index} />}
    >
      {accounts.dialog}
    </ListPage>
  );
}

/**
 * React-admin's own button keeps a hidden modal in the page. `DataTable` shows the choice of columns in the
 * element with this id, which must be in the page when the table opens.
 */
function ColumnsButton() {
  const title = useTranslate()('ra.action.select_columns');
  const [choice] = useState(() =>
    Object.assign(document.createElement('div'), { id: 'students.datatable-columnsSelector' }),
  );
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [closedSlot, setClosedSlot] = useState<HTMLElement | null>(null);
  const [openSlot, setOpenSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => (openSlot ?? closedSlot)?.append(choice), [choice, closedSlot, openSlot]);
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        startIcon={<ViewWeek />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {title}
      </Button>
      <div hidden ref={setClosedSlot} />
      <ListPopover title={title} anchor={anchor} width={280} onClose={() => setAnchor(null)}>
        <Box ref={setOpenSlot} sx={{ px: 1 }} />
      </ListPopover>
    </>
  );
}

/** Each number links to the counted records. */
function StudentStats() {
  const stats = useStudentStats();
  const { filterValues } = useListContext();
  const definitions = useResourceDefinitions();
  const formatStat = (name: 'total' | 'programs' | 'batches' | 'new_students') =>
    stats === undefined ? undefined : (stats?.[name]?.toLocaleString('en') ?? t('ui.nothing'));
  const listAddress = (resource: string, filter: object) =>
    definitions[resource]?.hasList
      ? `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
      : undefined;
  const { program_id } = filterValues;
  const since = daysAfter(useToday(), -newStudentDays);

  return (
    <FigureStrip>
      <Figure label={t('students.total')} value={formatStat('total')} />
      <Figure
        label={t('students.programs')}
        value={formatStat('programs')}
        to={listAddress('programs', {})}
      />
      <Figure
        label={t('students.batches')}
        value={formatStat('batches')}
        to={listAddress('batches', program_id === undefined ? {} : { program_id })}
      />
      {stats?.new_students !== null && (
        <Figure
          label={t('students.newStudents')}
          value={formatStat('new_students')}
          hint={t('students.newStudentsHint')}
          to={listAddress('students', { ...filterValues, created_since: since })}
        />
      )}
    </FigureStrip>
  );
}

/** Undefined: still loading. Null: the request failed. */
function useStudentStats() {
  const { filterValues } = useListContext();
  const { studentSummary } = useApi();
  const { data, isError } = useQuery({
    queryKey: ['students', 'summary', filterValues],
    queryFn: () => studentSummary(filterValues),
    placeholderData: keepPreviousData,
  });
  return data ?? (isError ? null : undefined);
}

export function useStudentColumns(): ExcelColumn<StudentRow>[] {
  const { has, hasField } = useServerFeatures();
  const status: ExcelColumn<StudentRow> = {
    header: t('resources.students.fields.status'),
    value: (row) => studentStatusNames[row.status],
    width: 12,
  };
  const textColumn = (field: 'full_name' | 'program_name' | 'batch_name', width: number) => ({
    header: t(`resources.students.fields.${field}`),
    value: (row: StudentRow) => row[field],
    width,
  });
  const fieldColumns: ExcelColumn<StudentRow>[] = useFieldColumns('students', studentFields);
  const createdColumns = useDayColumns<StudentRow>(
    t('resources.students.fields.created_at'),
    (row) => row.created_at,
  );
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    // The export also has the parts of the name, so that an import of the file changes nothing.
    ...fieldColumns.toSpliced(1, 0, textColumn('full_name', 36)),
    textColumn('program_name', 30),
    textColumn('batch_name', 30),
    ...(has('enrolments') ? [status] : []),
    ...(hasField('students', 'created_at') ? createdColumns : []),
  ];
}

const Column = DataTable.Col<StudentRow>;

function StudentTable() {
  const { has, hasField } = useServerFeatures();
  const hasEnrolments = has('enrolments');
  const formatOptional = (value: string | null | undefined) => value ?? t('ui.nothing');
  const renderNumber = (value: string | null | undefined) =>
    value ? <Isolated>{value}</Isolated> : t('ui.nothing');
  return (
    <ListTable<StudentRow>
      hiddenColumns={hiddenByDefault}
      renderActions={({ full_name }) => <RecordActions name={full_name} />}
      sx={widths}
    >
      <Column source="student_id" render={({ student_id }) => renderNumber(student_id)} />
      <Column
        source="full_name"
        render={({ full_name, status }) => (
          <>
            {full_name} <InactiveStatusChip status={status} />
          </>
        )}
      />
      {hasEnrolments && <Column source="status" render={({ status }) => <StatusChip status={status} />} />}
      <Column source="national_id" render={({ national_id }) => renderNumber(national_id)} />
      <Column source="phone" render={({ phone }) => renderNumber(phone)} />
      <Column
        source="program_name"
        render={({ program_name }) => <TwoLines>{formatOptional(program_name)}</TwoLines>}
      />
      <Column
        source="batch_name"
        render={({ batch_id, batch_name }) => (
          <TwoLines>
            <RecordLink
              to={batch_id !== null && `/batches/${batch_id}/show`}
              name={formatOptional(batch_name)}
            />
          </TwoLines>
        )}
      />
      <Column source="gender" render={({ gender }) => formatOptional(gender)} />
      {hasField('students', 'created_at') && (
        <Column
          source="created_at"
          render={({ created_at }) => (
            <TwoLines>
              <BothDates value={created_at} />
            </TwoLines>
          )}
        />
      )}
    </ListTable>
  );
}

/** The status is hidden, because the column of the name already shows an unusual status. */
const hiddenByDefault = ['status'];

const widths: SxProps<Theme> = {
  // At a window width of 1280 px, nine columns fit beside the menu.
  '&& .RaDataTable-rowCell, && .RaDataTable-headerCell': { paddingInline: '6px' },
  '& .column-student_id': { width: 78 },
  '& .column-full_name': { width: '16.5%' },
  '& .column-status': { width: 80 },
  '& .column-national_id, & .column-phone': { width: 93 },
  '& .column-program_name': { width: '9%' },
  '& .column-gender': { width: 44 },
  '& .column-created_at': { width: 146 },
  // The batch gets the remaining width, because its name is the longest.
  '&&& .column-index': { width: 28 },
};

type Field = 'student_id' | 'national_id' | 'phone' | 'email' | 'program_name' | 'batch_name' | 'created_at';

function StudentCard({ student, index }: { student: StudentRow; index: number }) {
  const {
    full_name: name,
    student_id,
    national_id,
    phone,
    email,
    program_name,
    batch_name,
    created_at,
  } = student;
  const fact = (field: Field, value: unknown, content: ReactNode): [string, ReactNode][] =>
    value ? [[t(`resources.students.fields.${field}`), content]] : [];
  return (
    <RecordCard
      title={
        <>
          {name} <InactiveStatusChip status={student.status} />
        </>
      }
      aside={<Isolated>{index}</Isolated>}
      facts={[
        ...fact('student_id', student_id, <Isolated key="number">{student_id}</Isolated>),
        ...fact('national_id', national_id, <Isolated key="id">{national_id}</Isolated>),
        ...fact('phone', phone, <Isolated key="phone">{phone}</Isolated>),
        ...fact('email', email, <bdi key="email">{email}</bdi>),
        ...fact('program_name', program_name, program_name),
        ...fact('batch_name', batch_name, batch_name),
        ...fact('created_at', created_at, <BothDates key="created" value={created_at} />),
      ]}
      actions={
        <>
          {phone && (
            <IconButton color="primary" href={`tel:${phone}`} aria-label={t('students.callTo', { name })}>
              <Call fontSize="small" />
            </IconButton>
          )}
          {email && (
            <IconButton color="primary" href={`mailto:${email}`} aria-label={t('students.writeTo', { name })}>
              <Mail fontSize="small" />
            </IconButton>
          )}
          <Box sx={{ flex: 1 }} />
          <RecordActions name={name} />
        </>
      }
    />
  );
}
