import { Box, Button, Card, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { QuestionInput } from '../../../../contract/assignmentCalls';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import { maxTotalMarks } from '../../../../contract/rules/assignments';
import type { QuestionType } from '../../../../contract/vocabulary';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { CancelFormButton } from '../../../ui/dialog/QuestionDialog';
import { useDraftState } from '../../../ui/form/drafts';
import { Form } from '../../../ui/form/Form';
import { StaleDialog, type StaleField } from '../../../ui/form/StaleDialog';
import { useVersionedSave } from '../../../ui/form/versionedSave';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { QuestionFields } from './QuestionFields';
import {
  emptyQuestion,
  parseMarks,
  questionBody,
  questionForm,
  type QuestionForm,
  questionProblem,
} from './questionModel';
import { useErrorHandler } from './useAssignmentWrites';

interface EditQuestionProps {
  assignment: AssignmentDetail;
  question: Question;
  onClose: () => void;
}

/** The draft stays on the device until the user saves or discards it. */
export function EditQuestion({ assignment, question, onClose }: EditQuestionProps) {
  const edit = useQuestionEdit(assignment, question, onClose);
  return (
    <Form sx={{ display: 'grid', gap: 2 }} onSubmit={edit.save}>
      <QuestionFields
        question={edit.value}
        problem={edit.problem}
        hasFocus
        isTypeFixed={(assignment.submitted_count ?? 0) > 0}
        onChange={edit.set}
      />
      {edit.hasStoredDraft && <SecondaryText role="status">{t('ui.draftRestored')}</SecondaryText>}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <CancelFormButton
          isDirty={edit.isDirty}
          isDisabled={edit.isPending}
          onCancel={edit.cancel}
          onSave={edit.save}
        />
        <Button type="submit" variant="contained" disabled={edit.isPending} aria-busy={edit.isPending}>
          {t(edit.isPending ? 'ui.saving' : 'ui.save')}
        </Button>
      </Box>
      <StaleDialog fields={staleFields} question={edit.question} />
    </Form>
  );
}

const bodyFields = ['question_text', 'question_type', 'marks', 'correct_answer', 'options'] as const;

/** @param onClose runs after a save or a discard */
function useQuestionEdit(assignment: AssignmentDetail, question: Question, onClose: () => void) {
  const { notifyDone } = useNotices();
  const errorHandler = useErrorHandler();
  const { updateQuestion } = useApi();
  const draft = useDraftState(
    `/assignments/questions/${question.id}`,
    questionForm(question),
    question.version,
  );
  const [hasStoredDraft] = useState(draft.isDirty);
  const otherQuestions = assignment.questions.filter(({ id }) => id !== question.id);
  const { problem, check } = useCheckedQuestion(draft.value, otherQuestions);
  const close = () => {
    draft.clear();
    onClose();
  };
  const {
    send,
    isPending,
    question: staleDialog,
  } = useVersionedSave({
    save: (body: QuestionInput) => updateQuestion(question.id, body),
    onSaved: (answer) => {
      notifyDone(answer.message || t('assignments.questionSaved'), answer);
      close();
    },
    onRefused: errorHandler('assignments.questionSaveFailed'),
    buildBody: (chosen, { theirs }) => ({
      ...Object.fromEntries(bodyFields.map((name) => [name, chosen[name]])),
      version: Number(theirs['version']),
    }),
  });
  return {
    ...draft,
    hasStoredDraft,
    problem,
    isPending,
    question: staleDialog,
    save: () => {
      if (!isPending && check()) void send(questionBody(draft.value, draft.version));
    },
    cancel: close,
  };
}

const staleFields: StaleField[] = [
  { name: 'question_text', label: t('assignments.questionText') },
  {
    name: 'question_type',
    label: t('assignments.questionType'),
    format: (value) => t(`assignments.types.${value as QuestionType}`),
  },
  { name: 'marks', label: t('assignments.score') },
  {
    name: 'correct_answer',
    label: t('assignments.rightAnswer'),
    format: (value) =>
      value === 'true'
        ? t('assignments.isTrue')
        : value === 'false'
          ? t('assignments.isFalse')
          : String(value),
  },
  {
    name: 'options',
    label: t('assignments.options'),
    format: (value) =>
      (value as { option_text: string; is_correct?: boolean }[])
        .map(({ option_text, is_correct }) => (is_correct ? `✓ ${option_text}` : option_text))
        .join(' · '),
  },
];

/** Adds one question after another. The draft stays on the device until the user saves it. */
export function AddQuestion({ assignment }: { assignment: AssignmentDetail }) {
  const [addedCount, setAddedCount] = useState(0);
  const [initial, setInitial] = useState<QuestionForm>(() => emptyQuestion('multiple_choice'));
  return (
    <NextQuestion
      key={addedCount}
      assignment={assignment}
      initial={initial}
      onAdded={(question) => {
        setInitial(emptyQuestion(question.question_type));
        setAddedCount(addedCount + 1);
      }}
    />
  );
}

interface NextQuestionProps {
  assignment: AssignmentDetail;
  initial: QuestionForm;
  onAdded: (question: QuestionForm) => void;
}

function NextQuestion({ assignment, initial, onAdded }: NextQuestionProps) {
  const { notifyDone } = useNotices();
  const errorHandler = useErrorHandler();
  const { addQuestion } = useApi();
  const { value, set, clear } = useDraftState(`/assignments/${assignment.id}#new-question`, initial);
  const { problem, check } = useCheckedQuestion(value, assignment.questions);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: QuestionInput) => addQuestion(assignment.id, body),
    onSuccess: (answer) => {
      clear();
      notifyDone(answer.message || t('assignments.questionAdded'), answer);
      onAdded(value);
    },
    onError: errorHandler('assignments.questionAddFailed'),
  });
  return (
    <Card
      component={Form}
      aria-label={t('assignments.addQuestion')}
      sx={{ p: 2, display: 'grid', gap: 2 }}
      onSubmit={() => {
        if (!isPending && check()) mutate(questionBody(value));
      }}
    >
      <Typography variant="h3">{t('assignments.addQuestion')}</Typography>
      <QuestionFields question={value} problem={problem} hasFocus onChange={set} />
      <Button
        type="submit"
        variant="contained"
        disabled={isPending}
        aria-busy={isPending}
        sx={{ justifySelf: { sm: 'end' } }}
      >
        {t(isPending ? 'ui.saving' : 'assignments.addQuestion')}
      </Button>
    </Card>
  );
}

/** Problems show after the first check. The marks of the other questions count towards the maximum. */
function useCheckedQuestion(question: QuestionForm, otherQuestions: readonly Question[]) {
  const { notifyError } = useNotices();
  const [isChecked, setIsChecked] = useState(false);
  const check = (): boolean => {
    setIsChecked(true);
    const problem = questionProblem(question);
    const sum = otherQuestions.reduce((total, { marks }) => total + marks, parseMarks(question));
    if (!problem && sum <= maxTotalMarks) return true;
    const message =
      problem === null
        ? t('assignments.tooManyMarks', { sum, max: maxTotalMarks })
        : problem.field === 'marks'
          ? t('validation.between', problem)
          : t(problem.key);
    notifyError(message);
    return false;
  };
  return { problem: isChecked ? questionProblem(question) : null, check };
}
