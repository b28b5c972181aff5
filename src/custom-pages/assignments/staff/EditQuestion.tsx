import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { CancelTyped } from '../../../ui/form/CancelTyped';
import { StaleDialog } from '../../../ui/form/StaleDialog';
import { QuestionFields } from './QuestionFields';
import { useQuestionEdit } from './useQuestionEdit';
import { useStaleQuestion } from './useStaleQuestion';

interface EditQuestionProps {
  assignment: AssignmentDetail;
  question: Question;
  onClose: () => void;
}

/** A stored question, to change; what is typed stays on the device until it is saved or dropped. */
export function EditQuestion({ assignment, question, onClose }: EditQuestionProps) {
  const t = useText();
  const edit = useQuestionEdit(assignment, question, onClose);
  const fields = useStaleQuestion();
  return (
    <Box
      component="form"
      noValidate
      sx={{ display: 'grid', gap: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        edit.save();
      }}
    >
      <QuestionFields
        question={edit.value}
        problem={edit.problem}
        hasFocus
        isTypeFixed={(assignment.submitted_count ?? 0) > 0}
        onChange={edit.set}
      />
      {edit.wasFound && (
        <Typography variant="body2" color="text.secondary" role="status">
          {t('ui.draftRestored')}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <CancelTyped isDirty={edit.isDirty} isDisabled={edit.isPending} onCancel={edit.cancel} />
        <Button type="submit" variant="contained" disabled={edit.isPending} aria-busy={edit.isPending}>
          {t(edit.isPending ? 'ui.saving' : 'ui.save')}
        </Button>
      </Box>
      {edit.stale && (
        <StaleDialog
          {...edit.stale}
          key={String(edit.stale.theirs['version'])}
          fields={fields}
          isSaving={edit.isPending}
          onResolve={edit.resolve}
          onClose={edit.dropStale}
        />
      )}
    </Box>
  );
}
