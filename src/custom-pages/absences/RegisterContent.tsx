import DoneAll from '@mui/icons-material/DoneAll';
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
import type { Register } from '../../../contract/absences';
import type { Batch } from '../../../contract/batches';
import type { Circle } from '../../../contract/circles';
import { filterRows } from '../../../contract/rules/arabicText';
import type { Presence } from '../../../contract/rules/attendance';
import { gregorianDate } from '../../../contract/rules/hijri';
import { useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import { sendQueued } from '../../dataProvider/outbox/outbox';
import { findUntyped } from '../../dataProvider/outbox/registerEdits';
import { type RegisterDay, buildRegisterKey } from '../../dataProvider/outbox/registers';
import type { Sheet } from '../../dataProvider/teaching';
import { useDatesQuestion } from '../../features/teaching-context/datesQuestion';
import { type CircleChoice, isOtherSheet } from '../../features/teaching-context/useCircleChoice';
import { type PlainTextKey, t } from '../../i18n/text';
import { AskBeforeLeaving } from '../../ui/dialog/AskBeforeLeaving';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import type { Duplicates } from './registerModel';
import { RegisterList, RegisterTable } from './RegisterTable';
import { type RegisterOfDay, useRegister } from './useRegister';

interface RegisterContentProps {
  batch: Batch;
  sheet: Sheet;
  date: string;
  /** The circles of the subject, and whose register is meant. */
  circles: CircleChoice;
  /** The search text for student names. */
  q: string;
}

/** Who is absent on a day: everybody is present until marked. */
export function RegisterContent({ batch, sheet, date, circles, q }: RegisterContentProps) {
  const isPhone = useIsPhone();
  const { circleId } = circles;
  const wanted = { ...sheet, date, ...(circleId === null ? {} : { circle: circleId }) };
  const day = useRegister(wanted);
  const question = useDatesQuestion(batch, date, day.save);
  const { register, rows, changes, change, isSaving, error, refetch } = day;
  // A register that is shown stays on the screen if it cannot be loaded again.
  if (error && !register) return <ErrorState error={error} onRetry={refetch} />;
  if (!register) return <Skeleton variant="rounded" height="100dvh" />;
  if (register.students.length === 0)
    return (
      <EmptyState
        title={t('teaching.noStudentsTitle')}
        text={t(circleId === null ? 'teaching.noStudentsText' : 'absences.noMembers')}
      />
    );

  const found = q === '' ? rows : filterRows(rows, q, ({ studentName }) => [studentName]);
  const absent = rows.filter(({ isAbsent }) => isAbsent).length;
  const Rows = isPhone ? RegisterList : RegisterTable;
  const save = findUntyped(rows).length > 0 ? day.save : question.save;
  // Without `taken` from the server, a register counts as taken once it has an absence.
  const isTaken = register.taken ?? register.absences.length > 0;
  return (
    <Stack spacing={1} sx={{ minWidth: 0 }}>
      <RegisterQueueState day={day} of={wanted} />
      <RegisterCounters day={day} isTaken={isTaken} />
      <CirclesNotTaken register={register} circles={circles.circles} />
      {found.length === 0 ? (
        <EmptyState title={t('ui.noResultsTitle')} text={t('teaching.noStudentFound')} />
      ) : (
        <Rows rows={found} isTaken={isTaken} onChange={change} isDisabled={isSaving} />
      )}
      <Box sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
        <UnsavedBar
          count={changes}
          isSaving={isSaving}
          isSaveAlwaysOn={!isTaken && !day.queued}
          saveLabel={t(absent === 0 ? 'absences.saveNobody' : 'absences.save')}
          onSave={() => void save()}
          onCancel={day.cancel}
        />
      </Box>
      {question.dialog}
      {day.duplicates && (
        <DuplicateDialog
          duplicates={day.duplicates}
          isSaving={isSaving}
          onResolve={day.resolve}
          onClose={day.dropDuplicates}
        />
      )}
      <AskBeforeLeaving
        isDirty={changes > 0}
        onLeave={day.cancel}
        save={(onEnd) => void save().then(onEnd)}
        isAway={isOtherSheet}
      />
    </Stack>
  );
}

/** In the register of the whole subject: names the circles that have no register yet, if some have one. */
function CirclesNotTaken({ register, circles }: { register: Register; circles: readonly Circle[] }) {
  const parts = register.circles ?? [];
  const missing = parts.filter(({ taken }) => !taken);
  if (missing.length === 0 || missing.length === parts.length) return null;
  const names = missing.map(({ circle_id }) =>
    circle_id === null
      ? t('absences.withoutCircle')
      : (circles.find(({ id }) => id === circle_id)?.name ?? '…'),
  );
  return <SecondaryText>{t('absences.circlesNotTaken', { names: names.join(t('ui.comma')) })}</SecondaryText>;
}

/** Whether the register is saved, how many are present and absent, and a button to mark everybody as present. */
function RegisterCounters({ day, isTaken }: { day: RegisterOfDay; isTaken: boolean }) {
  const { rows, isSaving } = day;
  const absent = rows.filter(({ isAbsent }) => isAbsent).length;
  const isSynced = day.changes === 0 && !day.queued;
  return (
    <Stack direction="row" sx={{ gap: 2, rowGap: 0, flexWrap: 'wrap', alignItems: 'center' }}>
      <Chip
        color={isTaken && isSynced ? 'success' : 'default'}
        variant="outlined"
        // Always the same number of absentees as the counter beside it.
        label={
          !isTaken && !day.queued
            ? t('absences.notTaken')
            : isSynced
              ? t('absences.taken', { smart_count: absent })
              : t(day.changes > 0 ? 'absences.notSaved' : 'absences.notSent')
        }
      />
      <Stack
        direction="row"
        role="status"
        sx={{ gap: 2, rowGap: 0, flexWrap: 'wrap', flex: { xs: '1 1 100%', sm: 1 }, order: { xs: 1, sm: 0 } }}
      >
        <Counter label="absences.countTotal" value={rows.length} />
        <Counter label="absences.countPresent" value={rows.length - absent} />
        <Counter label="absences.countAbsent" value={absent} />
      </Stack>
      <Button startIcon={<DoneAll />} onClick={() => day.allPresent()} disabled={isSaving || absent === 0}>
        {t('absences.allPresent')}
      </Button>
    </Stack>
  );
}

function Counter({ label, value }: { label: PlainTextKey; value: number }) {
  return (
    <SecondaryText component="span">
      {t(label)}:{' '}
      <Typography component="b" sx={{ fontWeight: 700, color: 'text.primary' }}>
        <Isolated>{value}</Isolated>
      </Typography>
    </SecondaryText>
  );
}

interface DuplicateDialogProps {
  duplicates: Duplicates;
  isSaving: boolean;
  onResolve: (choice: 'update' | 'keep') => void;
  onClose: () => void;
}

/** The students whose stored mark differs from the typed one, with both, and the choice between them. */
function DuplicateDialog({ duplicates, isSaving, onResolve, onClose }: DuplicateDialogProps) {
  const typeOf = ({ isAbsent, type }: Presence) =>
    isAbsent ? (type ?? t('absences.absent')) : t('absences.present');
  return (
    <FormDialog isOpen title={t('absences.duplicateTitle')} onClose={onClose}>
      <DialogContent>
        <Typography>{t('absences.duplicateText')}</Typography>
        <List>
          {duplicates.clashes.map(({ studentId, studentName, mine, theirs }) => (
            <ListItem key={studentId} disableGutters>
              <ListItemText
                primary={studentName}
                secondary={
                  <>
                    {t('absences.duplicateCurrent', { type: typeOf(theirs) })}
                    <br />
                    {t('absences.duplicateMine', { type: typeOf(mine) })}
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
        {duplicates.current && (
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

/** How many registers wait on this device to be sent; for a page on which no register is open. */
export function WaitingRegisters() {
  const waiting = useQueuedOfKind('register').length;
  if (waiting === 0) return null;
  return (
    <Alert severity="warning" action={<SendNow />}>
      {t('absences.waitingHere', { smart_count: waiting })}
    </Alert>
  );
}

/** The register of this day, if it waits on this device to be sent, and how many others wait. */
function RegisterQueueState({ day: { queued, review }, of }: { day: RegisterOfDay; of: RegisterDay }) {
  const day = t('ui.gregorian', { date: gregorianDate(of.date) });
  const others = useQueuedOfKind('register').filter(
    (one) => buildRegisterKey(one) !== buildRegisterKey(of),
  ).length;
  return (
    <div role="status">
      {queued?.state === 'waiting' && (
        <Alert severity="warning" action={<SendNow />}>
          {t('absences.waiting', { day })}
        </Alert>
      )}
      {queued?.state === 'sending' && <Alert severity="info">{t('absences.sending', { day })}</Alert>}
      {queued?.state === 'refused' && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={review}>
              {t('absences.review')}
            </Button>
          }
        >
          {t('absences.refused', { day, reason: queued.problem?.message ?? '' })}
        </Alert>
      )}
      {others > 0 && (
        <Alert severity="warning" action={<SendNow />} sx={{ mt: queued ? 1 : 0 }}>
          {t('absences.waitingElsewhere', { smart_count: others })}
        </Alert>
      )}
    </div>
  );
}
