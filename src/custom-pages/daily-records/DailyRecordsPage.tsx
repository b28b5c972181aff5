import Box from '@mui/material/Box';
import { useState } from 'react';
import { dailyRecordType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { DayField } from '../../ui/form/DayField';
import { OfferingFilters } from '../../ui/list/OfferingFilters';
import { Page } from '../../ui/page/Page';
import { SearchField } from '../../ui/list/SearchField';
import { EmptyState } from '../../ui/page/States';
import { useDay } from '../../ui/page/useDay';
import { useOfferingChoice } from '../../ui/list/useOfferingChoice';
import { DailyContent } from './DailyContent';
import { DailyFigures } from './DailyFigures';
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
