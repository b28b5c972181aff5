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
import { ChooseState } from '../../features/teaching-context/ChooseState';
import { ContextBar } from '../../features/teaching-context/ContextBar';
import { ForeignCircle } from '../../features/teaching-context/OfferingFilters';
import { useDatesQuestion } from '../../features/teaching-context/datesQuestion';
import { isOtherSheet, useCircleChoice } from '../../features/teaching-context/useCircleChoice';
import { useDay } from '../../features/teaching-context/useDay';
import { useOfferingChoice } from '../../features/teaching-context/useOfferingChoice';
import { useTeachingContext } from '../../features/teaching-context/useTeachingContext';
import { t } from '../../i18n/text';
import { AskBeforeLeaving } from '../../ui/dialog/AskBeforeLeaving';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { useNameSearch } from '../../ui/page/useAddress';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';
import { DailyCards } from './DailyCards';
import { hasKinds, isFilled, rowOf } from './dailyModel';
import { heardElsewhere, kindOf, KindTabs, useKind } from './Kinds';
import { DailyTable } from './DailyTable';
import { type DailyRecordsOfDay, useDailyRecords } from './useDailyRecords';

const loadRecitations = () => import('./RecitationsDialog');
const loadClashes = () => import('./DailyClashes');
const RecitationsDialog = lazyDialog(loadRecitations);
const DailyClashes = lazyDialog(loadClashes, ({ day }) => day.dropClashes());

/** What is needed later, perhaps when there is no network. */
const loadLater = () =>
  Promise.all([loadRecitations(), loadClashes(), loadMushafDialog()]).catch(() => undefined);

const types = [dailyRecordType];

/** What each student recites day by day, in the subjects of daily records. */
export default function DailyRecordsPage() {
  const choice = useOfferingChoice(types);
  const day = useDay();
  const [q, setQ] = useNameSearch();
  const { batch, subject, offering } = choice;
  const { date } = day;
  const circles = useCircleChoice(choice, date);
  const { context, filters } = useTeachingContext({
    choice,
    types,
    noSubjects: t('teaching.noDailySubjects'),
    circles,
    day,
  });
  const isReady = !circles.isReading && !circles.isForeign;
  const sheet = useDailyRecords(isReady ? offering : null, date, circles.circleId, {
    subject: subject?.name,
    circle: circles.circles.find(({ id }) => id === circles.circleId)?.name,
  });
  const { kind: asked, setKind } = useKind();
  // The address may name one where the server knows none.
  const isKinds = sheet.records?.some(({ record }) => hasKinds(record)) ?? true;
  const kind = isKinds ? asked : defaultRecordKind;
  const shown = sheet.records?.filter((keyed) => kindOf(keyed) === kind);
  const recorded = shown?.filter(({ record }) => isFilled(rowOf(record, undefined, sheet.entry)));
  return (
    <Page
      title={t('dailyRecords.title')}
      subtitle={!offering && !choice.isComing && t('dailyRecords.subtitle')}
      context={<ContextBar context={context} search={{ q, onSearch: setQ }} />}
      figures={
        subject && (
          <DailyFigures
            students={shown?.length}
            recorded={recorded?.length ?? 0}
            date={date}
            subjectName={subject.name}
          />
        )
      }
      isFolded
      tools={batch && <MapLink batchId={batch.id} circleId={circles.circleId} />}
      filters={filters}
    >
      {circles.isForeign ? (
        <ForeignCircle circles={circles} />
      ) : batch && offering ? (
        <DailyContent
          key={`${offering.subjectCode} ${date} ${circles.circleId}`}
          batch={batch}
          day={sheet}
          date={date}
          kind={kind}
          q={q}
          onKind={setKind}
        />
      ) : choice.isComing ? (
        <Skeleton variant="rounded" height={420} />
      ) : (
        <ChooseState
          title={t('teaching.chooseOffering')}
          text={t('dailyRecords.chooseText')}
          from="subjects"
        />
      )}
    </Page>
  );
}

