import { Alert, Box, Button, GlobalStyles, Skeleton, Stack, type Theme, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { Batch } from '../../../contract/batches';
import type { AyahRange } from '../../../contract/dailyRecords';
import { filterRows } from '../../../contract/rules/arabicText';
import { defaultFaultKinds, defaultResultRules, type RecordKind } from '../../../contract/vocabulary';
import type { QueuedNames } from '../../dataProvider/outbox/kind';
import { newKey } from '../../dataProvider/lostWrites';
import { sendQueued } from '../../dataProvider/outbox/outbox';
import { useJudging, useKindNames } from '../../features/hearing/hearingSettings';
import { useDatesQuestion } from '../../features/teaching-context/datesQuestion';
import { t } from '../../i18n/text';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { StickyBar } from '../../ui/form/UnsavedBar';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../ui/page/States';
import {
  furtherHearing,
  isHeard,
  keyOf,
  kindToHear,
  nextPupil,
  openKinds,
  type Pupil,
  withRanges,
} from './halaqaModel';
import { canRecite, HeardToday, listedRecord } from './HeardToday';
import { HearingPanel } from './HearingPanel';
import { firstWaiting, PupilList } from './PupilList';
import { type HearingsOfDay, isFurther, type Stale, useHearings, useLost } from './useHearings';
import type { OpenStudent } from './useOpenStudent';
import { usePresence } from './usePresence';
import { type DayOfCircle, usePupils, useSkip } from './usePupils';

interface CircleHearingProps {
  batch: Batch;
  day: DayOfCircle;
  named: QueuedNames;
  /** What the names are searched for. */
  q: string;
  open: OpenStudent;
}

const noPupils: readonly Pupil[] = [];
const defaultJudging = { kinds: defaultFaultKinds, rules: defaultResultRules };

/** The students of a circle, and the one who is heard; on a wide screen side by side. */
export function CircleHearing({ batch, day, named, q, open }: CircleHearingProps) {
  const names = useKindNames();
  const judging = useJudging(true) ?? defaultJudging;
  const { pupils, register, isTaskComing, isTaken, error, reload } = usePupils(day, open.student);
  const hearings = useHearings({ day, named, judging, names });
  const { lost, sendAll } = useLost(pupils ?? noPupils, hearings);
  const presence = usePresence(day, named, register);
  const skip = useSkip(day);
  const asked = useRef<() => Promise<boolean>>(async () => false);
  const question = useDatesQuestion(batch, day.date, () => asked.current());
  const list = useRef<HTMLDivElement>(null);
  const [saved, setSaved] = useState<RecordKind | null>(null);
  const chosen = pupils?.find(({ id }) => id === open.student);
  const student = chosen?.id;
  useEffect(() => {
    // From the student before, on a phone below the fold.
    if (student !== undefined) window.scrollTo({ top: 0 });
  }, [student]);
  if (error) return <ErrorState title={say.loadFailed} error={error} onRetry={reload} />;
  if (!pupils) return <Skeleton variant="rounded" height={420} />;
  if (pupils.length === 0)
    return <EmptyState title={t('teaching.noStudentsTitle')} text={t('teaching.noStudentsText')} />;

  const ask = (act: () => Promise<boolean>) => {
    asked.current = act;
    return question.save();
  };
  // What is being saved counts as heard already: it stays in view until it is saved.
  const kind = chosen && (open.kind ?? saved ?? kindToHear(chosen, hearings.drafts));
  // While it is being saved the hearing itself stays in view.
  const isHeardNow = chosen && kind && saved !== kind && canRecite(chosen, kind);
  const listed = isHeardNow ? listedRecord(chosen, kind, hearings.drafts) : null;
  const stale = chosen && kind ? hearings.staleOf(chosen, kind) : null;
  const next = chosen ? nextPupil(pupils, chosen.id) : null;
  const goOn = () => (next ? open.open(next.id, null) : open.close());
  const save = async () => {
    if (!chosen || !kind) return;
    const heard = hearings.heardOf(chosen, kind);
    setSaved(kind);
    const isSaved = await ask(() => hearings.save({ pupil: chosen, kind, heard })).finally(() =>
      setSaved(null),
    );
    if (!isSaved) return;
    const [left] = openKinds(chosen).filter((one) => one !== kind);
    if (left) open.open(chosen.id, left);
    else goOn();
  };
  const skipRange = async (pupil: Pupil, range: AyahRange, words: string) => {
    const isSkipped = await skip(pupil, range, words);
    // What was counted before stays; without it the screen shows the new task.
    const begun = hearings.drafts[keyOf(pupil.id, 'far')];
    if (!isSkipped || !begun) return;
    const others = begun.ranges.filter(({ from, to }) => from !== range.from || to !== range.to);
    hearings.change(pupil, 'far', withRanges(begun, others));
  };
  const found = q === '' ? pupils : filterRows(pupils, q, ({ name, id }) => [name, id]);
  const first = firstWaiting(pupils);
  return (
    <Box sx={columns}>
      <GlobalStyles styles={clearOfButtons} />
      <Stack
        ref={list}
        spacing={1.5}
        sx={{ minWidth: 0, ...(chosen && { display: { xs: 'none', md: 'flex' } }) }}
      >
        <WaitingHearings pupils={pupils} />
        {lost.length > 0 && !hearings.isSaving && (
          <Unsent text={say.lostCount(lost.length)} button={say.sendAgain} onSend={() => void sendAll()} />
        )}
        <SecondaryText>
          {isTaken === false && `${say.registerNotTaken}. `}
          {say.holdHint}
        </SecondaryText>
        {found.length === 0 && (
          <EmptyState title={t('ui.noResultsTitle')} text={t('teaching.noStudentFound')} />
        )}
        <PupilList
          pupils={found}
          names={names}
          drafts={hearings.drafts}
          isSaving={hearings.isSaving}
          open={chosen?.id ?? null}
          onOpen={({ id }) => open.open(id, null)}
          onPresence={(pupil, type) => void ask(() => presence.mark(pupil, type))}
        />
        {!chosen && (
          <StickyBar height={88} layout={{ p: 1, display: 'flex' }}>
            {first ? (
              <Button
                fullWidth
                variant="contained"
                onClick={() => open.open(first.id, null)}
                sx={{ minHeight: 56, fontSize: '1rem' }}
              >
                {say.start(first.name)}
              </Button>
            ) : (
              <Typography role="status" sx={{ p: 1 }}>
                {say.nobodyLeft}
              </Typography>
            )}
          </StickyBar>
        )}
      </Stack>
      {chosen &&
        kind &&
        (isTaskComing ? (
          <Skeleton variant="rounded" height={420} />
        ) : (
          <HearingPanel
            pupil={chosen}
            kind={kind}
            heard={hearings.heardOf(chosen, kind)}
            today={listed && <HeardToday {...{ pupil: chosen, kind, record: listed, hearings, judging }} />}
            onAgain={() => hearings.change(chosen, kind, furtherHearing(newKey()))}
            onCancel={isHeardNow ? () => hearings.cancel(chosen, kind) : null}
            names={names}
            judging={judging}
            place={say.place(pupils.indexOf(chosen) + 1, pupils.length)}
            next={next}
            isSaving={hearings.isSaving}
            onKind={(one) => open.open(chosen.id, one)}
            onChange={(heard) => hearings.change(chosen, kind, heard)}
            onSkip={
              kind === 'far' && chosen.task && !isHeard(chosen, kind)
                ? (range, words) => void skipRange(chosen, range, words)
                : null
            }
            onSave={() => void save()}
            onReview={hearings.review}
            onNext={goOn}
            onBack={open.close}
          />
        ))}
      {question.dialog}
      {stale && <StaleQuestion stale={stale} hearings={hearings} />}
    </Box>
  );
}

/** Somebody else has stored a recitation meanwhile: what was heard here goes beside it, or over it, or not at all. */
const StaleQuestion = ({ stale, hearings }: { stale: Stale; hearings: HearingsOfDay }) => (
  <QuestionDialog
    title={say.staleTitle}
    text={say.staleText(stale.pupil.name)}
    onClose={() => hearings.dropStale(stale)}
    answers={
      <>
        <Button onClick={() => void hearings.settle(stale, true)}>
          {isFurther(stale) ? say.saveFurther : say.saveMine}
        </Button>
        <Button variant="contained" autoFocus onClick={() => void hearings.settle(stale, false)}>
          {say.keepStored}
        </Button>
      </>
    }
  />
);

const Unsent = ({ text, button, onSend }: { text: string; button: string; onSend: () => void }) => (
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

/** How many hearings of the day wait on this device to be sent. */
function WaitingHearings({ pupils }: { pupils: readonly Pupil[] }) {
  const waiting = pupils.flatMap(({ onWay }) => Object.values(onWay));
  const count = waiting.filter(({ entry }) => entry.state !== 'refused').length;
  return (
    <div role="status">
      {count > 0 && <Unsent text={say.waitingHere(count)} button={t('ui.sendNow')} onSend={sendQueued} />}
    </div>
  );
}

/**
 * Messages stand over the buttons at the bottom, which are pressed again at once, and under the name of who is heard: the
 * one with which a hearing can be undone stays for seconds, while the next student recites. The buttons stay at the bottom
 * of a phone: no footer lifts them under a message.
 */
const clearOfButtons = (theme: Theme) => ({
  'footer[data-shell]': { [theme.breakpoints.down('md')]: { display: 'none' } },
  'body .MuiSnackbar-root.MuiSnackbar-root': {
    bottom: 104,
    [theme.breakpoints.down('md')]: {
      '& .MuiSnackbarContent-root': { flexWrap: 'nowrap', maxWidth: 'none' },
      '& .MuiSnackbarContent-action': { flexShrink: 0 },
    },
  },
});

const columns = {
  display: 'grid',
  gap: { xs: 0, md: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
  alignItems: 'start',
} as const;
