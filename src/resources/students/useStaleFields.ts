import { useGetMany } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { useText } from '../../i18n/useText';
import type { StaleField } from '../../ui/form/StaleDialog';
import type { StaleSave } from '../../ui/form/useSaveOutcome';

const changeable = [
  'first_name',
  'second_name',
  'third_name',
  'last_name',
  'national_id',
  'student_id',
  'phone',
  'additional_phone',
  'email',
  'nationality',
  'gender',
  'program_id',
  'batch_id',
] as const;

/** The fields that two tabs may disagree about; programme and batch by their names. */
export function useStaleFields(stale: StaleSave | null): StaleField[] {
  const t = useText();
  const { theirs, mine } = stale ?? { theirs: {}, mine: {} };
  const ids = [mine['batch_id'], theirs['batch_id']].filter((id) => typeof id === 'number');
  const { data } = useGetMany<Batch>('batches', { ids }, { enabled: ids.length > 0 });
  const batches = (data ?? []).filter(Boolean);
  const programName = (code: unknown) =>
    code === theirs['program_id']
      ? String(theirs['program_name'])
      : (batches.find(({ program_id }) => program_id === code)?.program_name ?? String(code));
  const batchName = (id: unknown) => batches.find((batch) => batch.id === id)?.batch_name ?? String(id);
  const shownBy: Record<string, (value: unknown) => string> = {
    program_id: programName,
    batch_id: batchName,
  };
  return changeable.map((name) => ({
    name,
    label: t(`resources.students.fields.${name}`),
    ...(shownBy[name] ? { shown: shownBy[name] } : {}),
  }));
}
