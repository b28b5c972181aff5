import MapIcon from '@mui/icons-material/GridOnOutlined';
import { Alert, Box, Button, Skeleton, Stack } from '@mui/material';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Batch } from '../../../contract/batches';
import { filterRows } from '../../../contract/rules/arabicText';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { dailyRecordType, defaultRecordKind, type RecordKind } from '../../../contract/vocabulary';
import type { Entry as OutboxEntry } from '../../dataProvider/outbox/kinds';
import { sendQueued } from '../../dataProvider/outbox/outbox';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { LazyMushafDialog, loadMushafDialog } from '../../features/hearing/lazyMushafDialog';
import { ChooseState, ForeignCircle } from '../../features/teaching-context/ChooseState';
import { ContextBar, ContextTools } from '../../features/teaching-context/ContextBar';
import { useDatesQuestion } from '../../features/teaching-context/datesQuestion';
import { isOtherSheet, useCircleChoice } from '../../features/teaching-context/useCircleChoice';
import { useDay } from '../../features/teaching-context/useDay';
import { type OfferingChoice, useOfferingChoice } from '../../features/teaching-context/useOfferingChoice';
import { useStudentSearch } from '../../features/teaching-context/useStudentSearch';
import { useTeachingContext } from '../../features/teaching-context/useTeachingContext';
import { BatchSectionProvider, useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { AskBeforeLeaving } from '../../ui/dialog/AskBeforeLeaving';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { LazyBoundary } from '../../ui/page/LazyBoundary';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { DailyCards } from './DailyCards';
import type { DailyRowsProps } from './DailyTable';
import { hasKinds, isFilled, buildRow } from './dailyModel';
import { summariseOtherKinds, getKind, KindTabs, useKind } from './Kinds';
import { type DailyRecordsOfDay, useDailyRecords } from './useDailyRecords';

const DailyTable = lazyComponent(() => import('./DailyTable'));
const LazyTable = (props: DailyRowsProps) => (
  <LazyBoundary fallback={<Skeleton variant="rounded" height={420} />}>
    <DailyTable {...props} />
  </LazyBoundary>
);
const loadRecitations = () => import('./RecitationsDialog');
const loadClashes = () => import('./DailyClashes');
const RecitationsDialog = lazyDialog(loadRecitations);
const DailyClashes = lazyDialog(loadClashes, ({ recordsState: day }) => day.dropClashes());

function usePreload(isPhone: boolean, hasRecords: boolean) {
  useEffect(() => {
    // Loads in parallel with the records.
    if (!isPhone) void DailyTable.preload();
  }, [isPhone]);
  useEffect(() => {
    // Loads the dialogs early, because the network may fail before they open.
    if (hasRecords)
      void Promise.all([loadRecitations(), loadClashes(), loadMushafDialog()]).catch(() => undefined);
  }, [hasRecords]);
}

const subjectTypes = [dailyRecordType];

export default function DailyRecordsPage() {
  const choice = useOfferingChoice(subjectTypes);
  return (
    <BatchSectionProvider value={choice.batch?.section}>
      <DailyRecords choice={choice} />
    </BatchSectionProvider>
  );
}

function DailyRecords({ choice }: { choice: OfferingChoice }) {
  const day = useDay();
  const search = useStudentSearch();
  const { batch, subject, offering } = choice;
  const { date } = day;
  const circles = useCircleChoice(choice, date);
  const { context, filters } = useTeachingContext({
    choice,
    types: subjectTypes,
    noSubjects: t('teaching.noDailySubjects'),
    circles,
    day,
  });
  const isReady = !circles.isLoading && !circles.isForeign;
  const recordsState = useDailyRecords(isReady ? offering : null, date, circles.circleId, {
    subject: subject?.name,
    circle: circles.circles.find(({ id }) => id === circles.circleId)?.name,
  });
  const { kind: requestedKind, setKind } = useKind();
  // The address may have a kind although the server has no kinds.
  const canHaveKinds = recordsState.records?.some(({ record }) => hasKinds(record)) ?? true;
  const kind = canHaveKinds ? requestedKind : defaultRecordKind;
  const recordsOfKind = recordsState.records?.filter((keyed) => getKind(keyed) === kind);
  const filledRecords = recordsOfKind?.filter(({ record }) =>
    isFilled(buildRow(record, undefined, recordsState.settings)),
  );
  return (
    <Page
      title={t('menu.dailyRecords')}
      subtitle={!offering && !choice.isLoading && t('dailyRecords.subtitle')}
      context={
        <ContextBar
          context={context}
          search={search}
          progress={
            recordsOfKind && filledRecords
              ? { done: filledRecords.length, total: recordsOfKind.length }
              : null
          }
        />
      }
      figures={
        subject &&
        // The labels depend on the batch, so that they do not change after the first paint.
        batch && (
          <DailyStats
            studentCount={recordsOfKind?.length}
            recordedCount={filledRecords?.length ?? 0}
            date={date}
            subjectName={subject.name}
          />
        )
      }
      isFolded
      tools={
        (batch || choice.isLoading) && (
          <>
            <ContextTools context={context} search={search} />
            {batch && <MapLink batchId={batch.id} circleId={circles.circleId} />}
          </>
        )
      }
      filters={filters}
    >
      {circles.isForeign ? (
        <ForeignCircle circles={circles} />
      ) : batch && offering ? (
        <DailyContent
          key={`${offering.subjectCode} ${date} ${circles.circleId}`}
          batch={batch}
          recordsState={recordsState}
          date={date}
          kind={kind}
          q={search.q}
          onSelectKind={setKind}
        />
      ) : choice.isLoading ? (
        <Skeleton variant="rounded" height={420} />
      ) : (
        <ChooseState
          title={t('teaching.chooseOffering')}
          text={t('dailyRecords.chooseText')}
          resource="subjects"
        />
      )}
    </Page>
  );
}

function QueuedSaves({ entries }: Pick<DailyRecordsOfDay, 'entries'>) {
  const hasState = (state: OutboxEntry['state']) => entries.some((one) => one.state === state);
  return (
    <div role="status">
      {hasState('refused') ? (
        <Alert severity="error" action={<LinkButton to="/outbox" label={t('outbox.open')} />}>
          {t('dailyRecords.needsYou')}
        </Alert>
      ) : hasState('waiting') ? (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={sendQueued}>
              {t('ui.sendNow')}
            </Button>
          }
        >
          {t('dailyRecords.waiting')}
        </Alert>
      ) : (
        hasState('sending') && <Alert severity="info">{t('dailyRecords.sending')}</Alert>
      )}
    </div>
  );
}

