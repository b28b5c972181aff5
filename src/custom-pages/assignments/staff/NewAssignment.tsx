import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import {
  Box,
  Button,
  Card,
  DialogActions,
  DialogContent,
  IconButton,
  Stack,
  Typography,
} from '@mui/material';
import { memo, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { maxTotalMarks } from '../../../../contract/rules/assignments';
import type { Subject } from '../../../../contract/subjects';
import { type QuestionType, questionTypes } from '../../../../contract/vocabulary';
import { useApi } from '../../../dataProvider/useApi';
import type { NewAssignment as NewAssignmentBody } from '../../../dataProvider/assignments';
import { useTimeZone } from '../../../dataProvider/useInstitute';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { useVersionedForm, VersionedForm } from '../../../ui/form/VersionedForm';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden';
import { AssignmentFields } from './AssignmentFields';
import {
  createBody,
  isTotalAllowed,
  newAssignment,
  type NewAssignmentValues,
  totalMarks,
} from './assignmentForm';
import { MoveButtons, moveKeys } from './MoveButtons';
import { QuestionFields } from './QuestionFields';
import { emptyQuestion, moveItem, type QuestionForm, questionProblem } from './questionModel';
import { useErrorHandler } from './useAssignmentWrites';

/** Creates an assignment with its questions. The draft stays on the device until the user saves it. */
export function NewAssignment({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const edit = useNewAssignment(subject, onClose);
  return (
    <FormDialog
      isOpen
      maxWidth="md"
      title={t('assignments.newTitle')}
      isDirty={edit.isDirty}
      onClose={() => void edit.discard()}
    >
      <VersionedForm
        versioned={edit}
        onSubmit={edit.submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent sx={{ scrollPaddingBlock: 24 }}>
          <Typography color="text.secondary" sx={{ mb: 2 }}>
            <bdi>{t('assignments.newQuiet', { subject: subject.name, batch: subject.batch_name ?? '' })}</bdi>
          </Typography>
          <FormDraft name={`new-assignment-${subject.id}`} />
          <NewFields isChecked={edit.isChecked} />
        </DialogContent>
        <DialogActions>
          <Button
            type="submit"
            variant="contained"
            disabled={edit.isPending}
            aria-busy={edit.isPending}
            sx={{ flexGrow: { xs: 1, sm: 0 } }}
          >
            {edit.isPending ? t('ui.saving') : t('assignments.create')}
          </Button>
        </DialogActions>
      </VersionedForm>
    </FormDialog>
  );
}

function NewFields({ isChecked }: { isChecked: boolean }) {
  const { getValues, setValue } = useFormContext<NewAssignmentValues>();
  const questions = useWatch<NewAssignmentValues, 'questions'>({ name: 'questions' });
  return (
    <Stack spacing={3}>
      <AssignmentFields sum={questions.length === 0 ? null : totalMarks('', questions)} hasFocus />
      <Box component="section" aria-label={t('assignments.questionsTitle')}>
        <Typography variant="h3" sx={{ mb: 1.5 }}>
          {t('assignments.questionsTitle')}
        </Typography>
        <QuestionForms
          questions={questions}
          isChecked={isChecked}
          onChange={(change) =>
            setValue('questions', change(getValues('questions')), { shouldDirty: true, shouldTouch: true })
          }
        />
      </Box>
    </Stack>
  );
}

/** @param onClose runs after a save or a cancel */
function useNewAssignment(subject: Subject, onClose: () => void) {
  const { notifyDone, notifyError } = useNotices();
  const errorHandler = useErrorHandler();
  const timeZone = useTimeZone();
  const { createAssignment } = useApi();
  const [isChecked, setIsChecked] = useState(false);
  const edit = useVersionedForm<NewAssignmentValues, NewAssignmentBody, unknown>({
    defaultValues: newAssignment,
    save: createAssignment,
    onSaved: (answer) => notifyDone(t('assignments.created'), answer),
    onRefused: errorHandler('assignments.createFailed'),
    onEnd: onClose,
  });
  /** Describes a problem that belongs to no single field. */
  const describeProblem = ({ questions, total_marks }: NewAssignmentValues): string | null => {
    const invalidIndex = questions.findIndex((question) => questionProblem(question) !== null);
    if (invalidIndex >= 0) {
      const problem = questionProblem(questions[invalidIndex] as (typeof questions)[number]);
      const message =
        problem?.field === 'marks' ? t('validation.between', problem) : problem && t(problem.key);
      return `${t('assignments.questionNumber', { number: invalidIndex + 1 })}: ${message}`;
    }
    const sum = totalMarks(total_marks, questions);
    return isTotalAllowed(sum) ? null : t('assignments.tooManyMarks', { sum, max: maxTotalMarks });
  };
  const submit = (event: SyntheticEvent) => {
    setIsChecked(true);
    return edit.form.handleSubmit(
      async (values) => {
        const problem = describeProblem(values);
        if (problem) notifyError(problem);
        else await edit.send(createBody(values, subject.id, timeZone));
      },
      ({ title }) => notifyError(t(title ? 'validation.fillRequired' : 'validation.review')),
    )(event);
  };
  return { ...edit, isChecked, submit };
}

interface QuestionFormsProps {
  questions: readonly QuestionForm[];
  /** True after the first attempt to save. */
  isChecked: boolean;
  onChange: (change: (before: readonly QuestionForm[]) => QuestionForm[]) => void;
}

function QuestionForms({ questions, isChecked, onChange }: QuestionFormsProps) {
  const [newestKey, setNewestKey] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  // The functions are created once, so that typing in one question renders only that question.
  const [actions] = useState(() => ({
    replace: (edited: QuestionForm) =>
      latestOnChange.current((before) =>
        before.map((question) => (question.key === edited.key ? edited : question)),
      ),
    remove: (key: string) => latestOnChange.current((before) => before.filter((one) => one.key !== key)),
    move: (from: number, step: -1 | 1) => latestOnChange.current((before) => moveItem(before, from, step)),
  }));
  const move = (from: number, step: -1 | 1) => {
    actions.move(from, step);
    const number = from + 1;
    const position = Math.min(questions.length, Math.max(1, number + step));
    setAnnouncement(
      t('assignments.moved', { name: t('assignments.questionNumber', { number }), place: position }),
    );
  };
  return (
    <Stack spacing={2}>
      <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {questions.map((question, index) => (
          <Card
            key={question.key}
            component="li"
            sx={{ p: 2 }}
            onKeyDown={moveKeys((step) => move(index, step))}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', mb: 1.5 }}>
              <Typography variant="h3" component="h4" sx={{ flex: 1 }}>
                {t('assignments.questionNumber', { number: index + 1 })}
              </Typography>
              <MoveButtons
                name={t('assignments.questionNumber', { number: index + 1 })}
                index={index}
                count={questions.length}
                onMove={(step) => move(index, step)}
              />
              <IconButton
                color="error"
                aria-label={t('ui.deleteOf', {
                  name: t('assignments.questionNumber', { number: index + 1 }),
                })}
                onClick={() => actions.remove(question.key)}
              >
                <Delete fontSize="small" />
              </IconButton>
            </Box>
            <MemoQuestionFields
              question={question}
              problem={isChecked ? questionProblem(question) : null}
              hasFocus={question.key === newestKey}
              onChange={actions.replace}
            />
          </Card>
        ))}
      </Stack>
      {questions.length === 0 && (
        <Typography color="text.secondary">{t('assignments.questionsNone')}</Typography>
      )}
      {questions.length > 1 && (
        <SecondaryText variant="caption" sx={{ display: { xs: 'none', sm: 'block' } }}>
          {t('assignments.moveHint')}
        </SecondaryText>
      )}
      <AddQuestionButtons
        onAdd={(type) => {
          const question = emptyQuestion(type);
          setNewestKey(question.key);
          onChange((before) => [...before, question]);
        }}
      />
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </Stack>
  );
}

const MemoQuestionFields = memo(
  QuestionFields,
  (before, after) =>
    before.question === after.question &&
    before.hasFocus === after.hasFocus &&
    before.problem?.field === after.problem?.field,
);

function AddQuestionButtons({ onAdd }: { onAdd: (type: QuestionType) => void }) {
  const labelId = useId();
  return (
    <Box role="group" aria-labelledby={labelId}>
      <SecondaryText id={labelId} sx={{ mb: 1 }}>
        {t('assignments.addQuestion')}
      </SecondaryText>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' }}>
        {questionTypes.map((type) => (
          <Button
            key={type}
            variant="outlined"
            startIcon={<Add />}
            onClick={() => onAdd(type)}
            aria-label={t('assignments.addOfType', { type: t(`assignments.types.${type}`) })}
          >
            {t(`assignments.types.${type}`)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
