import DriveFileMove from '@mui/icons-material/DriveFileMoveOutlined';
import HowToReg from '@mui/icons-material/HowToRegOutlined';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch } from '../../../contract/batches';
import { type HiddenStudent, maxMovedStudents } from '../../../contract/students/enrolments';
import { gregorianDate } from '../../../contract/rules/hijri';
import { type StudentStatus, studentStatuses, studentStatusNames } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { NewDayQuestion } from '../../features/teaching-context/NewDayQuestion';
import { useFormDay } from '../../features/teaching-context/useDay';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { isDay } from '../../ui/form/days';
import { detailSentence } from '../../ui/page/sentenceOf';
import { batchNote } from './studentModel';

interface Chosen {
  /** Row numbers of the students. */
  ids: readonly number[];
  /** The name, if it is a single known student. */
  name?: string;
  status?: StudentStatus;
}

interface EnrolmentButtonsProps extends Chosen {
  isDisabled?: boolean;
  onDone?: () => void;
}

/** Buttons to move students to another batch, and to change their status; each opens a dialog. */
export function EnrolmentButtons({ isDisabled = false, onDone, ...chosen }: EnrolmentButtonsProps) {
  const [open, setOpen] = useState<'move' | 'status' | null>(null);
  const isLocked = isDisabled || chosen.ids.length === 0 || chosen.ids.length > maxMovedStudents;
  const dialog = { ...chosen, onDone: () => onDone?.(), onClose: () => setOpen(null) };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DriveFileMove />}
        disabled={isLocked}
        onClick={() => setOpen('move')}
      >
        {t('enrolments.move')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<HowToReg />}
        disabled={isLocked}
        onClick={() => setOpen('status')}
      >
        {t('enrolments.changeStatus')}
      </Button>
      {open === 'move' && <MoveDialog {...dialog} />}
      {open === 'status' && <StatusDialog {...dialog} />}
    </>
  );
}

interface DialogProps extends Chosen {
  onDone: () => void;
  onClose: () => void;
}

/**
 * Sends the input of a dialog; after success it closes and shows a toast with undo. `hidden` are the students for whom
 * it has to be confirmed first.
 */
function useWrite<Body>(
  write: (body: Body) => Promise<{ message: string }>,
  { onDone, onClose }: DialogProps,
) {
  const { notifyDone } = useNotices();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: write,
    onSuccess: (answer) => {
      onClose();
      onDone();
      notifyDone(answer.message, answer);
    },
  });
  const hidden = hiddenBy(error);
  /** The warning was about other values, so it is removed. */
  const change =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      reset();
      set(value);
    };
  return { send: mutate, isPending, hidden, refusal: hidden ? null : error, change };
}

/** A day that is not after today, and its problem. @param isTyped whether something else is typed */
function useDayUntilToday(isTyped: boolean) {
  const { date: day, today, setDate, isChosen, newDay } = useFormDay(isTyped);
  const problem = !isDay(day) ? t('enrolments.dayRequired') : day > today ? t('enrolments.dayTooLate') : '';
  return { day, setDay: setDate, problem, isChanged: isChosen, question: <NewDayQuestion newDay={newDay} /> };
}

const nameOf = ({ ids, name }: Chosen) => name ?? t('counted.students', { smart_count: ids.length });

const kinds = ['moved', 'promoted', 'repeated'] as const;
const longestReason = { htmlInput: { maxLength: 200 } };

