import { Alert, Box, Button, GlobalStyles, Skeleton, Stack, type Theme, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import type { Batch } from '../../../contract/batches';
import { findRows } from '../../../contract/rules/arabicText';
import { defaultFaultKinds, defaultResultRules } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { useDatesQuestion } from '../../ui/form/datesQuestion';
import { StickyBar } from '../../ui/form/UnsavedBar';
import { useJudging, useKindNames } from '../../ui/hearing/hearingSettings';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { kindToHear, nextPupil, openKinds, type Pupil } from './halaqaModel';
import { HearingPanel } from './HearingPanel';
import { firstWaiting, PupilList } from './PupilList';
import { useHearings, useLost } from './useHearings';
import type { OpenStudent } from './useOpenStudent';
import { usePresence } from './usePresence';
import { type DayOfCircle, usePupils } from './usePupils';

interface CircleHearingProps {
  batch: Batch;
  day: DayOfCircle;
  /** What the names are searched for. */
  q: string;
  open: OpenStudent;
}

const noPupils: readonly Pupil[] = [];
const defaultJudging = { kinds: defaultFaultKinds, rules: defaultResultRules };

/** The students of a circle, and the one who is heard; on a wide screen side by side. */
export function CircleHearing({ batch, day, q, open }: CircleHearingProps) {
  const names = useKindNames();
  const judging = useJudging(true) ?? defaultJudging;
  const { pupils, isTaskComing, isTaken, error, reload } = usePupils(day, open.student);
  const hearings = useHearings(day, judging, names);
  const { lost, sendAll } = useLost(pupils ?? noPupils, hearings);
  const presence = usePresence(day);
  const asked = useRef<() => Promise<boolean>>(async () => false);
  const question = useDatesQuestion(batch, day.date, () => asked.current());
  const list = useRef<HTMLDivElement>(null);
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
  const kind = chosen && (open.kind ?? kindToHear(chosen, hearings.drafts));
  const next = chosen ? nextPupil(pupils, chosen.id) : null;
  const goOn = () => (next ? open.open(next.id, null) : open.close());
  const save = async () => {
    if (!chosen || !kind) return;
    const heard = hearings.heardOf(chosen, kind);
    const isSaved = await ask(() => hearings.save({ pupil: chosen, kind, heard }));
    if (!isSaved) return;
    const [left] = openKinds(chosen).filter((one) => one !== kind);
    if (left) open.open(chosen.id, left);
    else goOn();
  };
  const found = q === '' ? pupils : findRows(pupils, q, ({ name, id }) => [name, id]);
  const first = firstWaiting(pupils);
  return (
    <Box sx={columns}>
      <GlobalStyles styles={clearOfButtons} />
      <Stack
        ref={list}
        spacing={1.5}
        sx={{ minWidth: 0, ...(chosen && { display: { xs: 'none', md: 'flex' } }) }}
      >
        {lost.length > 0 && !hearings.isSaving && (
          <Alert
            severity="warning"
            action={
              <Button color="inherit" onClick={() => void sendAll()} sx={{ minHeight: 48 }}>
                {say.sendAgain}
              </Button>
            }
          >
            {say.lostCount(lost.length)}
          </Alert>
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
            names={names}
            judging={judging}
            place={say.place(pupils.indexOf(chosen) + 1, pupils.length)}
            next={next}
            isSaving={hearings.isSaving}
            onKind={(one) => open.open(chosen.id, one)}
            onChange={(heard) => hearings.change(chosen, kind, heard)}
            onSave={() => void save()}
            onNext={goOn}
            onBack={open.close}
          />
        ))}
      {question.dialog}
      {hearings.stale && (
        <QuestionDialog
          title={say.staleTitle}
          text={say.staleText(hearings.stale.pupil.name)}
          onClose={hearings.dropStale}
          answers={
            <>
              <Button onClick={() => void hearings.settle(true)}>{say.saveMine}</Button>
              <Button variant="contained" autoFocus onClick={() => void hearings.settle(false)}>
                {say.keepStored}
              </Button>
            </>
          }
        />
      )}
    </Box>
  );
}

/** Messages leave the buttons at the bottom free, which are pressed again at once. */
const clearOfButtons = (theme: Theme) => ({
  'body .MuiSnackbar-root.MuiSnackbar-root': {
    bottom: 104,
    [theme.breakpoints.down('md')]: { top: 4, bottom: 'auto' },
  },
});

const columns = {
  display: 'grid',
  gap: { xs: 0, md: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
  alignItems: 'start',
} as const;
