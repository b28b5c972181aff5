import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/useText';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';

interface DailyFiguresProps {
  /** Undefined while they are read. */
  students: number | undefined;
  recorded: number;
  date: string;
  subjectName: string;
}

/** How many students, which day and which subject; and how many are recorded. Low, since it stands over a long table. */
export function DailyFigures({ students, recorded, date, subjectName }: DailyFiguresProps) {
  const t = useText();
  const figure = (value: ReactNode) =>
    students === undefined ? <Skeleton width={40} /> : <Isolated>{value}</Isolated>;
  return (
    <Card component="dl" sx={{ m: 0, px: 2, py: 1.5, display: 'grid', gap: 2, rowGap: 1, ...columns }}>
      <Figure label={t('dailyRecords.countStudents')}>{figure(students)}</Figure>
      <Figure label={t('dailyRecords.countRecorded')}>{figure(recorded)}</Figure>
      <Figure label={t('dailyRecords.selectedDate')}>
        <BothDates value={date} />
      </Figure>
      <Figure label={t('dailyRecords.selectedSubject')}>{subjectName}</Figure>
    </Card>
  );
}

const columns = {
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: '1fr 1fr 2fr 2fr' },
  alignItems: 'start',
};

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography component="dt" variant="body2" color="text.secondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontWeight: 700, lineHeight: 1.5, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </Box>
);
