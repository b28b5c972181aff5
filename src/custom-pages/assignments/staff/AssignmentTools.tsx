import Copy from '@mui/icons-material/ContentCopyOutlined';
import Draft from '@mui/icons-material/EditNoteOutlined';
import Published from '@mui/icons-material/PublicOutlined';
import { Chip, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Assignment } from '../../../../contract/assignments';
import type { Subject } from '../../../../contract/subjects';
import { useApi } from '../../../dataProvider/useApi';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete';
import { SubmitDialog } from '../../../ui/dialog/FormDialog';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { DeleteAction, IconAction } from '../../../ui/page/IconAction';
import { useDeleteAssignment, useErrorHandler } from './useAssignmentWrites';

interface AssignmentToolsProps {
  title: string;
  onDuplicate: () => void;
  onDelete: () => void;
}

export function AssignmentTools({ title, onDuplicate, onDelete }: AssignmentToolsProps) {
  const { has } = useServerFeatures();
  return (
    <>
      {has('assignmentCopy') && (
        <IconAction
          title={t('assignments.duplicate')}
          label={t('assignments.duplicateOf', { name: title })}
          onClick={onDuplicate}
        >
          <Copy fontSize="small" />
        </IconAction>
      )}
      <DeleteAction label={t('ui.deleteOf', { name: title })} onClick={onDelete} />
    </>
  );
}

export function StatusChip({ isPublished }: { isPublished: boolean }) {
  const Icon = isPublished ? Published : Draft;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isPublished ? 'success' : 'default'}
      icon={<Icon aria-hidden />}
      label={t(isPublished ? 'assignments.published' : 'assignments.draft')}
    />
  );
}

export function StatusIcon({ isPublished }: { isPublished: boolean }) {
  const Icon = isPublished ? Published : Draft;
  return (
    <Icon
      role="img"
      titleAccess={t(isPublished ? 'assignments.published' : 'assignments.draft')}
      fontSize="small"
      color={isPublished ? 'success' : 'disabled'}
      sx={{ verticalAlign: 'middle', marginInlineEnd: 1 }}
    />
  );
}

interface DeleteAssignmentProps {
  assignment: Assignment | null;
  onDeleted?: () => void;
  onClose: () => void;
}

export function DeleteAssignment({ assignment, onDeleted, onClose }: DeleteAssignmentProps) {
  const { mutate, isPending } = useDeleteAssignment(onDeleted);
  if (!assignment) return null;
  const { submitted_count } = assignment;
  return (
    <ConfirmDelete
      isOpen
      question={t('assignments.deleteAsk')}
      name={assignment.title}
      isPending={isPending}
      onConfirm={() => mutate(assignment, { onSettled: onClose })}
      onClose={onClose}
    >
      <Typography>{t('assignments.deleteAlong')}</Typography>
      {submitted_count !== undefined && (
        <Typography color={submitted_count > 0 ? 'error' : 'text.secondary'}>
          {t('assignments.deleteSubmissions', { smart_count: submitted_count })}
        </Typography>
      )}
    </ConfirmDelete>
  );
}

/** Duplicates an assignment with its questions, in the same or in another subject. */
export function DuplicateDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const { notifyDone } = useNotices();
  const navigate = useNavigate();
  const errorHandler = useErrorHandler();
  const { duplicateAssignment } = useApi();
  const [title, setTitle] = useState(assignment.title);
  const [subjectId, setSubjectId] = useState<number | null>(assignment.subject_id);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      duplicateAssignment(assignment.id, { title, ...(subjectId === null ? {} : { subject_id: subjectId }) }),
    onSuccess: (duplicate) => {
      notifyDone(t('assignments.duplicated'), duplicate);
      void navigate(`/assignments/${duplicate.id}`);
    },
    onError: errorHandler('assignments.duplicateFailed'),
  });
  const isReady = title.trim() !== '' && subjectId !== null;
  return (
    <SubmitDialog
      title={t('assignments.duplicateTitle')}
      isDirty={title !== assignment.title || subjectId !== assignment.subject_id}
      submitLabel={t('assignments.duplicate')}
      pendingLabel={t('assignments.duplicate')}
      isPending={isPending}
      isReady={isReady}
      hasCancel
      maxWidth="sm"
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Typography color="text.secondary">{t('assignments.duplicateText')}</Typography>
      <RecordPicker<Subject>
        resource="subjects"
        label={t('assignments.duplicateTo')}
        placeholder={t('teaching.chooseSubject')}
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
    </SubmitDialog>
  );
}
