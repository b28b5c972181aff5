import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { SaveContextProvider, useDataProvider, useMutationMiddlewares, useNotify } from 'react-admin';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { maxTotalMarks } from '../../../../contract/rules/assignments';
import type { Subject } from '../../../../contract/subjects';
import type { Api } from '../../../dataProvider';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { AssignmentFields } from './AssignmentFields';
import {
  createBody,
  isTotalAllowed,
  newAssignment,
  type NewAssignmentValues,
  totalMarks,
} from './assignmentForm';
import { QuestionForms } from './QuestionForms';
import { questionProblem } from './questionModel';
import { useRefusal } from './useAssignmentWrites';

interface NewAssignmentProps {
  subject: Subject;
  onClose: () => void;
}

/** Makes an assignment, with as many questions as are at hand; what is typed is kept until it is saved. */
export function NewAssignment({ subject, onClose }: NewAssignmentProps) {
  const t = useText();
  const { form, isDirty, isPending, isChecked, submit, leave, saveContext } = useNewAssignment(
    subject,
    onClose,
  );
  return (
    <FormDialog
      isOpen
      maxWidth="md"
      title={t('assignments.newTitle')}
      isDirty={isDirty}
      onClose={() => void leave()}
    >
      <SaveContextProvider value={saveContext}>
        <FormProvider {...form}>
          <Box
            component="form"
            noValidate
            onSubmit={(event) => void submit(event)}
            sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
          >
            <DialogContent sx={{ scrollPaddingBlock: 24 }}>
              <Typography color="text.secondary" sx={{ mb: 2 }}>
                <bdi>
                  {t('assignments.newQuiet', { subject: subject.name, batch: subject.batch_name ?? '' })}
                </bdi>
              </Typography>
              <FormDraft name={`new-assignment-${subject.id}`} />
              <Fields isChecked={isChecked} />
            </DialogContent>
            <DialogActions>
              <Button
                type="submit"
                variant="contained"
                disabled={isPending}
                aria-busy={isPending}
                sx={{ flexGrow: { xs: 1, sm: 0 } }}
              >
                {isPending ? t('ui.saving') : t('assignments.create')}
              </Button>
            </DialogActions>
          </Box>
        </FormProvider>
      </SaveContextProvider>
    </FormDialog>
  );
}

function Fields({ isChecked }: { isChecked: boolean }) {
  const t = useText();
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

/** The form of an assignment that does not exist yet; `onClose` when it was made or dropped. */
function useNewAssignment(subject: Subject, onClose: () => void) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const timeZone = useTimeZone();
  const { createAssignment } = useDataProvider<Api>();
  const form = useForm<NewAssignmentValues>({ defaultValues: newAssignment });
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const { mutateAsync, isPending } = useMutation({ mutationFn: createAssignment });
  const [isChecked, setIsChecked] = useState(false);

  const send = async (values: NewAssignmentValues) => {
    if (isPending) return;
    try {
      // The draft is dropped on the way.
      await getMutateWithMiddlewares(mutateAsync)(createBody(values, subject.id, timeZone));
      notify(t('assignments.created'), { type: 'success' });
      onClose();
    } catch (problem) {
      refusal('assignments.createFailed')(problem);
    }
  };
  /** What the fields themselves cannot say. */
  const problemOf = ({ questions, total_marks }: NewAssignmentValues): string | null => {
    const wrong = questions.findIndex((question) => questionProblem(question) !== null);
    if (wrong >= 0) {
      const problem = questionProblem(questions[wrong] as (typeof questions)[number]);
      const sentence =
        problem?.field === 'marks' ? t('validation.between', problem) : problem && t(problem.key);
      return `${t('assignments.questionNumber', { number: wrong + 1 })}: ${sentence}`;
    }
    const sum = totalMarks(total_marks, questions);
    return isTotalAllowed(sum) ? null : t('assignments.tooManyMarks', { sum, most: maxTotalMarks });
  };
  const submit = (event: SyntheticEvent) => {
    setIsChecked(true);
    return form.handleSubmit(
      async (values) => {
        const problem = problemOf(values);
        if (problem) notify(problem, { type: 'error' });
        else await send(values);
      },
      ({ title }) => notify(t(title ? 'validation.fillRequired' : 'validation.review'), { type: 'error' }),
    )(event);
  };
  return {
    form,
    isDirty: Object.keys(form.formState.dirtyFields).length > 0,
    isPending,
    isChecked,
    submit,
    /** Drops what was typed, and its draft. */
    leave: async () => {
      await getMutateWithMiddlewares(async () => undefined)();
      onClose();
    },
    saveContext: { saving: isPending, ...middlewares },
  };
}
