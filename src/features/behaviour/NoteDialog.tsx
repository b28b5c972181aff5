import { Box, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch } from '../../../contract/batches';
import type { BehaviourNote, NoteCategory } from '../../../contract/families/behaviourNotes';
import { type BatchSection, wordFor } from '../../../contract/rules/gender';
import { hijriDate } from '../../../contract/rules/hijri';
import { firstNoteDay, maxNoteText } from '../../../contract/rules/families/behaviourNotes';
import { noteKindNames, type NoteKind } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { textFor, useBatchSection } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { RemoveButton } from '../../ui/dialog/RemoveButton';
import { useNotices } from '../../ui/dialog/Toasts';
import { CheckField } from '../../ui/form/CheckField';
import { DayField } from '../../ui/form/DayField';
import { StaleDialog, type StaleField } from '../../ui/form/StaleDialog';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { detailMessage } from '../../ui/page/problemMessage';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { NewDayQuestion } from '../teaching-context/NewDayQuestion';
import { useFormDay } from '../teaching-context/useDay';
import { CategoryChoice } from './CategoryChoice';
import { useNoteCategories } from './NoteFacts';
import { missingOf, newNote, type NoteForm, toBody, toForm } from './noteForm';
import { type NotedStudent, StudentsField } from './StudentsField';

interface NoteDialogProps {
  /** The stored note that the dialog changes. */
  stored?: BehaviourNote;
  /** The student of a new note. Without him the user chooses students of a batch. */
  student?: NotedStudent;
  /** The day of a new note. Default: today. */
  day?: string;
  onClose: () => void;
}

export default function NoteDialog({ stored, student, day: pageDay, onClose }: NoteDialogProps) {
  const [typed, setTyped] = useState<Partial<NoteForm>>({});
  const today = useToday();
  // At midnight a note of today asks for its day.
  const chosenDay = pageDay === undefined || pageDay === today ? null : pageDay;
  const day = useFormDay(Object.keys(typed).length > 0, stored?.date ?? chosenDay);
  const { date } = day;
  const initial = stored ? toForm(stored) : newNote(date);
  const form: NoteForm = { ...initial, ...typed, date };
  const [batch, setBatch] = useState<Batch | null>(null);
  const [chosen, setChosen] = useState<readonly NotedStudent[]>([]);
  const [isChecked, setIsChecked] = useState(false);
  const change = (changes: Partial<NoteForm>) => setTyped((before) => ({ ...before, ...changes }));
  const students = student ? [student] : chosen;
  const ownSection = useBatchSection();
  const section = batch ? batch.section : ownSection;
  const text = textFor(section);
  const edit = useNoteSave(stored, section, onClose);
  const missing = missingOf(form);
  const problemOf = (part: typeof missing, message: string) =>
    isChecked && missing === part ? message : null;
  const hasNoStudent = !stored && students.length === 0;
  const submit = () => {
    setIsChecked(true);
    if (missing !== null || hasNoStudent) return;
    if (stored) edit.send({ ...toBody(form), version: stored.version });
    else edit.add({ ...toBody(form), student_ids: students.map(({ student_id }) => student_id) });
  };
  const textProblem = problemOf('text', t('behaviourForm.textMissing'));
  return (
    <>
      <SubmitDialog
        title={t(stored ? 'behaviourForm.edit' : 'behaviourForm.add')}
        name={stored?.student_name ?? student?.name}
        problem={edit.refusal === null ? null : detailMessage(edit.refusal, t('behaviourForm.saveFailed'))}
        isDirty={chosen.length > 0 || JSON.stringify(form) !== JSON.stringify(initial)}
        submitLabel={t('behaviourForm.save')}
        pendingLabel={t('behaviourForm.saving')}
        isPending={edit.isPending}
        isReady={!edit.isRemoving}
        maxWidth="sm"
        hasCancel
        onSubmit={submit}
        onClose={onClose}
      >
        {!stored && !student && (
          <StudentsField
            batch={batch}
            students={chosen}
            problem={isChecked && hasNoStudent ? text('behaviourForm.chooseStudents') : null}
            onBatch={(value) => {
              setBatch(value);
              setChosen([]);
            }}
            onChange={setChosen}
          />
        )}
        <CategoryChoice
          form={form}
          storedId={stored?.category_id ?? null}
          problem={problemOf('category', t('behaviourForm.choose'))}
          onChange={change}
        />
        <TextField
          label={t(
            form.kind !== null && form.category_id === null
              ? 'behaviourForm.requiredText'
              : 'behaviourForm.text',
          )}
          value={form.text}
          multiline
          minRows={2}
          error={textProblem !== null}
          helperText={
            textProblem ?? text(`behaviourForm.${form.for_guardians ? 'openToGuardians' : 'confidential'}`)
          }
          onChange={({ target }) => change({ text: target.value })}
          slotProps={{ htmlInput: { maxLength: maxNoteText, dir: 'auto' } }}
        />
        <Box>
          <CheckField
            checked={form.for_guardians}
            label={t('behaviourForm.forGuardians')}
            onChange={(for_guardians) => change({ for_guardians })}
          />
          {form.for_guardians && (
            <SecondaryText variant="caption" component="p">
              {text('behaviourForm.forGuardiansHint')}
            </SecondaryText>
          )}
        </Box>
        <DayField
          label={t('behaviourForm.date')}
          value={form.date}
          min={firstNoteDay(today)}
          max={today}
          isNeverEmpty
          onChange={day.setDate}
        />
        {!student && chosen.length > 0 && (
          <Typography aria-live="polite" sx={{ fontWeight: 600 }}>
            {text('behaviourForm.chosen', { smart_count: chosen.length, name: chosen[0]?.name ?? '' })}
          </Typography>
        )}
        {stored && (
          <RemoveButton
            label={t('behaviourForm.remove')}
            isDisabled={edit.isPending || edit.isRemoving}
            onRemove={() => edit.remove(stored)}
          />
        )}
      </SubmitDialog>
      <StaleNote question={edit.question} />
      <NewDayQuestion newDay={day.newDay} />
    </>
  );
}

