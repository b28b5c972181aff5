import { Alert, Box, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch } from '../../../contract/batches';
import type { HiddenStudent } from '../../../contract/students/enrolments';
import { hijriDate } from '../../../contract/rules/hijri';
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
import { isDay } from '../../../contract/rules/days';
import { detailMessage } from '../../ui/page/problemMessage';
import { batchNote } from './studentModel';
import { useGenderQuestion } from './useGenderQuestion';

export interface ChosenStudents {
  ids: readonly number[];
  /** Undefined if there are several students. */
  name?: string;
  status?: StudentStatus;
}

interface DialogProps extends ChosenStudents {
  onDone: () => void;
  onClose: () => void;
}

/** The server asks for a confirmation if the change hides records of `hiddenStudents`. */
function useEnrolmentCall<Body>(
  call: (body: Body) => Promise<{ message: string }>,
  { onDone, onClose }: DialogProps,
) {
  const { notifyDone } = useNotices();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      onClose();
      onDone();
      notifyDone(answer.message, answer);
    },
  });
  const hiddenStudents = parseHiddenStudents(error);
  /** The warning concerns the previous values, so any change of a value removes it. */
  const resetAndSet =
    <V,>(setValue: (value: V) => void) =>
    (value: V) => {
      reset();
      setValue(value);
    };
  return { send: mutate, isPending, hiddenStudents, refusal: hiddenStudents ? null : error, resetAndSet };
}

/**
 * The day cannot be after today.
 * @param hasInput true if other fields have input
 */
function useDayUntilToday(hasInput: boolean) {
  const { date: day, today, setDate, isChosen, newDay } = useFormDay(hasInput);
  const problem = !isDay(day) ? t('enrolments.dayRequired') : day > today ? t('enrolments.dayTooLate') : '';
  return {
    day,
    setDay: setDate,
    problem,
    isChanged: isChosen,
    newDayQuestion: <NewDayQuestion newDay={newDay} />,
  };
}

const describeStudents = ({ ids, name }: ChosenStudents) =>
  name ?? t('counted.students', { smart_count: ids.length });

const moveKinds = ['moved', 'promoted', 'repeated'] as const;
const reasonSlots = { htmlInput: { maxLength: 200 } };

export function MoveDialog(props: DialogProps) {
  const { moveStudents } = useApi();
  const { send, isPending, hiddenStudents, refusal, resetAndSet } = useEnrolmentCall(moveStudents, props);
  const [batch, setBatch] = useState<Batch | null>(null);
  const [kind, setKind] = useState<(typeof moveKinds)[number]>('moved');
  const [reason, setReason] = useState('');
  const hasInput = batch !== null || reason !== '';
  const { day, setDay, problem: dayProblem, isChanged, newDayQuestion } = useDayUntilToday(hasInput);
  const { confirm, isChecking, dialog: genderQuestion } = useGenderQuestion();
  const [checkProblem, setCheckProblem] = useState<unknown>(null);
  const submit = async () => {
    if (!batch) return;
    setCheckProblem(null);
    const ids = [...props.ids];
    try {
      // With the warning about hidden marks, the question was answered before.
      if (!hiddenStudents && !(await confirm({ batch_id: batch.id, student_row_ids: ids }))) return;
    } catch (failure) {
      setCheckProblem(failure);
      return;
    }
    send({
      student_row_ids: ids,
      batch_id: batch.id,
      date: day,
      as: kind,
      reason,
      ...(hiddenStudents && { confirm: true }),
    });
  };
  const problem = checkProblem ?? refusal;
  return (
    <SubmitDialog
      title={t('enrolments.move')}
      name={describeStudents(props)}
      problem={problem ? detailMessage(problem, t('enrolments.moveFailed')) : null}
      isDirty={hasInput || isChanged}
      submitLabel={t(hiddenStudents ? 'enrolments.moveAnyway' : 'enrolments.move')}
      pendingLabel={t('enrolments.moving')}
      isPending={isPending || isChecking}
      isReady={batch !== null && dayProblem === ''}
      hasCancel
      maxWidth="sm"
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      {newDayQuestion}
      {genderQuestion}
      {hiddenStudents && <HiddenStudents students={hiddenStudents} />}
      <RecordPicker<Batch>
        resource="batches"
        label={t('enrolments.newBatch')}
        placeholder={t('students.chooseBatch')}
        optionText={({ batch_name }) => batch_name}
        optionNote={batchNote}
        value={batch?.id}
        valueText={batch?.batch_name ?? null}
        isRequired
        onChange={resetAndSet(setBatch)}
      />
      <DayField
        label={t('enrolments.movedOn')}
        value={day}
        isEager
        problem={dayProblem}
        helperText={t('enrolments.movedOnHint')}
        onChange={resetAndSet(setDay)}
      />
      <ChoiceField
        label={t('enrolments.movedAs')}
        value={kind}
        choices={moveKinds.map((moveKind) => [moveKind, t(`enrolments.beganAs.${moveKind}`)] as const)}
        onChange={resetAndSet((chosen) => setKind(chosen ?? 'moved'))}
      />
      <TextField
        label={t('enrolments.moveReason')}
        value={reason}
        slotProps={reasonSlots}
        onChange={({ target }) => setReason(target.value)}
      />
    </SubmitDialog>
  );
}

