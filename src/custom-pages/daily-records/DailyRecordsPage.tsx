import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { dailyRecordType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { DayField } from '../../ui/form/DayField';
import { OfferingFilters } from '../../ui/list/OfferingFilters';
import { SearchField } from '../../ui/list/SearchField';
import { useOfferingChoice } from '../../ui/list/useOfferingChoice';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { useDay } from '../../ui/page/useDay';
import { DailyContent } from './DailyContent';
import { isFilled, rowOf } from './dailyModel';
import { useDailyRecords } from './useDailyRecords';

/** What each student recites day by day, in the subjects of daily records. */
export default function DailyRecordsPage() {
  const t = useText();
  const choice = useOfferingChoice('daily-records', [dailyRecordType]);
  const { date, today, setDate } = useDay();
  const [q, setQ] = useState('');
  const { batch, subject } = choice;
  const sheet = batch && subject ? { batchName: batch.batch_name, subjectCode: subject.subject_code } : null;
  const day = useDailyRecords(sheet, date);
  const recorded = day.records?.filter(({ record }) => isFilled(rowOf(record, undefined, day.entry)));
  return (
    <Page
      title={t('dailyRecords.title')}
      subtitle={t('dailyRecords.subtitle')}
      cards={
        subject && (
          <DailyFigures
            students={day.records?.length}
            recorded={recorded?.length ?? 0}
            date={date}
            subjectName={subject.name}
          />
        )
      }
      filters={
        <OfferingFilters choice={choice} noSubjects={t('teaching.noDailySubjects')}>
          <DayField
            label={t('teaching.date')}
            value={date}
            max={today}
            tooLate={t('teaching.futureDate')}
            isRequired
            onChange={setDate}
          />
          {sheet && (
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
              <SearchField label={t('teaching.searchStudent')} q={q} onSearch={setQ} />
            </Box>
          )}
        </OfferingFilters>
      }
    >
      {sheet ? (
        <DailyContent key={`${sheet.subjectCode} ${date}`} day={day} date={date} q={q} />
      ) : (
        <EmptyState title={t('dailyRecords.chooseTitle')} text={t('dailyRecords.chooseText')} />
      )}
    </Page>
  );
}

interface DailyFiguresProps {
  /** Undefined while they are read. */
  students: number | undefined;
  recorded: number;
  date: string;
  subjectName: string;
}

/** How many students, which day and which subject; and how many are recorded. Low, since it stands over a long table. */
function DailyFigures({ students, recorded, date, subjectName }: DailyFiguresProps) {
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
