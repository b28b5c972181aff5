import Done from '@mui/icons-material/FactCheckOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import Today from '@mui/icons-material/TodayOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/Isolated';
import { StatCard, StatCards } from '../../ui/StatCard';

interface DailyFiguresProps {
  /** Undefined while they are read. */
  students: number | undefined;
  recorded: number;
  date: string;
  subjectName: string;
}

/** How many students, which day and which subject; and how many are recorded. Spec 2 §2. */
export function DailyFigures({ students, recorded, date, subjectName }: DailyFiguresProps) {
  const t = useText();
  return (
    <StatCards>
      <StatCard label={t('dailyRecords.countStudents')} icon={<Groups />} value={students} />
      <StatCard
        label={t('dailyRecords.countRecorded')}
        icon={<Done />}
        value={students === undefined ? undefined : recorded}
        {...(students === undefined ? {} : { hint: t('dailyRecords.recordedOf', { total: students }) })}
      />
      <StatCard
        label={t('dailyRecords.selectedDate')}
        icon={<Today />}
        value={<Words>{hijriDate(date)}</Words>}
        hint={t('ui.gregorian', { date: gregorianDate(date) })}
      />
      <StatCard
        label={t('dailyRecords.selectedSubject')}
        icon={<MenuBook />}
        value={<Words>{subjectName}</Words>}
      />
    </StatCards>
  );
}

/** Words are longer than figures. */
const Words = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ fontSize: '1.0625rem', lineHeight: 1.6, overflowWrap: 'anywhere' }}>
    <Isolated>{children}</Isolated>
  </Box>
);
