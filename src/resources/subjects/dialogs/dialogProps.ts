import type { Subject } from '../../../../contract/subjects';

export interface SubjectDialogProps {
  subject: Subject;
  onClose: () => void;
  /** The subject itself has been deleted. */
  onGone?: (() => void) | undefined;
}
