import Groups from '@mui/icons-material/GroupsOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ColumnsButton, useDataProvider, useListContext, useResourceDefinitions } from 'react-admin';
import { Link } from 'react-router';
import { namesOf, studentFields } from '../../../contract/recordFields';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import type { Student, StudentRow } from '../../../contract/students';
import type { Api } from '../../dataProvider';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { useText } from '../../i18n/useText';
import { CreateButton, ExportButton, ImportLink } from '../../ui/list/ListButtons';
import { ListPage } from '../../ui/list/ListPage';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import type { ExcelColumn } from '../../ui/report/useExcelExport';
import { StudentFilters } from './StudentFilters';
import { daysBefore } from './studentModel';
import { StudentCard, StudentTable } from './StudentTable';

export default function StudentList() {
  const t = useText();
  const isPhone = useIsPhone();
  return (
    <ListPage<StudentRow>
      of="students"
      sort={{ field: 'id', order: 'DESC' }}
      tools={
        <>
          {!isPhone && <ColumnsButton variant="outlined" size="medium" />}
          <Button component={Link} to="/link-students" variant="outlined">
            {t('users.linkScreen')}
          </Button>
          <ImportLink type="students" />
          <ExportButton fileName={t('students.exportFile')} columns={useStudentColumns()} />
        </>
      }
      add={<CreateButton label={t('students.add')} />}
      cards={<StudentCards />}
      filters={<StudentFilters />}
      table={<StudentTable />}
      renderCard={(student, index) => <StudentCard student={student} index={index} />}
    />
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
