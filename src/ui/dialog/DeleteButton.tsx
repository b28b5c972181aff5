import Delete from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useDelete, useNotify, useRecordContext, useResourceContext } from 'react-admin';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { sentenceOf } from '../page/sentenceOf';
import { ConfirmDelete } from './ConfirmDelete';
import { type DeletableResource, DeletedAlong } from './DeletedAlong';

interface DeleteButtonProps {
  /** The record, as a person names it. */
  name: string;
  question: PlainTextKey;
  deleted: PlainTextKey;
  failed: PlainTextKey;
  onDeleted?: () => void;
}

/** Deletes the record around it, after a question that names what goes with it. */
export function DeleteButton({ name, question, deleted, failed, onDeleted }: DeleteButtonProps) {
  const t = useText();
  const notify = useNotify();
  const record = useRecordContext();
  const resource = useResourceContext() as DeletableResource;
  const [isOpen, setIsOpen] = useState(false);
  const [remove, { isPending }] = useDelete(
    resource,
    { id: record?.id, previousData: record },
    { mutationMode: 'pessimistic' },
  );
  if (!record) return null;

  const confirm = () =>
    remove(undefined, undefined, {
      onSuccess: () => {
        setIsOpen(false);
        notify(t(deleted), { type: 'success' });
        onDeleted?.();
      },
      onError: (problem) => {
        setIsOpen(false);
        notify(sentenceOf(problem, t(failed)), { type: 'error' });
      },
    });

  const label = t('ui.deleteOf', { name });
  return (
    <>
      <Tooltip title={t('ui.delete')}>
        <IconButton aria-label={label} color="error" onClick={() => setIsOpen(true)}>
          <Delete fontSize="small" />
        </IconButton>
      </Tooltip>
      <ConfirmDelete
        isOpen={isOpen}
        question={t(question)}
        name={name}
        isPending={isPending}
        onConfirm={confirm}
        onClose={() => setIsOpen(false)}
      >
        {isOpen && <DeletedAlong resource={resource} id={Number(record.id)} isDeleting={isPending} />}
      </ConfirmDelete>
    </>
  );
}
