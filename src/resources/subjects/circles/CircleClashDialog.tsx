import { ClashDialog } from '../../../ui/form/StaleDialog';
import type { CircleClash } from './useCircles';

interface CircleClashDialogProps {
  clashes: readonly CircleClash[];
  isSaving: boolean;
  /** @param theirs students who stay in the circle of the other user */
  onResolve: (theirs: readonly CircleClash[]) => void;
  onClose: () => void;
}

/** Asks about students whom another user has moved since they were loaded. */
export const CircleClashDialog = ({ clashes, ...question }: CircleClashDialogProps) => (
  <ClashDialog
    clashes={[...clashes]}
    toField={({ student_id, full_name }) => ({ name: student_id, label: full_name })}
    {...question}
  />
);
