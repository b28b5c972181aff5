import Groups from '@mui/icons-material/GroupsOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ColumnsButton,
  ListBase,
  useDataProvider,
  useListContext,
  useResourceDefinitions,
} from 'react-admin';
import { Link } from 'react-router';
import { namesOf, studentFields } from '../../../contract/recordFields';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import type { Student, StudentRow } from '../../../contract/students';
import type { Api } from '../../dataProvider';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import { CreateButton, ExportButton, ImportLink } from '../../ui/list/ListButtons';
import { ListContent } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import type { ExcelColumn } from '../../ui/report/useExcelExport';
import { StudentCard, StudentTable } from './StudentTable';
import { StudentFilters } from './StudentFilters';
import { daysBefore } from './studentModel';

const StudentList = () => (
  <ListBase sort={{ field: 'id', order: 'DESC' }} perPage={25}>
    <StudentListPage />
  </ListBase>
);
export default StudentList;

const asCard = (student: StudentRow, index: number) => <StudentCard student={student} index={index} />;

function StudentListPage() {
  const t = useText();
  const isPhone = useIsPhone();
  return (
    <Page
      title={t('students.title')}
      subtitle={t('students.subtitle')}
      action={
        <>
          {!isPhone && <ColumnsButton variant="outlined" size="medium" />}
          <Button component={Link} to="/link-students" variant="outlined">
            {t('users.linkScreen')}
          </Button>
          <ImportLink type="students" />
          <ExportButton fileName={t('students.exportFile')} columns={useStudentColumns()} />
          <CreateButton label={t('students.add')} />
        </>
      }
      cards={<StudentCards />}
      filters={<StudentFilters />}
    >
      <ListContent<StudentRow>
        failed={t('students.loadFailed')}
        table={<StudentTable />}
        card={asCard}
        empty={
          <EmptyState
            title={t('students.emptyTitle')}
            text={t('students.emptyText')}
            action={<CreateButton label={t('students.add')} />}
          />
        }
      />
    </Page>
  );
}

const newForDays = 30;

/** The figures over the filtered list, each leading to what it counts. */
function StudentCards() {
  const t = useText();
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
    <StatCards>
      <StatCard icon={<School />} label={t('students.total')} value={value('total')} />
      <StatCard
        icon={<MenuBook />}
        label={t('students.programs')}
        value={value('programs')}
        to={list('programs', {})}
      />
      <StatCard
        icon={<Groups />}
        label={t('students.batches')}
        value={value('batches')}
        to={list('batches', program_id === undefined ? {} : { program_id })}
      />
      {figures?.new_students !== null && (
        <StatCard
          icon={<PersonAdd />}
          label={t('students.newStudents')}
          value={value('new_students')}
          hint={t('students.newStudentsHint')}
          to={list('students', { ...filterValues, created_since: since })}
        />
      )}
    </StatCards>
  );
}

/** Figures over the filtered list around; undefined while they are read, null where they could not be. */
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
  const t = useText();
  const { hasField } = useServerFeatures();
  const timeZone = useTimeZone();
  const asText = (field: keyof Student, width = 20): ExcelColumn<StudentRow> => ({
    header: t(`resources.students.fields.${field as 'full_name'}`),
    value: (row) => (row[field] == null ? null : String(row[field])),
    width,
  });
  const { student_id, ...fields } = studentFields;
  const created = t('resources.students.fields.created_at');
  return [
    { header: t('ui.index'), value: (_, index) => index + 1, width: 6 },
    asText('student_id', student_id.width),
    asText('full_name', 36),
    // Each name by itself, so that the sheet says the same when it is imported again.
    ...namesOf(fields).map((name) => asText(name, fields[name].width)),
    asText('program_name', 30),
    asText('batch_name', 30),
    ...(hasField('students', 'created_at')
      ? [
          {
            header: `${created} (${t('ui.hijriCalendar')})`,
            value: (row: StudentRow) => hijriDate(row.created_at ?? '', { timeZone }),
            width: 24,
          },
          {
            header: `${created} (${t('ui.gregorianCalendar')})`,
            value: (row: StudentRow) => gregorianDate(row.created_at ?? '', { timeZone }),
            width: 24,
          },
        ]
      : []),
  ];
}
