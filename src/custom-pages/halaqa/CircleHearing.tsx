import {
  Alert,
  Box,
  Button,
  GlobalStyles,
  Skeleton,
  Stack,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { Batch } from '../../../contract/batches';
import type { AyahRange } from '../../../contract/dailyRecords';
import { filterRows } from '../../../contract/rules/arabicText';
import {
  type AbsenceType,
  defaultFaultKinds,
  defaultResultRules,
  type RecordKind,
  type RecordKindNames,
} from '../../../contract/vocabulary';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { newKey } from '../../dataProvider/lostWrites';
import { sendQueued } from '../../dataProvider/outbox/outbox';
import { useAssessmentRules, useKindNames } from '../../features/hearing/hearingSettings';
import { useDatesQuestion } from '../../features/teaching-context/datesQuestion';
import { type ReportProgress, useProgressReport } from '../../features/teaching-context/useStudentSearch';
import { useStudentText, useStudentWords } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { sizes } from '../../theme/tokens';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { StickyBar } from '../../ui/form/UnsavedBar';
import { useStableHandler } from '../../ui/page/useStableHandler';
import { LazyBoundary } from '../../ui/page/LazyBoundary';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../ui/page/States';
import {
  furtherDraft,
  isRecorded,
  recitationKey,
  chooseFirstKind,
  findNextStudent,
  findSection,
  remainingKinds,
  type HearingStudent,
  type ListSection,
  replaceRanges,
} from './halaqaModel';
import { hasRecitations, StudentRecitations, findListedRecord } from './StudentRecitations';
import { findFirstWaiting, StudentList } from './StudentList';
import {
  type HearingsOfDay,
  isSavedBeside,
  type StaleSave,
  useHearings,
  useUnansweredDrafts,
} from './useHearings';
import type { OpenStudent } from './useOpenStudent';
import { usePresence } from './usePresence';
import { type DayOfCircle, useCircleStudents, useSkipRange } from './useCircleStudents';

interface CircleHearingProps {
  batch: Batch;
  day: DayOfCircle;
  queuedNames: QueuedNames;
  q: string;
  onProgress: ReportProgress;
  openStudent: OpenStudent;
}

const HearingPanel = lazyComponent(() => import('./HearingPanel'));

const defaultAssessmentRules = { kinds: defaultFaultKinds, rules: defaultResultRules };

export function CircleHearing({ batch, day, queuedNames, q, onProgress, openStudent }: CircleHearingProps) {
  const text = useStudentText();
  const words = useStudentWords();
  const kindNames = useKindNames();
  const assessmentRules = useAssessmentRules(true) ?? defaultAssessmentRules;
  const { studentId } = openStudent;
  const { students, register, isTaskLoading, isTaken, error, reload } = useCircleStudents(day, studentId);
  const countSection = (section: ListSection) =>
    students?.filter((one) => findSection(one) === section).length ?? 0;
  const expectedCount = (students?.length ?? 0) - countSection('absent');
  useProgressReport(onProgress, students && countSection('heard'), expectedCount);
  const hearings = useHearings({ day, queuedNames, assessmentRules, kindNames });
  const presence = usePresence(day, queuedNames, register);
  const skip = useSkipRange(day);
  const pendingAction = useRef<() => Promise<boolean>>(async () => false);
  const datesQuestion = useDatesQuestion(batch, day.date, () => pendingAction.current());
  const [savingKind, setSavingKind] = useState<RecordKind | null>(null);
  const currentStudent = students?.find(({ id }) => id === studentId);
  const currentId = currentStudent?.id;
  const isPanelDue = studentId !== null || students !== undefined;
  useEffect(() => {
    // Loads the code early, because the network may fail before a student opens.
    if (isPanelDue) void HearingPanel.preload();
  }, [isPanelDue]);
  useEffect(() => {
    // The page may still be scrolled from the previous student.
    if (currentId !== undefined) window.scrollTo({ top: 0 });
  }, [currentId]);
  if (error) return <ErrorState title={words(labels.loadFailed)} error={error} onRetry={reload} />;
  if (!students) return <Skeleton variant="rounded" height={420} />;
  if (students.length === 0)
    return <EmptyState title={text('teaching.noStudentsTitle')} text={text('teaching.noStudentsText')} />;

  const confirmDates = (action: () => Promise<boolean>) => {
    pendingAction.current = action;
    return datesQuestion.save();
  };
  // During a save the recitation counts as recorded, but its kind stays in view.
  const kind =
    currentStudent && (openStudent.kind ?? savingKind ?? chooseFirstKind(currentStudent, hearings.drafts));
  // During a save the draft stays in view, and not the list of recitations.
  const isListable = currentStudent && kind && savingKind !== kind && hasRecitations(currentStudent, kind);
  const listedRecord = isListable ? findListedRecord(currentStudent, kind, hearings.drafts) : null;
  const stale = currentStudent && kind ? hearings.findStale(currentStudent, kind) : null;
  const nextStudent = currentStudent ? findNextStudent(students, currentStudent.id) : null;
  const openNext = () => (nextStudent ? openStudent.open(nextStudent.id, null) : openStudent.close());
  const save = async () => {
    if (!currentStudent || !kind) return;
    const draft = hearings.getDraft(currentStudent, kind);
    setSavingKind(kind);
    const isSaved = await confirmDates(() => hearings.save({ student: currentStudent, kind, draft })).finally(
      () => setSavingKind(null),
    );
    if (!isSaved) return;
    const [nextKind] = remainingKinds(currentStudent).filter((one) => one !== kind);
    if (nextKind) openStudent.open(currentStudent.id, nextKind);
    else openNext();
  };
  const skipRange = async (student: HearingStudent, range: AyahRange, rangeLabel: string) => {
    const isSkipped = await skip(student, range, rangeLabel);
    // A draft keeps its faults. Without a draft, the screen shows the new task.
    const draft = hearings.drafts[recitationKey(student.id, 'far')];
    if (!isSkipped || !draft) return;
    const otherRanges = draft.ranges.filter(({ from, to }) => from !== range.from || to !== range.to);
    hearings.change(student, 'far', replaceRanges(draft, otherRanges));
  };
  return (
    <Box sx={currentStudent ? twoColumns : {}}>
      <GlobalStyles styles={messageStyles} />
      <CircleList
        students={students}
        q={q}
        isTaken={isTaken}
        hearings={hearings}
        kindNames={kindNames}
        day={day.date}
        openStudent={openStudent}
        currentStudent={currentStudent}
        onPresence={(student, type) => void confirmDates(() => presence.mark(student, type))}
      />
      {currentStudent &&
        kind &&
        (isTaskLoading ? (
          <Skeleton variant="rounded" height={420} />
        ) : (
          <LazyBoundary fallback={<Skeleton variant="rounded" height={420} />}>
            <HearingPanel
              student={currentStudent}
              kind={kind}
              draft={hearings.getDraft(currentStudent, kind)}
              recitations={
                listedRecord && (
                  <StudentRecitations
                    {...{ student: currentStudent, kind, record: listedRecord, hearings, assessmentRules }}
                  />
                )
              }
              onAddRecitation={() => hearings.change(currentStudent, kind, furtherDraft(newKey()))}
              onCancel={isListable ? () => hearings.cancel(currentStudent, kind) : null}
              kindNames={kindNames}
              assessmentRules={assessmentRules}
              position={labels.position(students.indexOf(currentStudent) + 1, students.length)}
              nextStudent={nextStudent}
              isSaving={hearings.isSaving}
              onSelectKind={(chosenKind) => openStudent.open(currentStudent.id, chosenKind)}
              onChange={(draft) => hearings.change(currentStudent, kind, draft)}
              onSkip={
                kind === 'far' && currentStudent.task && !isRecorded(currentStudent, kind)
                  ? (range, rangeLabel) => void skipRange(currentStudent, range, rangeLabel)
                  : null
              }
              onSave={() => void save()}
              onReview={hearings.review}
              onNext={openNext}
              onBack={openStudent.close}
            />
          </LazyBoundary>
        ))}
      {datesQuestion.dialog}
      {stale && <StaleQuestion stale={stale} hearings={hearings} />}
    </Box>
  );
}

interface CircleListProps {
  students: readonly HearingStudent[];
  q: string;
  isTaken: boolean | undefined;
  hearings: HearingsOfDay;
  kindNames: RecordKindNames;
  day: string;
  openStudent: OpenStudent;
  currentStudent: HearingStudent | undefined;
  onPresence: (student: HearingStudent, type: AbsenceType | null) => void;
}

function CircleList({
  students,
  q,
  isTaken,
  hearings,
  kindNames,
  day,
  openStudent,
  currentStudent,
  onPresence,
}: CircleListProps) {
  const text = useStudentText();
  const words = useStudentWords();
  const { unansweredDrafts, sendAll } = useUnansweredDrafts(students, hearings);
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'));
  const visibleStudents = q === '' ? students : filterRows(students, q, ({ name, id }) => [name, id]);
  const firstWaitingStudent = findFirstWaiting(students);
  const open = useStableHandler(({ id }: HearingStudent) => openStudent.open(id, null));
  const changePresence = useStableHandler(onPresence);
  return (
    <Stack spacing={1.5} sx={{ minWidth: 0, ...(currentStudent && sideList) }}>
      <QueuedRecitations students={students} />
      {unansweredDrafts.length > 0 && !hearings.isSaving && (
        <UnsentAlert
          text={labels.lostCount(unansweredDrafts.length)}
          button={labels.sendAgain}
          onSend={() => void sendAll()}
        />
      )}
      <SecondaryText sx={{ '&:empty': { display: 'none' } }}>
        {isTaken === false && `${labels.registerNotTaken}. `}
        {!isWide && words(labels.holdHint)}
      </SecondaryText>
      {visibleStudents.length === 0 && (
        <EmptyState title={t('ui.noResultsTitle')} text={text('teaching.noStudentFound')} />
      )}
      <StudentList
        students={visibleStudents}
        day={day}
        kindNames={kindNames}
        drafts={hearings.drafts}
        isSaving={hearings.isSaving}
        openId={currentStudent?.id ?? null}
        onOpen={open}
        onPresence={changePresence}
      />
      {!currentStudent && (
        <StickyBar height={88} layout={{ p: 1, display: 'flex' }}>
          {firstWaitingStudent ? (
            <Button
              fullWidth
              variant="contained"
              onClick={() => openStudent.open(firstWaitingStudent.id, null)}
              sx={{ minHeight: 56, fontSize: '1rem' }}
            >
              {labels.start(firstWaitingStudent.name)}
            </Button>
          ) : (
            <Typography role="status" sx={{ p: 1 }}>
              {words(labels.everyoneRecited)}
            </Typography>
          )}
        </StickyBar>
      )}
    </Stack>
  );
}

/** Another user has stored a recitation. The draft is saved beside it, replaces it, or is discarded. */
const StaleQuestion = ({ stale, hearings }: { stale: StaleSave; hearings: HearingsOfDay }) => (
  <QuestionDialog
    title={labels.staleTitle}
    text={labels.staleText(stale.student.name)}
    onClose={() => hearings.dropStale(stale)}
    answers={
      <>
        <Button onClick={() => void hearings.resolve(stale, true)}>
          {isSavedBeside(stale) ? labels.saveAsAnother : labels.saveMine}
        </Button>
        <Button variant="contained" autoFocus onClick={() => void hearings.resolve(stale, false)}>
          {labels.keepStored}
        </Button>
      </>
    }
  />
);

const UnsentAlert = ({ text, button, onSend }: { text: string; button: string; onSend: () => void }) => (
  <Alert
    severity="warning"
    action={
      <Button color="inherit" onClick={onSend} sx={{ minHeight: 48 }}>
        {button}
      </Button>
    }
  >
    {text}
  </Alert>
);

function QueuedRecitations({ students }: { students: readonly HearingStudent[] }) {
  const allQueuedRows = students.flatMap(({ queuedRows }) => Object.values(queuedRows));
  const count = allQueuedRows.filter(({ entry }) => entry.state !== 'refused').length;
  return (
    <div role="status">
      {count > 0 && (
        <UnsentAlert text={labels.queuedCount(count)} button={t('ui.sendNow')} onSend={sendQueued} />
      )}
    </div>
  );
}

/**
 * Notices are above the bottom buttons, because the teacher presses the buttons again at once. On wide screens
 * they are at the inline end, because they would cover names of the list. The footer is hidden, because it
 * would move the buttons up.
 */
const messageStyles = (theme: Theme) => ({
  'footer[data-shell]': { display: 'none' },
  'body .MuiSnackbar-root.MuiSnackbar-root': {
    bottom: 104,
    '& .MuiSnackbarContent-root': { flexWrap: 'nowrap', maxWidth: 'none' },
    '& .MuiSnackbarContent-action': { flexShrink: 0 },
    // The RTL plugin mirrors these two.
    [theme.breakpoints.up('md')]: { left: 'auto', right: 24, maxWidth: 520 },
  },
});

/** The list scrolls by itself, so that the student stays beside it. */
const sideList = {
  display: { xs: 'none', md: 'flex' },
  position: 'sticky',
  top: sizes.topBar + 16,
  maxHeight: 'calc(100dvh - 162px)',
  overflowY: 'auto',
} as const;

/** With an open student, a wide screen shows the circle at the side. */
const twoColumns = {
  display: 'grid',
  gap: { xs: 0, md: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '20rem minmax(0, 1fr)' },
  alignItems: 'start',
} as const;
