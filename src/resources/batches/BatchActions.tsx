import type { Batch } from '../../../contract/batches';
import { DeleteButton } from '../../ui/dialog/DeleteButton';
import { EditButton } from '../../ui/list/EditButton';

export const BatchActions = ({ batch }: { batch: Batch }) => (
  <>
    <EditButton name={batch.batch_name} />
    <DeleteButton
      name={batch.batch_name}
      question="batches.deleteQuestion"
      deleted="batches.deleted"
      failed="batches.deleteFailed"
    />
  </>
);
