import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import { Box, Button, IconButton, Typography } from '@mui/material';
import type { SxProps, Theme } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  ColumnsButton,
  DataTable,
  useDataProvider,
  useListContext,
  useResourceDefinitions,
} from 'react-admin';
import { maxMoved } from '../../../contract/enrolments';
import { studentFields } from '../../../contract/recordFields';
import type { StudentRow } from '../../../contract/students';
import { studentStatusNames } from '../../../contract/vocabulary';
import type { Api } from '../../dataProvider';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { StickyBar } from '../../ui/form/UnsavedBar';
import { CreateButton, ExportButton, ImportLink, RecordActions } from '../../ui/list/ListButtons';
import { ListTable, RecordChoice } from '../../ui/list/ListTable';
import { ListPage } from '../../ui/list/ListPage';
import { RecordCard } from '../../ui/list/RecordCard';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { type ExcelColumn, useDayColumns, useFieldColumns } from '../../ui/report/useExcelExport';
import { LinkButton } from '../../ui/page/LinkButton';
import { EnrolmentButtons } from './EnrolmentDialogs';
import { StatusChip, StatusName } from './EnrolmentPanel';
import { StudentFilters } from './StudentFilters';
import { daysBefore } from './studentModel';

export default function StudentList() {
  const isPhone = useIsPhone();
  const hasEnrolments = useServerFeatures().has('enrolments');
  /** On a phone students are selected in a separate mode; a table has checkboxes. */
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <ListPage<StudentRow>
      of="students"
      sort={{ field: 'id', order: 'DESC' }}
      tools={
        <>
          {!isPhone && <ColumnsButton variant="outlined" size="medium" />}
          {isPhone && hasEnrolments && !isChoosing && (
            <Button variant="outlined" onClick={() => setIsChoosing(true)}>
              {t('enrolments.choose')}
            </Button>
          )}
          <LinkButton to="/link-students" variant="outlined" label={t('users.linkScreen')} />
          <ImportLink type="students" />
          <ExportButton fileName={t('students.exportFile')} columns={useStudentColumns()} />
        </>
      }
      add={!(isPhone && isChoosing) && <CreateButton label={t('students.add')} />}
      isChoosing={isPhone && isChoosing}
      figures={<StudentCards />}
      filters={<StudentFilters />}
      table={<StudentTable />}
      renderCard={(student, index) => (
        <StudentCard student={student} index={index} isChoosing={isPhone && isChoosing} />
      )}
    >
      <ChosenBar isChoosing={isPhone && isChoosing} onEnd={() => setIsChoosing(false)} />
    </ListPage>
  );
}

interface ChosenBarProps {
  /** Shown even if nobody is selected yet. */
  isChoosing: boolean;
  onEnd: () => void;
}

/** The actions for the selected students, on all pages of the list. */
function ChosenBar({ isChoosing, onEnd }: ChosenBarProps) {
  const { selectedIds, total = 0, onSelectAll, onUnselectItems } = useListContext<StudentRow>();
  const count = selectedIds.length;
  if (count === 0 && !isChoosing) return null;
  const end = () => {
    onUnselectItems();
    onEnd();
  };
  return (
    <StickyBar height={160} layout={{ px: 2, py: 1.5, display: 'flex', flexWrap: 'wrap' }}>
      <Typography
        role="status"
        color={count > maxMoved ? 'error' : 'text.secondary'}
        sx={{ flex: '1 1 6rem' }}
      >
        {count > maxMoved
          ? t('enrolments.tooMany', { max: maxMoved })
          : t('enrolments.chosen', { smart_count: count })}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button onClick={end} sx={{ px: 1 }}>
          {t('enrolments.chooseNone')}
        </Button>
        {count < total && (
          <Button onClick={() => onSelectAll({ limit: maxMoved })} sx={{ px: 1 }}>
            {t('enrolments.chooseAll', { total })}
          </Button>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginInlineStart: 'auto' }}>
        <EnrolmentButtons ids={selectedIds} onDone={end} />
      </Box>
    </StickyBar>
  );
}

const newForDays = 30;

