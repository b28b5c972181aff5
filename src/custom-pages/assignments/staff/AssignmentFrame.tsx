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
import { useErrorHandler, useUpdateAssignment } from './useAssignmentWrites';

interface AssignmentFrameProps {
  assignment: Assignment;
  isEditing: boolean;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  children: ReactNode;
}

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
      doneMessage: is_published ? 'assignments.unpublishedNow' : 'assignments.publishedNow',
    });
  const editButton = titleEdit.typedTitle === null && (
    <IconAction
      title={t('assignments.editTitle')}
      disabled={isEditing}
      onClick={() => titleEdit.setTitle(title)}
    >
      <Edit fontSize="small" />
    </IconAction>
  );
  return (
    <Page
      title={title}
      subtitle={
        <ParentLine to={assignmentListUrl(assignment)} label={t('assignments.back')} tool={editButton}>
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
          <Box sx={{ display: 'flex', '&&': { flexGrow: 0 } }}>
            <AssignmentTools title={title} onDuplicate={onDuplicate} onDelete={onDelete} />
          </Box>
        </>
      }
    >
      {titleEdit.typedTitle !== null && <TitleForm assignment={assignment} edit={titleEdit} />}
      <StaleDialog fields={[{ name: 'title', label: t('assignments.name') }]} question={titleEdit.question} />
      {children}
    </Page>
  );
}

/**
 * Returns the URL of the assignment list, filtered by the subject. Without `batch_id`, the list uses its last
 * filters.
 */
export const assignmentListUrl = ({
  batch_id,
  subject_code,
}: Pick<Assignment, 'batch_id' | 'subject_code'>): string =>
  batch_id === undefined
    ? '/assignments'
    : `/assignments?${new URLSearchParams({ batch_id: String(batch_id), subject_code })}`;

function TitleForm({ assignment, edit }: { assignment: Assignment; edit: TitleEdit }) {
  const { typedTitle, setTitle, save, stopEditing, isPending } = edit;
  return (
    <Form onSubmit={save} sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', minWidth: 0 }}>
      <TextField
        label={t('assignments.name')}
        value={typedTitle ?? ''}
        autoFocus
        onChange={({ target }) => setTitle(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && stopEditing()}
        sx={{ flex: '1 1 14rem' }}
        slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
      />
      <Button type="submit" variant="contained" disabled={isPending || typedTitle?.trim() === ''}>
        {t('ui.save')}
      </Button>
      <CancelFormButton
        isDirty={typedTitle !== assignment.title}
        isDisabled={isPending}
        onCancel={stopEditing}
        onSave={save}
      />
    </Form>
  );
}

type TitleEdit = ReturnType<typeof useTitleEdit>;

interface TitleDraft {
  title: string;
  original: Pick<Assignment, 'title' | 'version'>;
}

interface TitleChange {
  title: string;
  /** The title before the edit. */
  previous: string;
  version: number;
}

/** If another user has changed the title, the form asks before it overwrites that title. */
function useTitleEdit(assignment: Assignment) {
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const errorHandler = useErrorHandler();
  const { updateAssignment } = useApi();
  const [draft, setDraft] = useState<TitleDraft | null>(null);
  const stopEditing = () => setDraft(null);
  const { send, isPending, question } = useVersionedSave({
    save: ({ title, version }: TitleChange) =>
      updateAssignment(assignment.id, addVersion({ title }, { ...assignment, version })),
    onSaved: (answer) => {
      notifyDone(t('assignments.updated'), answer);
      stopEditing();
    },
    onRefused: errorHandler('assignments.updateFailed'),
    merge: (change, theirs) => {
      // Reloads the changes of the other user.
      void client.invalidateQueries();
      // The other user changed another field, so the title is sent again with the stored version.
      return theirs['title'] === change.previous ? { ...change, version: Number(theirs['version']) } : null;
    },
    buildBody: ({ title }, { theirs }) => ({
      title: String(title),
      previous: String(theirs['title']),
      version: Number(theirs['version']),
    }),
  });
  const save = () => {
    if (!draft || isPending) return;
    const title = draft.title.trim();
    if (title === '' || title === draft.original.title) stopEditing();
    else void send({ title, previous: draft.original.title, version: draft.original.version });
  };
  return {
    typedTitle: draft?.title ?? null,
    setTitle: (title: string) => setDraft({ title, original: draft?.original ?? assignment }),
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
