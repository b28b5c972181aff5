import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Assignment } from '../../../../contract/assignments';
import type { Subject } from '../../../../contract/subjects';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { useRefusal } from './useAssignmentWrites';

interface DuplicateDialogProps {
  assignment: Assignment;
  onClose: () => void;
}

/** Copies an assignment with its questions, into its own subject or that of another batch. */
export function DuplicateDialog({ assignment, onClose }: DuplicateDialogProps) {
  const t = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const refusal = useRefusal();
  const { duplicateAssignment } = useDataProvider<Api>();
  const [title, setTitle] = useState(assignment.title);
  const [subjectId, setSubjectId] = useState<number | null>(assignment.subject_id);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      duplicateAssignment(assignment.id, { title, ...(subjectId === null ? {} : { subject_id: subjectId }) }),
    onSuccess: ({ id }) => {
      notify(t('assignments.duplicated'), { type: 'success' });
      void navigate(`/assignments/${id}`);
    },
    onError: refusal('assignments.duplicateFailed'),
  });
  const isReady = title.trim() !== '' && subjectId !== null;
  return (
    <FormDialog
      isOpen
      title={t('assignments.duplicateTitle')}
      isDirty={title !== assignment.title || subjectId !== assignment.subject_id}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) mutate();
        }}
      >
        <DialogContent>
          <Stack spacing={2}>
            <Typography color="text.secondary">{t('assignments.duplicateText')}</Typography>
            <RecordPicker<Subject>
              resource="subjects"
              label={t('assignments.duplicateTo')}
              placeholder={t('assignments.chooseSubject')}
              optionText={({ name, batch_name }) => [name, batch_name].filter(Boolean).join(' · ')}
              optionNote={({ subject_code }) => subject_code}
              value={subjectId}
              onChange={(subject) => setSubjectId(subject?.id ?? null)}
              sort={{ field: 'name', order: 'ASC' }}
              isRequired
            />
            <TextField
              label={t('assignments.duplicateName')}
              value={title}
              required
              onChange={({ target }) => setTitle(target.value)}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isReady || isPending} aria-busy={isPending}>
            {t('assignments.duplicate')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
