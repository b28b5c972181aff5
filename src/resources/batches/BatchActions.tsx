import type { Batch } from '../../../contract/batches';
import { DeleteButton } from '../../ui/DeleteButton';
import { EditButton } from '../../ui/EditButton';

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
