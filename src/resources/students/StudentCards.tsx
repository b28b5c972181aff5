import Groups from '@mui/icons-material/GroupsOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import { useState } from 'react';
import { useListContext, useResourceDefinitions } from 'react-admin';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import { daysBefore } from './studentModel';
import { useStudentFigures } from './useStudentFigures';

const newForDays = 30;

/** The figures over the filtered list, each leading to what it counts. */
export function StudentCards() {
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