function MoveDialog(props: DialogProps) {
  const { moveStudents } = useApi();
  const { send, isPending, hidden, refusal, change } = useWrite(moveStudents, props);
  const [batch, setBatch] = useState<Batch | null>(null);
  const [kind, setKind] = useState<(typeof kinds)[number]>('moved');
  const [reason, setReason] = useState('');
  const isTyped = batch !== null || reason !== '';
  const { day, setDay, problem: dayProblem, isChanged, question } = useDayUntilToday(isTyped);
  const submit = () =>
    batch &&
    send({
      student_row_ids: [...props.ids],
      batch_id: batch.id,
      date: day,
      as: kind,
      reason,
      ...(hidden && { confirm: true }),
    });
  return (
    <SubmitDialog
      title={t('enrolments.move')}
      name={nameOf(props)}
      problem={refusal && detailSentence(refusal, t('enrolments.moveFailed'))}
      isDirty={isTyped || isChanged}
      button={t(hidden ? 'enrolments.moveAnyway' : 'enrolments.move')}
      pending={t('enrolments.moving')}
      isPending={isPending}
      isReady={batch !== null && dayProblem === ''}
      hasCancel
      maxWidth="sm"
      onSubmit={submit}
      onClose={props.onClose}
    >
      {question}
      {hidden && <Hidden students={hidden} />}
      <RecordPicker<Batch>
        resource="batches"
        label={t('enrolments.newBatch')}
        placeholder={t('students.chooseBatch')}
        optionText={({ batch_name }) => batch_name}
        optionNote={batchNote}
        value={batch?.id}
        knownText={batch?.batch_name ?? null}
        isRequired
        onChange={change(setBatch)}
      />
      <DayField
        label={t('enrolments.movedOn')}
        value={day}
        isEager
        problem={dayProblem}
        helperText={t('enrolments.movedOnHint')}
        onChange={change(setDay)}
      />
      <ChoiceField
        label={t('enrolments.movedAs')}
        value={kind}
        choices={kinds.map((one) => [one, t(`enrolments.beganAs.${one}`)] as const)}
        onChange={change((chosen) => setKind(chosen ?? 'moved'))}
      />
      <TextField
        label={t('enrolments.moveReason')}
        value={reason}
        slotProps={longestReason}
        onChange={({ target }) => setReason(target.value)}
      />
    </SubmitDialog>
  );
}

const hiddenBy = (error: unknown): HiddenStudent[] | null =>
  error instanceof ApiProblem && error.code === 'MOVE_HIDES'
    ? ((error.body as { students?: HiddenStudent[] }).students ?? [])
    : null;

/** The students who have marks or records in the batch after the day, with the newest day of each. */
function Hidden({ students }: { students: readonly HiddenStudent[] }) {
  return (
    <Alert
      severity="warning"
      sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      {t('enrolments.hides', { smart_count: students.length })}
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t('enrolments.hiddenStudents')}
        sx={{ maxHeight: 180, overflowY: 'auto', m: 0, mt: 1, paddingInlineStart: 2.5 }}
      >
        {students.map(({ student_id, full_name, newest }) => (
          <Typography component="li" variant="body2" key={student_id}>
            <bdi>{full_name}</bdi> · {t('enrolments.newest', { date: gregorianDate(newest) })}
          </Typography>
        ))}
      </Box>
    </Alert>
  );
}

function StatusDialog(props: DialogProps) {
  const { setStudentStatus } = useApi();
  const { send, isPending, hidden, refusal, change } = useWrite(setStudentStatus, props);
  const [status, setStatus] = useState<StudentStatus | ''>('');
  const [reason, setReason] = useState('');
  const isTyped = status !== '' || reason !== '';
  const { day, setDay, problem: dayProblem, isChanged, question } = useDayUntilToday(isTyped);
  const submit = () =>
    status !== '' &&
    send({
      student_row_ids: [...props.ids],
      status,
      date: day,
      reason,
      ...(hidden && { confirm: true }),
    });
  return (
    <SubmitDialog
      title={t('enrolments.changeStatus')}
      name={nameOf(props)}
      problem={refusal && detailSentence(refusal, t('enrolments.changeFailed'))}
      isDirty={isTyped || isChanged}
      button={t(hidden ? 'enrolments.changeAnyway' : 'enrolments.changeStatus')}
      pending={t('enrolments.changing')}
      isPending={isPending}
      isReady={status !== '' && dayProblem === ''}
      hasCancel
      maxWidth="sm"
      onSubmit={submit}
      onClose={props.onClose}
    >
      {question}
      {hidden && <Hidden students={hidden} />}
      <RadioChoice<StudentStatus | ''>
        label={t('enrolments.newStatus')}
        value={status}
        choices={studentStatuses
          .filter((one) => one !== props.status)
          .map((one) => ({
            value: one,
            name: studentStatusNames[one],
            hint: t(`enrolments.statusExplained.${one}`),
          }))}
        onChange={change(setStatus)}
      />
      <DayField
        label={t('enrolments.statusOn')}
        value={day}
        isEager
        problem={dayProblem}
        helperText={t('enrolments.statusOnHint')}
        onChange={change(setDay)}
      />
      <TextField
        label={t('enrolments.statusReason')}
        value={reason}
        slotProps={longestReason}
        onChange={({ target }) => setReason(target.value)}
      />
    </SubmitDialog>
  );
}
