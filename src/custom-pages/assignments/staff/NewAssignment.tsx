import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { SaveContextProvider } from 'react-admin';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import type { Subject } from '../../../../contract/subjects';
import { useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { AssignmentFields } from './AssignmentFields';
import { type NewAssignmentValues, totalMarks } from './assignmentForm';
import { QuestionForms } from './QuestionForms';
import { useNewAssignment } from './useNewAssignment';

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
