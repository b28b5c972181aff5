import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, Stack, TextField, Tooltip, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Assignment } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { StaleDialog } from '../../../ui/form/StaleDialog';
import { useVersionedSave } from '../../../ui/form/versionedSave';
import { SubjectLine } from '../AssignmentFacts';
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

/** The title, which is changed where it stands, and what can be done with the whole assignment. */
export function AssignmentHead({
  assignment,
  isEditing,
  onEdit,
  onDuplicate,
  onDelete,
}: AssignmentHeadProps) {
  const t = useText();
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
      sx={{ justifyContent: 'space-between', alignItems: { xs: 'stretch', md: 'flex-start' }, gap: 2 }}
    >
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <TitleInPlace assignment={assignment} isDisabled={isEditing} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <StatusChip isPublished={is_published} />
          <Typography color="text.secondary">
            <SubjectLine assignment={assignment} />
          </Typography>
        </Stack>
      </Box>
      <Stack direction="row" className="no-print" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
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

/** The title of the page; Enter saves another one, Escape leaves it as it was. */
function TitleInPlace({ assignment, isDisabled }: { assignment: Assignment; isDisabled: boolean }) {
  const t = useText();
  const { title } = assignment;
  const { typed, type, save, leave, isPending, question } = useTitleEdit(assignment);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flexWrap: 'wrap', mb: 0.5 }}>
      {/* The heading stays the heading of the page, also while its text is being changed. */}
      <Typography
        variant="h1"
        tabIndex={-1}
        sx={{ minWidth: 0, overflowWrap: 'anywhere', ...(typed !== null && { display: 'none' }) }}
      >
        <bdi>{title}</bdi>
      </Typography>
      {typed === null ? (
        <Tooltip title={t('assignments.editTitle')}>
          <span>
            <IconButton
              aria-label={t('assignments.editTitle')}
              disabled={isDisabled}
              onClick={() => type(title)}
            >
              <Edit fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      ) : (
        <Box
          component="form"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
          sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', flex: 1, minWidth: 0 }}
        >
          <TextField
            label={t('assignments.name')}
            value={typed}
            autoFocus
            onChange={({ target }) => type(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && leave()}
            sx={{ flex: '1 1 14rem' }}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
          />
          <Button type="submit" variant="contained" disabled={isPending || typed.trim() === ''}>
            {t('ui.save')}
          </Button>
          <Button onClick={leave}>{t('ui.cancel')}</Button>
        </Box>
      )}
      <StaleDialog fields={[{ name: 'title', label: t('assignments.name') }]} question={question} />
    </Box>
  );
}

/** The title as it is being typed, and the assignment as it was when that began. */
interface Typed {
  title: string;
  begun: Pick<Assignment, 'title' | 'version'>;
}

interface TitleChange {
  title: string;
  /** The title that it takes the place of. */
  over: string;
  version: number;
}

/**
 * Another title, typed where it stands. The assignment may be read again meanwhile: what a colleague has made of the
 * title in that time is not overwritten without a question.
 */
function useTitleEdit(assignment: Assignment) {
  const t = useText();
  const notify = useNotify();
  const client = useQueryClient();
  const refusal = useRefusal();
  const { updateAssignment } = useDataProvider<Api>();
  const [typed, setTyped] = useState<Typed | null>(null);
  const leave = () => setTyped(null);
  const { send, isPending, question } = useVersionedSave({
    save: ({ title, version }: TitleChange) =>
      updateAssignment(assignment.id, addVersion({ title }, { ...assignment, version })),
    onSaved: () => {
      notify(t('assignments.updated'), { type: 'success' });
      leave();
    },
    onRefused: refusal('assignments.updateFailed'),
    merge: (change, theirs) => {
      // What the person is told of is to be seen too, and can then be changed.
      void client.invalidateQueries();
      // Something else was changed: the title alone is sent, over what is stored now.
      return theirs['title'] === change.over ? { ...change, version: Number(theirs['version']) } : null;
    },
    bodyOf: ({ title }, { theirs }) => ({
      title: String(title),
      over: String(theirs['title']),
      version: Number(theirs['version']),
    }),
  });
  const save = () => {
    if (!typed || isPending) return;
    const title = typed.title.trim();
    if (title === '' || title === typed.begun.title) leave();
    else void send({ title, over: typed.begun.title, version: typed.begun.version });
  };
  return {
    /** Null while the title is only shown. */
    typed: typed?.title ?? null,
    type: (title: string) => setTyped({ title, begun: typed?.begun ?? assignment }),
    save,
    leave,
    isPending,
    question: question && {
      ...question,
      onResolve: (chosen: Record<string, unknown>) => {
        if (chosen['title'] !== question.theirs['title']) return question.onResolve(chosen);
        question.onClose();
        leave();
      },
    },
  };
}
