import Call from '@mui/icons-material/CallOutlined';
import FamilyRestroom from '@mui/icons-material/FamilyRestroomOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import { Button } from '@mui/material';
import type { SxProps, Theme } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useResourceDefinitions } from 'react-admin';
import { guardianFields } from '../../../contract/guardianFields';
import { sheetColumns } from '../../../contract/fieldTable';
import { studentFields } from '../../../contract/recordFields';
import { daysAfter } from '../../../contract/rules/retention';
import { type StudentRow, newStudentDays } from '../../../contract/students/students';
import { guardianRelationNames, studentStatusNames } from '../../../contract/vocabulary';
import { maxPhoneStudents, type PrimaryGuardian } from '../../../contract/families/guardianPhones';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useToday } from '../../dataProvider/useInstitute';
import { useAccountsForSelection } from '../../features/accounts/MakeAccountsButton';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { ColumnsButton } from '../../ui/list/ColumnsButton';
import { CreateButton, ExportButton, ImportLink } from '../../ui/list/ListButtons';
import { ListPage } from '../../ui/list/ListPage';
import { ListColumn } from '../../ui/list/ListColumn';
import { ListTable } from '../../ui/list/ListTable';
import { RecordRow } from '../../ui/list/RecordRow';
import { RowButton, RecordActions } from '../../ui/list/RowActions';
import { Tools } from '../../ui/page/Tools';
import { TwoLines } from '../../ui/list/TwoLines';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { ShortDate } from '../../ui/page/Moment';
import { RecordLink } from '../../ui/page/RecordLink';
import { ShortenedName } from '../../ui/page/ShortenedName';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import {
  type ExcelColumn,
  type ExcelExport,
  useDayColumns,
  useFieldColumns,
} from '../../ui/report/useExcelExport';
import { EnrolmentButtons } from './EnrolmentButtons';
import { InactiveStatusChip, StatusChip } from './StatusChip';
import { StudentFilters } from './StudentFilters';
import { callNumber } from './studentModel';

const GuardianPhonesDialog = lazyDialog(() => import('./GuardianPhonesDialog'));

export default function StudentList() {
  const accounts = useAccountsForSelection();
  const hasDuplicates = useServerFeatures().has('furtherScreens');
  const excel = useStudentExport();
  return (
    <ListPage<StudentRow>
      catalogue="students."
      sort={{ field: 'id', order: 'DESC' }}
      tools={
        <>
          <LinkButton to="/link-students" variant="outlined" label={t('menu.linkStudents')} />
          {hasDuplicates && (
            <LinkButton
              to="/duplicates"
              variant="outlined"
              label={t('duplicates.listButton')}
              title={t('duplicates.title')}
            />
          )}
          <ImportLink type="students" />
          <ExportButton {...excel} />
        </>
      }
      mainAction={<CreateButton label={t('menu.addStudent')} />}
      selection={{
        recordName: fullName,
        excel,
        renderActions: (ids, onDone) => (
          <>
            <EnrolmentButtons ids={ids} onDone={onDone} />
            {/* An institute needs these actions once a year, so phones have them behind the button «⋯». */}
            <Tools>
              {accounts.renderButton(ids, onDone)}
              <GuardianPhonesButton ids={ids} onDone={onDone} />
            </Tools>
          </>
        ),
      }}
      figures={<StudentStats />}
      columnsButton={<ColumnsButton />}
      filters={<StudentFilters />}
      recordAddress={findAddress}
      table={<StudentTable />}
      renderRow={renderRow}
    >
      {accounts.dialog}
    </ListPage>
  );
}

interface GuardianPhonesButtonProps {
  ids: readonly number[];
  onDone: () => void;
}

