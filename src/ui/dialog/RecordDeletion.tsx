import { type RaRecord, useDelete, useUnselect } from 'react-admin';
import { t } from '../../i18n/text';
import { ConfirmDelete, type DeletableResource, DependentCounts, useRefusal } from './ConfirmDelete';
import { useNotices } from './Toasts';

interface RecordDeletionProps {
  resource: DeletableResource;
  record: RaRecord;
  name: string;
  isOpen: boolean;
  onClose: () => void;
  /** Called after the closing animation. */
  onExited: () => void;
}

/** Asks before it deletes the record. The row mounts it when the user presses the button. */
export default function RecordDeletion({
  resource,
  record,
  name,
  isOpen,
  onClose,
  onExited,
}: RecordDeletionProps) {
  const { notifyDone } = useNotices();
  const unselect = useUnselect(resource);
  const { refusal, onError } = useRefusal(t(`deletions.${resource}.failed`), isOpen, onClose);
  const [remove, { isPending }] = useDelete(
    resource,
    { id: record.id, previousData: record },
    { mutationMode: 'pessimistic' },
  );
  const confirm = (confirmedCount?: number) =>
    remove(undefined, confirmedCount === undefined ? {} : { meta: { confirm: confirmedCount } }, {
      onSuccess: (deleted) => {
        onClose();
        unselect([record.id]);
        notifyDone(t(`deletions.${resource}.done`), deleted);
      },
      onError,
    });
  return (
    <ConfirmDelete
      isOpen={isOpen}
      refusal={refusal}
      question={t(`deletions.${resource}.question`)}
      name={name}
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
      onExited={onExited}
    >
      {isOpen && <DependentCounts resource={resource} ids={[Number(record.id)]} isDeleting={isPending} />}
    </ConfirmDelete>
  );
}
