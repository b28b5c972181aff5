import { type RaRecord, useDelete, useUnselect } from 'react-admin';
import { t } from '../../i18n/text';
import { ConfirmDelete, type DeletableResource, DependentCounts, useDeletion } from './ConfirmDelete';
import { useNotices } from './Toasts';

interface RecordDeletionProps {
  resource: DeletableResource;
  record: RaRecord;
  name: string;
  /** Called after the closing animation. */
  onClose: () => void;
}

/** Asks before it deletes the record. The row mounts it when the user presses the button. */
export default function RecordDeletion({ resource, record, name, onClose }: RecordDeletionProps) {
  const { notifyDone } = useNotices();
  const unselect = useUnselect(resource);
  const { close, onError, dialog } = useDeletion(t(`deletions.${resource}.failed`), true);
  const [remove, { isPending }] = useDelete(
    resource,
    { id: record.id, previousData: record },
    { mutationMode: 'pessimistic' },
  );
  const confirm = (confirmedCount?: number) =>
    remove(undefined, confirmedCount === undefined ? {} : { meta: { confirm: confirmedCount } }, {
      onSuccess: (deleted) => {
        close();
        unselect([record.id]);
        notifyDone(t(`deletions.${resource}.done`), deleted);
      },
      onError,
    });
  return (
    <ConfirmDelete
      {...dialog}
      question={t(`deletions.${resource}.question`)}
      name={name}
      isPending={isPending}
      onConfirm={confirm}
      onExited={onClose}
    >
      {dialog.isOpen && (
        <DependentCounts resource={resource} ids={[Number(record.id)]} isDeleting={isPending} />
      )}
    </ConfirmDelete>
  );
}
