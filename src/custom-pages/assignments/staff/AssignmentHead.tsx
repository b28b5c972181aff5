import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Assignment } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { CancelTyped } from '../../../ui/dialog/QuestionDialog';
import { useNotices } from '../../../ui/dialog/Toasts';
import { Form } from '../../../ui/form/Form';
import { StaleDialog } from '../../../ui/form/StaleDialog';
import { useVersionedSave } from '../../../ui/form/versionedSave';
import { SubjectLine } from '../AssignmentFacts';
import { IconAction } from '../../../ui/page/IconAction';
import { AssignmentTools, StatusChip } from './AssignmentTools';
import { addVersion } from './assignmentForm';
import { useRefusal, useUpdateAssignment } from './useAssignmentWrites';

interface AssignmentHeadProps {
  assignment: Assignment;
  isEditing: boolean;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** The title, edited in place, and the actions on the whole assignment. */
export function AssignmentHead({
  assignment,
  isEditing,
  onEdit,
  onDuplicate,
  onDelete,
}: AssignmentHeadProps) {
  const { update, isPending } = useUpdateAssignment(assignment);
  const { title, is_published } = assignment;
  const publish = () =>
    update({
      change: { is_published: !is_published },
      saved: is_published ? 'assignments.unpublishedNow' : 'assignments.publishedNow',
    });
  return (
    <Stack
      direction={{ xs: 'column', md: 'row' }}
      sx={{
        justifyContent: 'space-between',
        alignItems: { xs: 'stretch', md: 'flex-start' },
        gap: { xs: 1, md: 2 },
      }}
    >
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <EditableTitle assignment={assignment} isDisabled={isEditing} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <StatusChip isPublished={is_published} />
          <Typography color="text.secondary">
            <SubjectLine assignment={assignment} />
          </Typography>
        </Stack>
      </Box>
      <Stack direction="row" className="no-print" sx={actions}>
        <Button
          variant={is_published ? 'outlined' : 'contained'}
          disabled={isPending || isEditing}
          onClick={publish}
        >
          {t(is_published ? 'assignments.unpublish' : 'assignments.publish')}
        </Button>
        <Button variant="outlined" startIcon={<Edit />} disabled={isEditing} onClick={onEdit}>
          {t('assignments.edit')}
        </Button>
        <AssignmentTools title={title} onDuplicate={onDuplicate} onDelete={onDelete} />
      </Stack>
    </Stack>
  );
}

/** One line on a phone too: its buttons are as narrow as their words. */
const actions = {
  columnGap: { xs: 0.5, sm: 1 },
  rowGap: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  '& > .MuiButton-root': { px: { xs: 1.25, sm: 2 } },
} as const;

/** The title of the page; while it is edited, Enter saves and Escape cancels. */
function EditableTitle({ assignment, isDisabled }: { assignment: Assignment; isDisabled: boolean }) {
  const { title } = assignment;
  const { typed, type, save, stopEditing, isPending, question } = useTitleEdit(assignment);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flexWrap: 'wrap', mb: 0.5 }}>
      {/* Hidden, not removed, while its text is edited: the page keeps its heading. */}
      <Typography
        variant="h1"
        tabIndex={-1}
        sx={{ minWidth: 0, overflowWrap: 'anywhere', ...(typed !== null && { display: 'none' }) }}
      >
        <bdi>{title}</bdi>
      </Typography>
      {typed === null ? (
        <IconAction title={t('assignments.editTitle')} disabled={isDisabled} onClick={() => type(title)}>
          <Edit fontSize="small" />
        </IconAction>
      ) : (
        <Form onSubmit={save} sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', flex: 1, minWidth: 0 }}>
          <TextField
            label={t('assignments.name')}
            value={typed}
            autoFocus
            onChange={({ target }) => type(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && stopEditing()}
            sx={{ flex: '1 1 14rem' }}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
          />
          <Button type="submit" variant="contained" disabled={isPending || typed.trim() === ''}>
            {t('ui.save')}
          </Button>
          <CancelTyped
            isDirty={typed !== title}
            isDisabled={isPending}
            onCancel={stopEditing}
            onSave={save}
          />
        </Form>
      )}
      <StaleDialog fields={[{ name: 'title', label: t('assignments.name') }]} question={question} />
    </Box>
  );
}

/** The title as typed, and the assignment as it was when the editing began. */
interface TitleDraft {
  title: string;
  original: Pick<Assignment, 'title' | 'version'>;
}

interface TitleChange {
  title: string;
  /** The title when the editing began. */
  previous: string;
  version: number;
}

/**
 * Edits the title in place. The assignment may be reloaded meanwhile: a title that a colleague saved in that time is
 * not overwritten without a question.
 */
function useTitleEdit(assignment: Assignment) {
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const refusal = useRefusal();
  const { updateAssignment } = useApi();
  const [typed, setTyped] = useState<TitleDraft | null>(null);
  const stopEditing = () => setTyped(null);
  const { send, isPending, question } = useVersionedSave({
    save: ({ title, version }: TitleChange) =>
      updateAssignment(assignment.id, addVersion({ title }, { ...assignment, version })),
    onSaved: () => {
      notifyDone(t('assignments.updated'));
      stopEditing();
    },
    onRefused: refusal('assignments.updateFailed'),
    merge: (change, theirs) => {
      // Shows on the page what the colleague saved.
      void client.invalidateQueries();
      // The colleague changed another field: the title alone is sent, with the stored version.
      return theirs['title'] === change.previous ? { ...change, version: Number(theirs['version']) } : null;
    },
    bodyOf: ({ title }, { theirs }) => ({
      title: String(title),
      previous: String(theirs['title']),
      version: Number(theirs['version']),
    }),
  });
  const save = () => {
    if (!typed || isPending) return;
    const title = typed.title.trim();
    if (title === '' || title === typed.original.title) stopEditing();
    else void send({ title, previous: typed.original.title, version: typed.original.version });
  };
  return {
    /** Null while the title is only shown. */
    typed: typed?.title ?? null,
    type: (title: string) => setTyped({ title, original: typed?.original ?? assignment }),
    save,
    stopEditing,
    isPending,
    question: question && {
      ...question,
      onResolve: (chosen: Record<string, unknown>) => {
        if (chosen['title'] !== question.theirs['title']) return question.onResolve(chosen);
        question.onClose();
        stopEditing();
      },
    },
  };
}