function MapLink({ batchId, circleId }: { batchId: number; circleId: number | null }) {
  if (!useServerFeatures().has('hifz')) return null;
  const query = new URLSearchParams({ part: 'hifz', ...(circleId && { circle_id: String(circleId) }) });
  return (
    <LinkButton to={`/batches/${batchId}/show?${query}`} label={t('cards.hifzMap')} startIcon={<MapIcon />} />
  );
}

interface DailyStatsProps {
  studentCount: number | undefined;
  recordedCount: number;
  date: string;
  subjectName: string;
}

function DailyStats({ studentCount, recordedCount, date, subjectName }: DailyStatsProps) {
  const text = useStudentText();
  const statValue = (value: ReactNode) =>
    studentCount === undefined ? undefined : <Isolated>{value}</Isolated>;
  return (
    <FigureStrip>
      <Figure label={text('labels.studentsCount')} value={statValue(studentCount)} />
      <Figure label={text('dailyRecords.countRecorded')} value={statValue(recordedCount)} />
      <Figure
        label={t('dailyRecords.selectedDate')}
        value={<bdi>{hijriDate(date)}</bdi>}
        hint={t('ui.gregorian', { date: gregorianDate(date) })}
      />
      <Figure label={t('dailyRecords.selectedSubject')} value={subjectName} />
    </FigureStrip>
  );
}

interface DailyContentProps {
  batch: Batch;
  recordsState: DailyRecordsOfDay;
  date: string;
  kind: RecordKind;
  q: string;
  onSelectKind: (kind: RecordKind) => void;
}