/** What was saved here for the day and has not arrived: it waits, is being sent, or needs the person. */
function DayOnWay({ entries }: Pick<DailyRecordsOfDay, 'entries'>) {
  const has = (state: OutboxEntry['state']) => entries.some((one) => one.state === state);
  return (
    <div role="status">
      {has('refused') ? (
        <Alert severity="error" action={<LinkButton to="/outbox" label={t('outbox.open')} />}>
          {t('dailyRecords.needsYou')}
        </Alert>
      ) : has('waiting') ? (
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
        has('sending') && <Alert severity="info">{t('dailyRecords.sending')}</Alert>
      )}
    </div>
  );
}

/** To what the students of the sheet have memorised. */
function MapLink({ batchId, circleId }: { batchId: number; circleId: number | null }) {
  if (!useServerFeatures().has('hifz')) return null;
  const address = new URLSearchParams({ part: 'hifz', ...(circleId && { circle_id: String(circleId) }) });
  return (
    <LinkButton
      to={`/batches/${batchId}/show?${address}`}
      label={t('cards.hifzMap')}
      startIcon={<MapIcon />}
    />
  );
}

interface DailyFiguresProps {
  /** Undefined while they are read. */
  students: number | undefined;
  recorded: number;
  date: string;
  subjectName: string;
}

