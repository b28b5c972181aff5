import type { CleanupCard } from '../../../contract/cleanup';
import type { CleanupTarget } from '../../../contract/vocabulary';

/** What either confirmation of a deletion is given. */
export interface CleanupQuestion {
  target: CleanupTarget;
  card: CleanupCard | undefined;
  isDeleting: boolean;
  onConfirm: () => void;
  onClose: () => void;
}