/** Makes the phone numbers of the chosen students those of their guardians. */
function GuardianPhonesButton({ ids, onDone }: GuardianPhonesButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasGuardians = useServerFeatures().has('guardians');
  if (!hasGuardians) return null;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FamilyRestroom />}
        disabled={ids.length === 0 || ids.length > maxPhoneStudents}
        onClick={() => setIsOpen(true)}
      >
        {t('guardianPhones.button')}
      </Button>
      {isOpen && <GuardianPhonesDialog ids={ids} onDone={onDone} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const fullName = ({ full_name }: StudentRow) => full_name;
const findAddress = ({ id }: StudentRow) => `/students/${id}/show`;
const renderRow = (student: StudentRow) => <StudentListRow student={student} />;

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

function useStudentExport(): ExcelExport<StudentRow> {
  const { primaryGuardians } = useApi();
  const hasGuardians = useServerFeatures().has('guardians');
  const loadColumns = async (students: readonly StudentRow[]) =>
    guardianColumns(await primaryGuardians(students.map(({ id }) => Number(id))));
  return {
    fileName: t('students.exportFile'),
    columns: useStudentColumns(),
    ...(hasGuardians && { loadColumns }),
  };
}

const guardianValues: Record<string, (guardian: PrimaryGuardian) => string | null> = {
  guardian_name: ({ name }) => name,
  guardian_phone: ({ phone }) => phone,
  guardian_relation: ({ relation }) => guardianRelationNames[relation],
};

/** The primary guardian. An import of these columns finds him by his number or name, and changes nothing. */
export const guardianColumns = (guardians: ReadonlyMap<number, PrimaryGuardian>): ExcelColumn<StudentRow>[] =>
  sheetColumns(guardianFields).map(({ field, label, width }) => ({
    header: label,
    value: ({ id }) => {
      const guardian = guardians.get(Number(id));
      return guardian && guardianValues[field]?.(guardian);
    },
    width,
  }));

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

const Column = ListColumn<StudentRow>;

function StudentTable() {
  const { has, hasField } = useServerFeatures();
  const hasEnrolments = has('enrolments');
  const formatOptional = (value: string | null | undefined) => value ?? t('ui.nothing');
  const renderNumber = (value: string | null | undefined) =>
    value ? <Isolated>{value}</Isolated> : t('ui.nothing');
  return (
    <ListTable<StudentRow>
      hiddenColumns={hidden}
      hiddenWhenNarrow={hiddenWhenNarrow}
      renderActions={({ full_name }) => <RecordActions name={full_name} />}
      sx={widths}
    >
      <Column source="student_id" render={({ student_id }) => renderNumber(student_id)} />
      <Column
        source="full_name"
        render={({ full_name, status }) => (
          <TwoLines>
            <InactiveStatusChip status={status} /> {full_name}
          </TwoLines>
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
          <RecordLink
            to={batch_id !== null && `/batches/${batch_id}/show`}
            name={<ShortenedName name={formatOptional(batch_name)} />}
          />
        )}
      />
      <Column source="gender" render={({ gender }) => formatOptional(gender)} />
      {hasField('students', 'birth_date') && (
        <Column
          source="birth_date"
          disableSort
          render={({ birth_date }) => <ShortDate value={birth_date} />}
        />
      )}
      {hasField('students', 'created_at') && (
        <Column source="created_at" render={({ created_at }) => <ShortDate value={created_at} />} />
      )}
    </ListTable>
  );
}

/** The column of the name already shows an unusual status. The programme is the same for the whole batch. */
const hidden = ['status', 'program_name', 'gender', 'birth_date', 'created_at'];
const hiddenWhenNarrow = [...hidden, 'index', 'national_id'];

const widths: SxProps<Theme> = {
  '& .column-student_id': { width: 88 },
  '& .column-status': { width: 84 },
  '& .column-national_id, & .column-phone': { width: 104 },
  '& .column-program_name': { width: '15%' },
  '& .column-batch_name': { width: { xs: '24%', lg: '28%' } },
  '& .column-gender': { width: 60 },
  '& .column-birth_date, & .column-created_at': { width: 158 },
};

function StudentListRow({ student }: { student: StudentRow }) {
  const { full_name: name, student_id, email, program_name, batch_name, status } = student;
  const phone = callNumber(student, 'phone');
  const group = batch_name ?? program_name;
  return (
    <RecordRow
      badge={<InactiveStatusChip status={status} />}
      title={name}
      details={[
        student_id && <Isolated key="number">{student_id}</Isolated>,
        group && <ShortenedName key="group" name={group} />,
      ]}
      actions={
        <RecordActions name={name}>
          {phone && (
            <RowButton
              title={t('students.call')}
              label={t('students.callTo', { name })}
              icon={<Call fontSize="small" />}
              href={`tel:${phone}`}
            />
          )}
          {email && (
            <RowButton
              title={t('students.write')}
              label={t('students.writeTo', { name })}
              icon={<Mail fontSize="small" />}
              href={`mailto:${email}`}
            />
          )}
        </RecordActions>
      }
    />
  );
}
