import ReportIcon from '@mui/icons-material/SummarizeOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { DayField } from '../../ui/form/DayField';
import { OfferingFilters } from '../../ui/list/OfferingFilters';
import { SearchField } from '../../ui/list/SearchField';
import { useOfferingChoice } from '../../ui/list/useOfferingChoice';
import { BothDates } from '../../ui/page/BothDates';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { useDay } from '../../ui/page/useDay';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { AbsenceFigures, TopAbsentees, useAbsenceStatistics } from './AbsenceFigures';
import { AbsenceReport } from './AbsenceReport';
import { RegisterContent } from './RegisterContent';
import { WaitingRegisters } from './RegisterQueueState';

const columns = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 1fr)' },
  alignItems: 'start',
} as const;

/** The register of a day, and who is absent most. */
export default function AbsencesPage() {
  const t = useText();
  const choice = useOfferingChoice('absences');
  const { date, today, setDate } = useDay();
  const [q, setQ] = useState('');
  const [isReportOpen, setIsReportOpen] = useState(false);
  const { batch, subject } = choice;
  const statistics = useAbsenceStatistics(batch?.batch_name, subject?.subject_code);
  const sheet = batch && subject ? { batchName: batch.batch_name, subjectCode: subject.subject_code } : null;
  const isPhone = useIsPhone();
  // On a phone the register comes first.
  const figures = <AbsenceFigures statistics={statistics} hasBatch={batch !== undefined} />;
  return (
    <Page
      title={t('absences.title')}
      subtitle={
        <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'baseline' }}>
          {t('absences.registerOf')}
          <span>
            <BothDates value={date} />
          </span>
        </Box>
      }
      action={
        batch && (
          <Button variant="outlined" startIcon={<ReportIcon />} onClick={() => setIsReportOpen(true)}>
            {t('absences.report')}
          </Button>
        )
      }
      cards={isPhone ? undefined : figures}
      filters={
        <OfferingFilters choice={choice}>
          <DayField
            label={t('teaching.date')}
            value={date}
            max={today}
            isRequired
            tooLate={t('teaching.futureDate')}
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
      <Box sx={columns}>
        {sheet ? (
          <RegisterContent sheet={sheet} date={date} q={q} />
        ) : (
          <Stack spacing={2}>
            <WaitingRegisters />
            <EmptyState title={t('absences.chooseTitle')} text={t('absences.chooseText')} />
          </Stack>
        )}
        <TopAbsentees statistics={statistics} />
      </Box>
      {isPhone && figures}
      {batch && isReportOpen && (
        <AbsenceReport
          batchName={batch.batch_name}
          subjects={choice.subjects}
          today={today}
          onClose={() => setIsReportOpen(false)}
        />
      )}
    </Page>
  );
}
