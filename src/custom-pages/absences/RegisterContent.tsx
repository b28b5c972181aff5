import DoneAll from '@mui/icons-material/DoneAll';
import Tell from '@mui/icons-material/SmsOutlined';
import {
  Alert,
  Box,
  Button,
  Chip,
  DialogActions,
  DialogContent,
  List,
  ListItem,
  ListItemText,
  Skeleton,
  Stack,
  Typography,
} from '@mui/material';
import { useEffect } from 'react';
import type { Register } from '../../../contract/absences';
import type { Batch } from '../../../contract/batches';
import type { Circle } from '../../../contract/circles';
import { filterRows } from '../../../contract/rules/arabicText';
import type { Presence } from '../../../contract/rules/attendance';
import { hijriDate } from '../../../contract/rules/hijri';
import { useMayTell } from '../../dataProvider/useInstitute';
import { useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import { sendQueued } from '../../dataProvider/outbox/outbox';
import { findAbsencesWithoutType } from '../../dataProvider/outbox/registerEdits';
import { type RegisterDay, buildRegisterKey } from '../../dataProvider/outbox/registers';
import type { Sheet } from '../../dataProvider/teaching';
import { useDatesQuestion } from '../../features/teaching-context/datesQuestion';
import { type CircleChoice, isOtherSheet } from '../../features/teaching-context/useCircleChoice';
import { type ReportProgress, useProgressReport } from '../../features/teaching-context/useStudentSearch';
import { useStudentText } from '../../i18n/gender';
import { type PlainTextKey, t } from '../../i18n/text';
import { AskBeforeLeaving } from '../../ui/dialog/AskBeforeLeaving';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { LinkButton } from '../../ui/page/LinkButton';
import { LazyBoundary } from '../../ui/page/LazyBoundary';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { useStableHandler } from '../../ui/page/useStableHandler';
import type { RegisterRowsProps } from './AbsenceNotes';
import type { RegisterClashes } from './registerModel';
import { RegisterList } from './RegisterList';
import { type RegisterState, useRegister } from './useRegister';

const RegisterTable = lazyComponent(() => import('./RegisterTable'));
const LazyTable = (props: RegisterRowsProps) => (
  <LazyBoundary fallback={<Skeleton variant="rounded" height="100dvh" />}>
    <RegisterTable {...props} />
  </LazyBoundary>
);

interface RegisterContentProps {
  batch: Batch;
  sheet: Sheet;
  subjectName: string | undefined;
  date: string;
  circles: CircleChoice;
  q: string;
  onProgress: ReportProgress;
}

export function RegisterContent({
  batch,
  sheet,
  subjectName,
  date,
  circles,
  q,
  onProgress,
}: RegisterContentProps) {
  const isPhone = useIsPhone();
  const text = useStudentText();
  const { circleId } = circles;
  const registerDay = { ...sheet, date, ...(circleId === null ? {} : { circle: circleId }) };
  const registerState = useRegister(registerDay, {
    subject: subjectName,
    circle: circles.circles.find(({ id }) => id === circleId)?.name,
  });
  const datesQuestion = useDatesQuestion(batch, date, registerState.save);
  const { register, rows, changeCount, change, isSaving, error, refetch } = registerState;
  useEffect(() => {
    // Loads in parallel with the register.
    if (!isPhone) void RegisterTable.preload();
  }, [isPhone]);
  const changeRow = useStableHandler(change);
  const isTaken = register !== undefined && isRegisterTaken(register);
  const registeredCount = registerState.queuedEntry ? rows.length : countRegistered(register, rows.length);
  useProgressReport(onProgress, registeredCount, rows.length);
  // If a reload fails, the loaded register stays on the screen.
  if (error && !register) return <ErrorState error={error} onRetry={refetch} />;
  if (!register) return <Skeleton variant="rounded" height="100dvh" />;
  if (register.students.length === 0)
    return (
      <EmptyState
        title={text('teaching.noStudentsTitle')}
        text={text(circleId === null ? 'teaching.noStudentsText' : 'absences.noMembers')}
      />
    );

  const visibleRows = q === '' ? rows : filterRows(rows, q, ({ studentName }) => [studentName]);
  const absentCount = rows.filter(({ isAbsent }) => isAbsent).length;
  const RegisterRows = isPhone ? RegisterList : LazyTable;
  const save = findAbsencesWithoutType(rows).length > 0 ? registerState.save : datesQuestion.save;
  return (
    <Stack spacing={1} sx={{ minWidth: 0 }}>
      <RegisterQueueState registerState={registerState} registerDay={registerDay} />
      <RegisterCounters registerState={registerState} isTaken={isTaken} />
      {isTaken && changeCount === 0 && !registerState.queuedEntry && (
        <TellLink absentCount={absentCount} batchId={batch.id} circleId={circleId} date={date} />
      )}
      <CirclesWithoutRegister register={register} circles={circles.circles} />
      {visibleRows.length === 0 ? (
        <EmptyState title={t('ui.noResultsTitle')} text={text('teaching.noStudentFound')} />
      ) : (
        <RegisterRows
          key={buildRegisterKey(registerDay)}
          rows={visibleRows}
          isTaken={isTaken}
          onChange={changeRow}
          isDisabled={isSaving}
        />
      )}
      <Box sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
        <UnsavedBar
          count={changeCount}
          isSaving={isSaving}
          canAlwaysSave={!isTaken && !registerState.queuedEntry}
          saveLabel={t(absentCount === 0 ? 'absences.saveNobody' : 'absences.save')}
          onSave={() => void save()}
          onCancel={registerState.cancel}
        />
      </Box>
      {datesQuestion.dialog}
      {registerState.clashes && (
        <RegisterClashDialog
          clashes={registerState.clashes}
          isSaving={isSaving}
          onResolve={registerState.resolve}
          onClose={registerState.dropClashes}
        />
      )}
      <AskBeforeLeaving
        isDirty={changeCount > 0}
        onLeave={registerState.cancel}
        save={(onEnd) => void save().then(onEnd)}
        isAway={isOtherSheet}
      />
    </Stack>
  );
}

interface TellLinkProps {
  absentCount: number;
  batchId: number;
  circleId: number | null;
  date: string;
}

/** Leads from a saved register to the messages about its absences. */
function TellLink({ absentCount, batchId, circleId, date }: TellLinkProps) {
  const mayTell = useMayTell();
  if (!mayTell || absentCount === 0) return null;
  const address = new URLSearchParams({
    kind: 'absent',
    date,
    batch_id: String(batchId),
    ...(circleId !== null && { circle_id: String(circleId) }),
  });
  return (
    <LinkButton
      to={`/tell?${address}`}
      label={t('tellLink.register', { smart_count: absentCount })}
      variant="outlined"
      startIcon={<Tell />}
      sx={{ alignSelf: 'start' }}
    />
  );
}

/** Another server does not send `taken`. Then a register with an absence counts as taken. */
const isRegisterTaken = (register: Register) => register.taken ?? register.absences.length > 0;

/** Undefined if only some circles have a register, because the register does not name their students. */
function countRegistered(register: Register | undefined, studentCount: number): number | undefined {
  if (!register || studentCount === 0) return undefined;
  if (isRegisterTaken(register)) return studentCount;
  return register.circles?.some((circle) => circle.taken) ? undefined : 0;
}

/** Lists the circles without a register, if another circle of the subject has one. */
function CirclesWithoutRegister({ register, circles }: { register: Register; circles: readonly Circle[] }) {
  const text = useStudentText();
  const circleRegisters = register.circles ?? [];
  const missingCircles = circleRegisters.filter((circle) => !circle.taken);
  if (missingCircles.length === 0 || missingCircles.length === circleRegisters.length) return null;
  const names = missingCircles.map(({ circle_id }) =>
    circle_id === null
      ? text('absences.withoutCircle')
      : (circles.find(({ id }) => id === circle_id)?.name ?? '…'),
  );
  return <SecondaryText>{t('absences.circlesNotTaken', { names: names.join(t('ui.comma')) })}</SecondaryText>;
}

function RegisterCounters({ registerState, isTaken }: { registerState: RegisterState; isTaken: boolean }) {
  const text = useStudentText();
  const { rows, isSaving } = registerState;
  const absentCount = rows.filter(({ isAbsent }) => isAbsent).length;
  const isSynced = registerState.changeCount === 0 && !registerState.queuedEntry;
  return (
    <Stack direction="row" sx={{ gap: 2, rowGap: 0, flexWrap: 'wrap', alignItems: 'center' }}>
      <Chip
        color={isTaken && isSynced ? 'success' : 'default'}
        variant="outlined"
        label={
          !isTaken && !registerState.queuedEntry
            ? t('teaching.registerNotTaken')
            : isSynced
              ? text('teaching.registerTaken', { smart_count: absentCount })
              : t(registerState.changeCount > 0 ? 'absences.notSaved' : 'absences.notSent')
        }
      />
      <Stack
        direction="row"
        role="status"
        sx={{ gap: 2, rowGap: 0, flexWrap: 'wrap', flex: { xs: '1 1 100%', sm: 1 }, order: { xs: 1, sm: 0 } }}
      >
        <Counter label="absences.countTotal" value={rows.length} />
        <Counter label="absences.countPresent" value={rows.length - absentCount} />
        <Counter label="absences.countAbsent" value={absentCount} />
      </Stack>
      <Button
        startIcon={<DoneAll />}
        onClick={() => registerState.markAllPresent()}
        disabled={isSaving || absentCount === 0}
      >
        {t('absences.allPresent')}
      </Button>
    </Stack>
  );
}

function Counter({ label, value }: { label: PlainTextKey; value: number }) {
  const text = useStudentText();
  return (
    <SecondaryText component="span">
      {text(label)}:{' '}
      <Typography component="b" sx={{ fontWeight: 700, color: 'text.primary' }}>
        <Isolated>{value}</Isolated>
      </Typography>
    </SecondaryText>
  );
}

interface RegisterClashDialogProps {
  clashes: RegisterClashes;
  isSaving: boolean;
  onResolve: (choice: 'update' | 'keep') => void;
  onClose: () => void;
}

function RegisterClashDialog({ clashes, isSaving, onResolve, onClose }: RegisterClashDialogProps) {
  const text = useStudentText();
  const describePresence = ({ isAbsent, type }: Presence) =>
    isAbsent ? (type ?? text('absences.absent')) : text('absences.present');
  return (
    <FormDialog isOpen title={t('absences.duplicateTitle')} onClose={onClose}>
      <DialogContent>
        <Typography>{text('absences.duplicateText')}</Typography>
        <List>
          {clashes.students.map(({ studentId, studentName, mine, theirs }) => (
            <ListItem key={studentId} disableGutters>
              <ListItemText
                primary={studentName}
                secondary={
                  <>
                    {t('absences.duplicateCurrent', { type: describePresence(theirs) })}
                    <br />
                    {t('absences.duplicateMine', { type: describePresence(mine) })}
                  </>
                }
              />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isSaving}>
          {t('ui.cancel')}
        </Button>
        <Button onClick={() => onResolve('keep')} disabled={isSaving}>
          {t('absences.duplicateKeep')}
        </Button>
        {clashes.current && (
          <Button variant="contained" onClick={() => onResolve('update')} disabled={isSaving}>
            {t('absences.duplicateUpdate')}
          </Button>
        )}
      </DialogActions>
    </FormDialog>
  );
}

const SendNow = () => (
  <Button color="inherit" onClick={sendQueued}>
    {t('ui.sendNow')}
  </Button>
);

export function QueuedRegisters() {
  const queuedCount = useQueuedOfKind('register').length;
  if (queuedCount === 0) return null;
  return (
    <Alert severity="warning" action={<SendNow />}>
      {t('absences.waitingHere', { smart_count: queuedCount })}
    </Alert>
  );
}

function RegisterQueueState({
  registerState: { queuedEntry, review },
  registerDay,
}: {
  registerState: RegisterState;
  registerDay: RegisterDay;
}) {
  const day = hijriDate(registerDay.date);
  const otherCount = useQueuedOfKind('register').filter(
    (one) => buildRegisterKey(one) !== buildRegisterKey(registerDay),
  ).length;
  return (
    <div role="status">
      {queuedEntry?.state === 'waiting' && (
        <Alert severity="warning" action={<SendNow />}>
          {t('absences.waiting', { day })}
        </Alert>
      )}
      {queuedEntry?.state === 'sending' && <Alert severity="info">{t('absences.sending', { day })}</Alert>}
      {queuedEntry?.state === 'refused' && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={review}>
              {t('absences.review')}
            </Button>
          }
        >
          {t('absences.refused', { day, reason: queuedEntry.problem?.message ?? '' })}
        </Alert>
      )}
      {otherCount > 0 && (
        <Alert severity="warning" action={<SendNow />} sx={{ mt: queuedEntry ? 1 : 0 }}>
          {t('absences.waitingElsewhere', { smart_count: otherCount })}
        </Alert>
      )}
    </div>
  );
}
