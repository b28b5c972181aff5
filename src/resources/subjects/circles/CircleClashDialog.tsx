import { ClashDialog } from '../../../ui/form/StaleDialog';
import type { CircleClash } from './useCircles';

interface CircleClashDialogProps {
  clashes: readonly CircleClash[];
  isSaving: boolean;
  /** @param theirs students that stay in the circle that the other user chose */
  onResolve: (theirs: readonly CircleClash[]) => void;
  onClose: () => void;
}

/** Asks about students that another user moved after the board loaded. */
export const CircleClashDialog = ({ clashes, ...question }: CircleClashDialogProps) => (
  <ClashDialog
    clashes={[...clashes]}
    toField={({ student_id, full_name }) => ({ name: student_id, label: full_name })}
    {...question}
  />
);
