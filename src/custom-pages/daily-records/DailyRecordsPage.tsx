import { Alert, Box, Card, Skeleton, Stack, Typography } from '@mui/material';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Batch } from '../../../contract/batches';
import { matchesSearch } from '../../../contract/rules/arabicText';
import { dailyRecordType } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { AskBeforeLeaving } from '../../ui/dialog/QuestionDialog';
import { useDatesQuestion } from '../../ui/form/datesQuestion';
import { ClashDialog } from '../../ui/form/StaleDialog';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { DayFilters } from '../../ui/list/OfferingFilters';
import { useOfferingChoice } from '../../ui/list/useOfferingChoice';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { useDay } from '../../ui/page/useDay';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { DailyCards } from './DailyCards';
import { isFilled, rowOf } from './dailyModel';
import { DailyTable } from './DailyTable';
import { MushafDialog } from './MushafDialog';
import { type DailyRecordsOfDay, useDailyRecords } from './useDailyRecords';

/** What each student recites day by day, in the subjects of daily records. */
export default function DailyRecordsPage() {
  const choice = useOfferingChoice('daily-records', [dailyRecordType]);
  const day = useDay();
  const [q, setQ] = useState('');
  const { batch, subject, offering } = choice;
  const { date } = day;
  const sheet = useDailyRecords(offering, date);
  const recorded = sheet.records?.filter(({ record }) => isFilled(rowOf(record, undefined, sheet.entry)));
  return (
    <Page
      title={t('dailyRecords.title')}
      subtitle={t('dailyRecords.subtitle')}
      cards={
        subject && (
          <DailyFigures
            students={sheet.records?.length}
            recorded={recorded?.length ?? 0}
            date={date}
            subjectName={subject.name}
          />
        )
      }
      filters={
        <DayFilters
          choice={choice}
          noSubjects={t('teaching.noDailySubjects')}
          day={day}
          q={q}
          onSearch={setQ}
        />
      }
    >
      {batch && offering ? (
        <DailyContent key={`${offering.subjectCode} ${date}`} batch={batch} day={sheet} date={date} q={q} />
      ) : (
        <EmptyState title={t('teaching.chooseOffering')} text={t('dailyRecords.chooseText')} />
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
  const figure = (value: ReactNode) =>
    students === undefined ? <Skeleton width={40} /> : <Isolated>{value}</Isolated>;
  return (
    <Card component="dl" sx={{ m: 0, px: 2, py: 1.5, display: 'grid', gap: 2, rowGap: 1, ...columns }}>
      <Figure label={t('labels.studentsCount')}>{figure(students)}</Figure>
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
    <SecondaryText component="dt">{label}</SecondaryText>
    <Typography component="dd" sx={{ m: 0, fontWeight: 700, lineHeight: 1.5, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </Box>
);

interface DailyContentProps {
  batch: Batch;
  day: DailyRecordsOfDay;
  date: string;
  /** What the names are searched for. */
  q: string;
}

function DailyContent({ batch, day, date, q }: DailyContentProps) {
  const isPhone = useIsPhone();
  const question = useDatesQuestion(batch, date, day.save);
  const { records, edits, entry, changes, fill } = day;
  const content = useRef<HTMLDivElement>(null);
  // Rows that kept a save back are in sight whatever is searched for, or they could not be mended.
  const [refused, setRefused] = useState<{ q: string; keys: readonly string[] } | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [mushafKey, setMushafKey] = useState<string | null>(null);
  const openMushaf = useCallback((key: string) => setMushafKey(key), []);
  if (day.error)
    return <ErrorState title={t('dailyRecords.loadFailed')} error={day.error} onRetry={day.reload} />;
  if (!records) return <Skeleton variant="rounded" height={420} />;
  if (records.length === 0)
    return <EmptyState title={t('teaching.noStudentsTitle')} text={t('teaching.noStudentsText')} />;

  const placed = records.map((one, index) => ({ ...one, place: index + 1 }));
  const found = placed.filter(
    ({ key, record }) =>
      matchesSearch([record.studentName], q) || (refused?.q === q && refused.keys.includes(key)),
  );
  const chosen = records.find(({ key }) => key === mushafKey);
  const Rows = isPhone ? DailyCards : DailyTable;
  const save = () => {
    const [firstWrong] = day.wrong;
    if (firstWrong === undefined) return question.save();
    day.save();
    flushSync(() => {
      setRefused({ q, keys: day.wrong });
      setOpenKey(firstWrong);
    });
    content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Stack ref={content} spacing={2} sx={{ minWidth: 0 }}>
      {found.length === 0 ? (
        <EmptyState title={t('ui.noResultsTitle')} text={t('teaching.noStudentFound')} />
      ) : (
        <Rows
          found={found}
          edits={edits}
          entry={entry}
          date={date}
          openKey={openKey}
          onOpen={setOpenKey}
          onType={day.type}
          onFill={fill}
          onMushaf={openMushaf}
        />
      )}
      <div role="alert">
        {day.isLost && changes > 0 && <Alert severity="warning">{t('dailyRecords.lost')}</Alert>}
      </div>
      <Box sx={{ position: 'sticky', bottom: { xs: 0, sm: 16 }, zIndex: 2 }}>
        <UnsavedBar
          count={changes}
          isSaving={day.isSaving}
          saveLabel={t('dailyRecords.save')}
          onSave={save}
          onCancel={day.cancel}
        />
      </Box>
      {chosen && (
        <MushafDialog
          studentName={chosen.record.studentName}
          content={rowOf(chosen.record, edits[chosen.key], entry).texts.recordContent}
          lastRange={chosen.record.lastRange}
          onApply={(recordContent, pages) => {
            fill(chosen.key, chosen.record, recordContent, pages);
            setMushafKey(null);
          }}
          onClose={() => setMushafKey(null)}
        />
      )}
      {question.dialog}
      <ClashDialog
        clashes={day.clashes}
        fieldOf={({ key, column, studentName }) => ({
          name: `${column} ${key}`,
          label: t('teaching.cellOf', {
            column: t(`dailyRecords.columns.${column}`),
            student: studentName,
          }),
        })}
        isSaving={day.isSaving}
        onSettle={day.settle}
        onClose={day.dropClashes}
      />
      <AskBeforeLeaving isDirty={changes > 0} onLeave={day.cancel} />
    </Stack>
  );
}
