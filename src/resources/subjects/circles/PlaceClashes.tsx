import { ClashDialog } from '../../../ui/form/StaleDialog';
import type { PlaceClash } from './useCircles';

interface PlaceClashesProps {
  clashes: readonly PlaceClash[];
  isSaving: boolean;
  /** @param theirs those who stay where somebody else has placed them */
  onResolve: (theirs: readonly PlaceClash[]) => void;
  onClose: () => void;
}

/** Asks in which circle a student is to be whom somebody else has placed meanwhile. */
export const PlaceClashes = ({ clashes, ...question }: PlaceClashesProps) => (
  <ClashDialog
    clashes={[...clashes]}
    toField={({ student_id, full_name }) => ({ name: student_id, label: full_name })}
    {...question}
  />
);