/** How many students, which day and which subject; and how many are recorded. */
function DailyFigures({ students, recorded, date, subjectName }: DailyFiguresProps) {
  const figure = (value: ReactNode) => (students === undefined ? undefined : <Isolated>{value}</Isolated>);
  return (
    <FigureStrip>
      <Figure label={t('labels.studentsCount')} value={figure(students)} />
      <Figure label={t('dailyRecords.countRecorded')} value={figure(recorded)} />
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
  day: DailyRecordsOfDay;
  date: string;
  /** Of what is heard, the kind whose records are entered. */
  kind: RecordKind;
  /** What the names are searched for. */
  q: string;
  onKind: (kind: RecordKind) => void;
}

function DailyContent({ batch, day, date, kind, q, onKind }: DailyContentProps) {
  const isPhone = useIsPhone();
  const question = useDatesQuestion(batch, date, day.save);
  const { records, edits, entry, changes, fill } = day;
  const content = useRef<HTMLDivElement>(null);
  // Rows that kept a save back are in sight whatever is searched for, or they could not be mended.
  const [refused, setRefused] = useState<{ q: string; keys: readonly string[] } | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [mushafKey, setMushafKey] = useState<string | null>(null);
  const [recitedKey, setRecitedKey] = useState<string | null>(null);
  // What was typed and not saved is there again, after a night or a reload, until the person closes it.
  const [left, setLeft] = useState<readonly string[]>([]);
  const restored = records?.find(({ key }) => key in day.forms.typed && !left.includes(key));
  if (recitedKey === null && restored) setRecitedKey(restored.key);
  useEffect(() => void loadLater(), []);
  const openMushaf = useCallback((key: string) => setMushafKey(key), []);
  // The address tells the kind, so that its rows come a moment later.
  const focus = useRef<{ kind: RecordKind; on: string } | null>(null);
  useEffect(() => {
    if (focus.current?.kind !== kind) return;
    content.current?.querySelector<HTMLElement>(focus.current.on)?.focus();
    focus.current = null;
  });
  const openKind = useCallback(
    (to: RecordKind, from: string) => {
      const student = records?.find(({ key }) => key === from)?.student;
      const row = records?.find((one) => one.student === student && kindOf(one) === to)?.key ?? '';
      focus.current = { kind: to, on: `[data-row=${JSON.stringify(row)}] [data-cell="recordContent"]` };
      onKind(to);
    },
    [records, onKind],
  );
  if (day.error)
    return <ErrorState title={t('dailyRecords.loadFailed')} error={day.error} onRetry={day.reload} />;
  if (!records) return <Skeleton variant="rounded" height={420} />;
  if (records.length === 0)
    return <EmptyState title={t('teaching.noStudentsTitle')} text={t('teaching.noStudentsText')} />;

  const heardOf = heardElsewhere(records, edits, entry, kind);
  const placed = records
    .filter((keyed) => kindOf(keyed) === kind)
    .map((one, index) => ({ ...one, place: index + 1, heard: heardOf(one.student) }));
  const named = new Set(filterRows(placed, q, ({ record }) => [record.studentName]));
  const found = placed.filter(
    (one) => named.has(one) || (refused?.q === q && refused.keys.includes(one.key)),
  );
  const chosen = records.find(({ key }) => key === mushafKey);
  const recited = records.find(({ key }) => key === recitedKey);
  // The same student stays open in another kind.
  const openStudent = records.find(({ key }) => key === openKey)?.student;
  const open = placed.find(({ student }) => student === openStudent)?.key ?? null;
  const Rows = isPhone ? DailyCards : DailyTable;
  const save = async (): Promise<boolean> => {
    const [firstWrong] = day.wrong;
    const isSaved = await question.save();
    if (firstWrong === undefined) return isSaved;
    const wrong = records.find(({ key }) => key === firstWrong);
    if (wrong) {
      focus.current = { kind: kindOf(wrong), on: '[aria-invalid="true"]' };
      onKind(kindOf(wrong));
    }
    setRefused({ q, keys: day.wrong });
    setOpenKey(firstWrong);
    return false;
  };
  return (
    <Stack ref={content} spacing={1} sx={{ minWidth: 0 }}>
      <DayOnWay entries={day.entries} />
      {records.some(({ record }) => hasKinds(record)) && (
        <KindTabs kind={kind} records={records} edits={edits} entry={entry} onChoose={onKind} />
      )}
      {found.length === 0 ? (
        <EmptyState title={t('ui.noResultsTitle')} text={t('teaching.noStudentFound')} />
      ) : (
        <Rows
          found={found}
          edits={edits}
          entry={entry}
          date={date}
          openKey={open}
          onOpen={setOpenKey}
          onType={day.type}
          onFill={fill}
          onMushaf={openMushaf}
          onRecitations={setRecitedKey}
          onKind={openKind}
        />
      )}
      <div role="alert">
        {day.isLost && changes > 0 && <Alert severity="warning">{t('dailyRecords.lost')}</Alert>}
      </div>
      <Box sx={{ position: 'sticky', bottom: { xs: 0, sm: 8 }, zIndex: 2 }}>
        <UnsavedBar
          count={changes}
          isSaving={day.isSaving}
          saveLabel={t('dailyRecords.save')}
          onSave={() => void save()}
          onCancel={day.cancel}
        />
      </Box>
      {chosen && (
        <LazyMushafDialog
          studentName={chosen.record.studentName}
          content={rowOf(chosen.record, edits[chosen.key], entry).texts.recordContent}
          lastRange={chosen.record.lastRange}
          canBeSeveral={hasKinds(chosen.record)}
          onApply={(recordContent, pages) => {
            fill(chosen.key, chosen.record, recordContent, pages);
            setMushafKey(null);
          }}
          onClose={() => setMushafKey(null)}
        />
      )}
      {recited && (
        <RecitationsDialog
          key={recited.key}
          record={recited.record}
          entry={entry}
          recitations={day.recitations}
          typed={day.forms.typed[recited.key] ?? null}
          onType={(to) => day.forms.change(recited.key, to)}
          onClose={() => {
            setLeft([...left, recited.key]);
            setRecitedKey(null);
          }}
        />
      )}
      {question.dialog}
      {day.clashes.length > 0 && <DailyClashes day={day} />}
      <AskBeforeLeaving
        isDirty={changes > 0}
        onLeave={day.cancel}
        save={(onEnd) => void save().then(onEnd)}
        isAway={isOtherSheet}
      />
    </Stack>
  );
}
