import type { Subject } from '../../../contract/subjects';
import { useText } from '../../i18n/useText';

/** A subject as a person names it among those of other batches. */
export function useSubjectTitle({ name, batch_name }: Pick<Subject, 'name' | 'batch_name'>): string {
  const t = useText();
  return batch_name ? t('subjects.nameInBatch', { name, batch: batch_name }) : name;
}