/** The figures of the filtered list, each with a link to the counted records. */
function StudentCards() {
  const figures = useStudentFigures();
  const { filterValues } = useListContext();
  const definitions = useResourceDefinitions();
  const value = (name: 'total' | 'programs' | 'batches' | 'new_students') =>
    figures === undefined ? undefined : (figures?.[name]?.toLocaleString('en') ?? t('ui.nothing'));
  const list = (resource: string, filter: object) =>
    definitions[resource]?.hasList
      ? `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
      : undefined;
  const { program_id } = filterValues;
  const [now] = useState(() => new Date());
  const since = daysBefore(now, newForDays, useTimeZone());

  return (
    <FigureStrip>
      <Figure label={t('students.total')} value={value('total')} />
      <Figure label={t('students.programs')} value={value('programs')} to={list('programs', {})} />
      <Figure
        label={t('students.batches')}
        value={value('batches')}
        to={list('batches', program_id === undefined ? {} : { program_id })}
      />
      {figures?.new_students !== null && (
        <Figure
          label={t('students.newStudents')}
          value={value('new_students')}
          hint={t('students.newStudentsHint')}
          to={list('students', { ...filterValues, created_since: since })}
        />
      )}
    </FigureStrip>
  );
}

/** The figures of the current list with its filter; undefined while loading, null if they could not be loaded. */
function useStudentFigures() {
  const { filterValues } = useListContext();
  const { studentSummary } = useDataProvider<Api>();
  const { data, isError } = useQuery({
    queryKey: ['students', 'summary', filterValues],
    queryFn: () => studentSummary(filterValues),
    placeholderData: keepPreviousData,
  });
  return data ?? (isError ? null : undefined);
}

/** The columns of the exported sheet; ids and phones are text. */
export function useStudentColumns(): ExcelColumn<StudentRow>[] {
  const { has, hasField } = useServerFeatures();
  const status: ExcelColumn<StudentRow> = {
    header: t('resources.students.fields.status'),
    value: (row) => studentStatusNames[row.status],
    width: 12,
  };
  const asText = (field: 'full_name' | 'program_name' | 'batch_name', width: number) => ({
    header: t(`resources.students.fields.${field}`),
    value: (row: StudentRow) => row[field],
    width,
  });
  const own: ExcelColumn<StudentRow>[] = useFieldColumns('students', studentFields);
  const created = useDayColumns<StudentRow>(
    t('resources.students.fields.created_at'),
    (row) => row.created_at,
  );
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    // Each name in a separate column too, so that a new import of the sheet changes nothing.
    ...own.toSpliced(1, 0, asText('full_name', 36)),
    asText('program_name', 30),
    asText('batch_name', 30),
    ...(has('enrolments') ? [status] : []),
    ...(hasField('students', 'created_at') ? created : []),
  ];
}

const Column = DataTable.Col<StudentRow>;

function StudentTable() {
  const { has, hasField } = useServerFeatures();
  const hasEnrolments = has('enrolments');
  const orNothing = (value: string | null | undefined) => value ?? t('ui.nothing');
  const figure = (value: string | null | undefined) =>
    value ? <Isolated>{value}</Isolated> : t('ui.nothing');
  return (
    <ListTable<StudentRow>
      chosenBy={hasEnrolments ? ({ full_name }) => full_name : undefined}
      hiddenColumns={hiddenAtFirst}
      renderActions={({ full_name }) => <RecordActions name={full_name} />}
      sx={widths}
    >
      <Column source="student_id" render={({ student_id }) => figure(student_id)} />
      <Column
        source="full_name"
        render={({ full_name, status }) => (
          <>
            {full_name} <StatusChip status={status} />
          </>
        )}
      />
      {hasEnrolments && (
        <Column source="status" disableSort render={({ status }) => <StatusName status={status} />} />
      )}
      <Column source="national_id" render={({ national_id }) => figure(national_id)} />
      <Column source="phone" disableSort render={({ phone }) => figure(phone)} />
      <Column source="program_name" disableSort render={({ program_name }) => orNothing(program_name)} />
      <Column source="batch_name" disableSort render={({ batch_name }) => orNothing(batch_name)} />
      <Column source="gender" disableSort render={({ gender }) => orNothing(gender)} />
      {hasField('students', 'created_at') && (
        <Column source="created_at" render={({ created_at }) => <BothDates value={created_at} />} />
      )}
    </ListTable>
  );
}

/** The name has a chip if the status is unusual. */
const hiddenAtFirst = ['status'];

const widths: SxProps<Theme> = {
  '& .column-student_id': { width: 86 },
  '& .column-full_name': { width: '18%' },
  '& .column-status': { width: 80 },
  '& .column-national_id, & .column-phone': { width: 106 },
  '& .column-gender': { width: 52 },
  '& .column-created_at': { width: 104 },
};

type Field = 'student_id' | 'national_id' | 'phone' | 'email' | 'program_name' | 'batch_name' | 'created_at';

interface StudentCardProps {
  student: StudentRow;
  index: number;
  /** A checkbox replaces the number. */
  isChoosing: boolean;
}

/** A student on a phone, without empty fields; buttons to call or write. */
function StudentCard({ student, index, isChoosing }: StudentCardProps) {
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
  const fact = (field: Field, value: unknown, shown: ReactNode): [string, ReactNode][] =>
    value ? [[t(`resources.students.fields.${field}`), shown]] : [];
  return (
    <RecordCard
      title={
        <>
          {name} <StatusChip status={student.status} />
        </>
      }
      aside={isChoosing ? <RecordChoice id={student.id} name={name} /> : <Isolated>{index}</Isolated>}
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