const parseHiddenStudents = (error: unknown): HiddenStudent[] | null =>
  error instanceof ApiProblem && error.code === 'MOVE_HIDES'
    ? ((error.body as { students?: HiddenStudent[] }).students ?? [])
    : null;

/** Lists students that have marks or records in their batch after the day. */
function HiddenStudents({ students }: { students: readonly HiddenStudent[] }) {
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
            <bdi>{full_name}</bdi> · {t('enrolments.newest', { date: hijriDate(newest) })}
          </Typography>
        ))}
      </Box>
    </Alert>
  );
}

export function StatusDialog(props: DialogProps) {
  const { setStudentStatus } = useApi();
  const { send, isPending, hiddenStudents, refusal, resetAndSet } = useEnrolmentCall(setStudentStatus, props);
  const [status, setStatus] = useState<StudentStatus | ''>('');
  const [reason, setReason] = useState('');
  const hasInput = status !== '' || reason !== '';
  const { day, setDay, problem: dayProblem, isChanged, newDayQuestion } = useDayUntilToday(hasInput);
  const submit = () =>
    status !== '' &&
    send({
      student_row_ids: [...props.ids],
      status,
      date: day,
      reason,
      ...(hiddenStudents && { confirm: true }),
    });
  return (
    <SubmitDialog
      title={t('enrolments.changeStatus')}
      name={describeStudents(props)}
      problem={refusal && detailMessage(refusal, t('enrolments.changeFailed'))}
      isDirty={hasInput || isChanged}
      submitLabel={t(hiddenStudents ? 'enrolments.changeAnyway' : 'enrolments.changeStatus')}
      pendingLabel={t('enrolments.changing')}
      isPending={isPending}
      isReady={status !== '' && dayProblem === ''}
      hasCancel
      maxWidth="sm"
      onSubmit={submit}
      onClose={props.onClose}
    >
      {newDayQuestion}
      {hiddenStudents && <HiddenStudents students={hiddenStudents} />}
      <RadioChoice<StudentStatus | ''>
        label={t('enrolments.newStatus')}
        value={status}
        choices={studentStatuses
          .filter((option) => option !== props.status)
          .map((option) => ({
            value: option,
            name: studentStatusNames[option],
            hint: t(`enrolments.statusExplained.${option}`),
          }))}
        onChange={resetAndSet(setStatus)}
      />
      <DayField
        label={t('enrolments.statusOn')}
        value={day}
        isEager
        problem={dayProblem}
        helperText={t('enrolments.statusOnHint')}
        onChange={resetAndSet(setDay)}
      />
      <TextField
        label={t('enrolments.statusReason')}
        value={reason}
        slotProps={reasonSlots}
        onChange={({ target }) => setReason(target.value)}
      />
    </SubmitDialog>
  );
}
