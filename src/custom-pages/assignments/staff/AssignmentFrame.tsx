import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Assignment } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { CancelFormButton } from '../../../ui/dialog/QuestionDialog';
import { useNotices } from '../../../ui/dialog/Toasts';
import { Form } from '../../../ui/form/Form';
import { StaleDialog } from '../../../ui/form/StaleDialog';
import { useVersionedSave } from '../../../ui/form/versionedSave';
import { SubjectLine } from '../AssignmentFacts';
import { ParentLine } from '../../../ui/page/ParentLine';
import { IconAction } from '../../../ui/page/IconAction';
import { Page } from '../../../ui/page/Page';
import { AssignmentTools, StatusChip } from './AssignmentTools';
import { addVersion } from './assignmentForm';
import { useRefusal, useUpdateAssignment } from './useAssignmentWrites';

interface AssignmentFrameProps {
  assignment: Assignment;
  isEditing: boolean;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  children: ReactNode;
}

/** The page of an assignment: its title, edited in place, and the actions on the whole of it. */
export function AssignmentFrame({
  assignment,
  isEditing,
  onEdit,
  onDuplicate,
  onDelete,
  children,
}: AssignmentFrameProps) {
  const { update, isPending } = useUpdateAssignment(assignment);
  const titleEdit = useTitleEdit(assignment);
  const { title, is_published } = assignment;
  const publish = () =>
    update({
      change: { is_published: !is_published },
      saved: is_published ? 'assignments.unpublishedNow' : 'assignments.publishedNow',
    });
  const toEdit = titleEdit.typed === null && (
    <IconAction title={t('assignments.editTitle')} disabled={isEditing} onClick={() => titleEdit.type(title)}>
      <Edit fontSize="small" />
    </IconAction>
  );
  return (
    <Page
      title={title}
      subtitle={
        <ParentLine to={listOf(assignment)} label={t('assignments.back')} tool={toEdit}>
          <Box sx={{ display: 'flex', columnGap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <StatusChip isPublished={is_published} />
            <span>
              <SubjectLine assignment={assignment} />
            </span>
          </Box>
        </ParentLine>
      }
      action={
        <>
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
          {/* As narrow as their signs. */}
          <Box sx={{ display: 'flex', '&&': { flexGrow: 0 } }}>
            <AssignmentTools title={title} onDuplicate={onDuplicate} onDelete={onDelete} />
          </Box>
        </>
      }
    >
      {titleEdit.typed !== null && <TitleForm assignment={assignment} edit={titleEdit} />}
      <StaleDialog fields={[{ name: 'title', label: t('assignments.name') }]} question={titleEdit.question} />
      {children}
    </Page>
  );
}

/** The assignments of the same subject; of a server that does not name its batch, the ones that were seen last. */
export const listOf = ({ batch_id, subject_code }: Pick<Assignment, 'batch_id' | 'subject_code'>): string =>
  batch_id === undefined
    ? '/assignments'
    : `/assignments?${new URLSearchParams({ batch_id: String(batch_id), subject_code })}`;

/** The field of the title; Enter saves and Escape cancels. */
function TitleForm({ assignment, edit }: { assignment: Assignment; edit: TitleEdit }) {
  const { typed, type, save, stopEditing, isPending } = edit;
  return (
    <Form onSubmit={save} sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', minWidth: 0 }}>
      <TextField
        label={t('assignments.name')}
        value={typed ?? ''}
        autoFocus
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && stopEditing()}
        sx={{ flex: '1 1 14rem' }}
        slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
      />
      <Button type="submit" variant="contained" disabled={isPending || typed?.trim() === ''}>
        {t('ui.save')}
      </Button>
      <CancelFormButton
        isDirty={typed !== assignment.title}
        isDisabled={isPending}
        onCancel={stopEditing}
        onSave={save}
      />
    </Form>
  );
}

type TitleEdit = ReturnType<typeof useTitleEdit>;

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
    onSaved: (answer) => {
      notifyDone(t('assignments.updated'), answer);
      stopEditing();
    },
    onRefused: refusal('assignments.updateFailed'),
    merge: (change, theirs) => {
      // Shows on the page what the colleague saved.
      void client.invalidateQueries();
      // The colleague changed another field: the title alone is sent, with the stored version.
      return theirs['title'] === change.previous ? { ...change, version: Number(theirs['version']) } : null;
    },
    buildBody: ({ title }, { theirs }) => ({
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