type Body = ReturnType<typeof toBody>;

function useNoteSave(stored: BehaviourNote | undefined, section: BatchSection, onClose: () => void) {
  const { behaviour } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const [refusal, setRefusal] = useState<unknown>(null);
  const versionedSave = useVersionedSave({
    save: async (body: Body & { version: number }) => (await behaviour()).change(stored?.id ?? 0, body),
    onSaved: (answer) => {
      onClose();
      notifyDone(t('behaviourForm.saved'), answer);
    },
    onRefused: setRefusal,
    buildBody: (chosen, { theirs }) => {
      const { date, kind, category_id, text, for_guardians } = chosen as Body & Record<string, unknown>;
      return { date, kind, category_id, text, for_guardians, version: Number(theirs['version']) };
    },
  });
  const addition = useMutation({
    mutationFn: async (body: Body & { student_ids: string[] }) => (await behaviour()).add(body),
    onSuccess: (answer) => {
      onClose();
      notifyDone(wordFor(section, answer.message), answer);
    },
    onError: setRefusal,
  });
  const removal = useMutation({
    mutationFn: async ({ id }: BehaviourNote) => (await behaviour()).remove(id),
    onSuccess: (answer) => {
      onClose();
      notifyDone(answer.message, answer);
    },
    onError: (problem) => notifyProblem(problem, t('behaviourForm.removeFailed')),
  });
  return {
    question: versionedSave.question,
    isPending: versionedSave.isPending || addition.isPending,
    refusal,
    send: (body: Body & { version: number }) => {
      setRefusal(null);
      void versionedSave.send(body);
    },
    add: (body: Body & { student_ids: string[] }) => {
      setRefusal(null);
      addition.mutate(body);
    },
    remove: removal.mutate,
    isRemoving: removal.isPending,
  };
}

/** Another user changed the note meanwhile. Kind and category are one choice, because they belong together. */
function StaleNote({ question }: { question: ReturnType<typeof useNoteSave>['question'] }) {
  const { data = [] } = useNoteCategories();
  const fields: StaleField[] = [
    { name: 'choice', label: t('behaviour.category'), format: (choice) => formatChoice(choice, data) },
    { name: 'text', label: t('behaviourForm.requiredText') },
    {
      name: 'for_guardians',
      label: t('behaviour.forGuardians'),
      format: (isTicked) => t(isTicked === true ? 'ui.yes' : 'ui.no'),
    },
    { name: 'date', label: t('behaviourForm.date'), format: (day) => hijriDate(String(day)) },
  ];
  const choiceQuestion = question && {
    ...question,
    mine: withChoice({ ...question.mine }),
    theirs: withChoice(question.theirs),
    onResolve: ({ choice, ...values }: Record<string, unknown>) => {
      const [kind, category_id] = choice as Choice;
      question.onResolve({ ...values, kind, category_id });
    },
  };
  return <StaleDialog fields={fields} question={choiceQuestion} />;
}

type Choice = [kind: NoteKind, category_id: number | null];

const withChoice = (values: Record<string, unknown>) => ({
  ...values,
  choice: [values['kind'], values['category_id'] ?? null],
});

function formatChoice(choice: unknown, categories: readonly NoteCategory[]): string {
  const [kind, categoryId] = choice as Choice;
  const name = categories.find(({ id }) => id === categoryId)?.name;
  return name === undefined
    ? t('behaviourForm.otherOf', { kind: noteKindNames[kind] })
    : `${noteKindNames[kind]}: ${name}`;
}