function DailyContent({ batch, recordsState, date, kind, q, onSelectKind }: DailyContentProps) {
  const isPhone = useIsPhone();
  const text = useStudentText();
  const datesQuestion = useDatesQuestion(batch, date, recordsState.save);
  const { records, edits, settings, changeCount, fill } = recordsState;
  const content = useRef<HTMLDivElement>(null);
  // Rows with a problem stay visible in any search, so that the user can correct them.
  const [failedSave, setFailedSave] = useState<{ q: string; keys: readonly string[] } | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [mushafKey, setMushafKey] = useState<string | null>(null);
  const [recitationsKey, setRecitationsKey] = useState<string | null>(null);
  // After a reload, unsaved forms open again until the user closes them.
  const [closedKeys, setClosedKeys] = useState<readonly string[]>([]);
  const restoredRecord = records?.find(
    ({ key }) => key in recordsState.forms.drafts && !closedKeys.includes(key),
  );
  if (recitationsKey === null && restoredRecord) setRecitationsKey(restoredRecord.key);
  usePreload(isPhone, records !== undefined);
  const openMushaf = useCallback((key: string) => setMushafKey(key), []);
  // The rows of a kind render only after the address has the kind.
  const pendingFocus = useRef<{ kind: RecordKind; selector: string } | null>(null);
  useEffect(() => {
    if (pendingFocus.current?.kind !== kind) return;
    content.current?.querySelector<HTMLElement>(pendingFocus.current.selector)?.focus();
    pendingFocus.current = null;
  });
  const openKind = useCallback(
    (targetKind: RecordKind, fromKey: string) => {
      const student = records?.find(({ key }) => key === fromKey)?.student;
      const rowKey =
        records?.find((one) => one.student === student && getKind(one) === targetKind)?.key ?? '';
      pendingFocus.current = {
        kind: targetKind,
        selector: `[data-row=${JSON.stringify(rowKey)}] [data-cell="recordContent"]`,
      };
      onSelectKind(targetKind);
    },
    [records, onSelectKind],
  );
  if (recordsState.error)
    return (
      <ErrorState
        title={t('dailyRecords.loadFailed')}
        error={recordsState.error}
        onRetry={recordsState.reload}
      />
    );
  if (!records) return <Skeleton variant="rounded" height={420} />;
  if (records.length === 0)
    return <EmptyState title={text('teaching.noStudentsTitle')} text={text('teaching.noStudentsText')} />;

  const otherKindsOf = summariseOtherKinds(records, edits, settings, kind);
  const rowsOfKind = records
    .filter((keyed) => getKind(keyed) === kind)
    .map((keyed, index) => ({ ...keyed, rowNumber: index + 1, otherKinds: otherKindsOf(keyed.student) }));
  const matchingRows = new Set(filterRows(rowsOfKind, q, ({ record }) => [record.studentName]));
  const visibleRows = rowsOfKind.filter(
    (one) => matchingRows.has(one) || (failedSave?.q === q && failedSave.keys.includes(one.key)),
  );
  const mushafRecord = records.find(({ key }) => key === mushafKey);
  const recitationsRecord = records.find(({ key }) => key === recitationsKey);
  const openStudent = records.find(({ key }) => key === openKey)?.student;
  const openRowKey = rowsOfKind.find(({ student }) => student === openStudent)?.key ?? null;
  const DailyRows = isPhone ? DailyCards : LazyTable;
  const save = async (): Promise<boolean> => {
    const [firstInvalidKey] = recordsState.invalidKeys;
    const isSaved = await datesQuestion.save();
    if (firstInvalidKey === undefined) return isSaved;
    const invalidRecord = records.find(({ key }) => key === firstInvalidKey);
    if (invalidRecord) {
      pendingFocus.current = { kind: getKind(invalidRecord), selector: '[aria-invalid="true"]' };
      onSelectKind(getKind(invalidRecord));
    }
    setFailedSave({ q, keys: recordsState.invalidKeys });
    setOpenKey(firstInvalidKey);
    return false;
  };
  return (
    <Stack ref={content} spacing={1} sx={{ minWidth: 0 }}>
      <QueuedSaves entries={recordsState.entries} />
      {records.some(({ record }) => hasKinds(record)) && (
        <KindTabs kind={kind} records={records} edits={edits} settings={settings} onChoose={onSelectKind} />
      )}
      {visibleRows.length === 0 ? (
        <EmptyState title={t('ui.noResultsTitle')} text={text('teaching.noStudentFound')} />
      ) : (
        <DailyRows
          rows={visibleRows}
          edits={edits}
          settings={settings}
          date={date}
          openKey={openRowKey}
          onOpen={setOpenKey}
          onType={recordsState.changeText}
          onFill={fill}
          onOpenMushaf={openMushaf}
          onOpenRecitations={setRecitationsKey}
          onSelectKind={openKind}
        />
      )}
      <div role="alert">
        {recordsState.isLost && changeCount > 0 && <Alert severity="warning">{t('dailyRecords.lost')}</Alert>}
      </div>
      <Box sx={{ position: 'sticky', bottom: { xs: 0, sm: 8 }, zIndex: 2 }}>
        <UnsavedBar
          count={changeCount}
          isSaving={recordsState.isSaving}
          saveLabel={t('dailyRecords.save')}
          onSave={() => void save()}
          onCancel={recordsState.cancel}
        />
      </Box>
      {mushafRecord && (
        <LazyMushafDialog
          studentName={mushafRecord.record.studentName}
          content={buildRow(mushafRecord.record, edits[mushafRecord.key], settings).texts.recordContent}
          lastRange={mushafRecord.record.lastRange}
          canHaveSeveral={hasKinds(mushafRecord.record)}
          onApply={(recordContent, pages) => {
            fill(mushafRecord.key, mushafRecord.record, recordContent, pages);
            setMushafKey(null);
          }}
          onClose={() => setMushafKey(null)}
        />
      )}
      {recitationsRecord && (
        <RecitationsDialog
          key={recitationsRecord.key}
          record={recitationsRecord.record}
          settings={settings}
          recitations={recordsState.recitations}
          draft={recordsState.forms.drafts[recitationsRecord.key] ?? null}
          onChange={(update) => recordsState.forms.change(recitationsRecord.key, update)}
          onClose={() => {
            setClosedKeys([...closedKeys, recitationsRecord.key]);
            setRecitationsKey(null);
          }}
        />
      )}
      {datesQuestion.dialog}
      {recordsState.clashes.length > 0 && <DailyClashes recordsState={recordsState} />}
      <AskBeforeLeaving
        isDirty={changeCount > 0}
        onLeave={recordsState.cancel}
        save={(onEnd) => void save().then(onEnd)}
        isAway={isOtherSheet}
      />
    </Stack>
  );
}
