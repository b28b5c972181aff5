import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type SyntheticEvent, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { maxTotalMarks } from '../../../../contract/rules/assignments';
import type { Subject } from '../../../../contract/subjects';
import type { Api } from '../../../dataProvider';
import type { NewAssignment as NewAssignmentBody } from '../../../dataProvider/assignments';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { useVersionedForm, VersionedForm } from '../../../ui/form/versionedSave';
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
  const edit = useNewAssignment(subject, onClose);
  return (
    <FormDialog
      isOpen
      maxWidth="md"
      title={t('assignments.newTitle')}
      isDirty={edit.isDirty}
      onClose={() => void edit.leave()}
    >
      <VersionedForm
        of={edit}
        onSubmit={edit.submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent sx={{ scrollPaddingBlock: 24 }}>
          <Typography color="text.secondary" sx={{ mb: 2 }}>
            <bdi>{t('assignments.newQuiet', { subject: subject.name, batch: subject.batch_name ?? '' })}</bdi>
          </Typography>
          <FormDraft name={`new-assignment-${subject.id}`} />
          <Fields isChecked={edit.isChecked} />
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
  const [isChecked, setIsChecked] = useState(false);
  const edit = useVersionedForm<NewAssignmentValues, NewAssignmentBody, unknown>({
    defaultValues: newAssignment,
    save: createAssignment,
    onSaved: () => notify(t('assignments.created'), { type: 'success' }),
    onRefused: refusal('assignments.createFailed'),
    onOver: onClose,
  });
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
    return edit.form.handleSubmit(
      async (values) => {
        const problem = problemOf(values);
        if (problem) notify(problem, { type: 'error' });
        else await edit.send(createBody(values, subject.id, timeZone));
      },
      ({ title }) => notify(t(title ? 'validation.fillRequired' : 'validation.review'), { type: 'error' }),
    )(event);
  };
  return { ...edit, isChecked, submit };
}
