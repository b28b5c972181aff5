import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router';
import { matchesSearch } from '../../../contract/rules/arabicText';
import { useText } from '../../i18n/useText';
import { LeaveQuestion } from '../../ui/dialog/QuestionDialog';
import { ClashDialog } from '../../ui/form/StaleDialog';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { DailyCards } from './DailyCards';
import { DailyTable } from './DailyTable';
import { MushafDialog } from './MushafDialog';
import { rowOf } from './dailyModel';
import type { DailyRecordsOfDay } from './useDailyRecords';

interface DailyContentProps {
  day: DailyRecordsOfDay;
  date: string;
  /** What the names are searched for. */
  q: string;
}

/** The records of the students on a day, and what is done with them. */
export function DailyContent({ day, date, q }: DailyContentProps) {
  const t = useText();
  const isPhone = useIsPhone();
  const { records, edits, entry, changes, fill } = day;
  const content = useRef<HTMLDivElement>(null);
  // Rows that kept a save back are in sight whatever is searched for, or they could not be mended.
  const [refused, setRefused] = useState<{ q: string; keys: readonly string[] } | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [mushafKey, setMushafKey] = useState<string | null>(null);
  const openMushaf = useCallback((key: string) => setMushafKey(key), []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changes > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  if (day.error)
    return <ErrorState title={t('dailyRecords.loadFailed')} error={day.error} onRetry={day.reload} />;
  if (!records) return <Skeleton variant="rounded" height={420} />;
  if (records.length === 0)
    return <EmptyState title={t('dailyRecords.noStudentsTitle')} text={t('dailyRecords.noStudentsText')} />;

  const placed = records.map((one, index) => ({ ...one, place: index + 1 }));
  const found = placed.filter(
    ({ key, record }) =>
      matchesSearch([record.studentName], q) || (refused?.q === q && refused.keys.includes(key)),
  );
  const chosen = records.find(({ key }) => key === mushafKey);
  const Rows = isPhone ? DailyCards : DailyTable;
  const save = () => {
    day.save();
    const [firstWrong] = day.wrong;
    if (firstWrong === undefined) return;
    flushSync(() => {
      setRefused({ q, keys: day.wrong });
      setOpenKey(firstWrong);
    });
    content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Stack ref={content} spacing={2} sx={{ minWidth: 0 }}>
      {found.length === 0 ? (
        <EmptyState title={t('ui.noResultsTitle')} text={t('dailyRecords.noneFoundText')} />
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
      <ClashDialog
        clashes={day.clashes}
        fieldOf={({ key, column, studentName }) => ({
          name: `${column} ${key}`,
          label: t('dailyRecords.cellOf', {
            column: t(`dailyRecords.columns.${column}`),
            student: studentName,
          }),
        })}
        isSaving={day.isSaving}
        onSettle={day.settle}
        onClose={day.dropClashes}
      />
      <LeaveQuestion
        isOpen={blocker.state === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => {
          day.cancel();
          blocker.proceed?.();
        }}
      />
    </Stack>
  );
}
