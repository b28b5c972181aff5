import { useText } from '../../i18n/useText';
import { EditPage } from '../../ui/form/EditPage';
import { useSaveOutcome } from '../../ui/form/useSaveOutcome';
import { BatchInputs } from './BatchInputs';
import { batchToSave } from './batchModel';

const changeable = [
  'batch_name',
  'program_id',
  'batch_number',
  'academic_year',
  'level',
  'start_date',
  'end_date',
  'status',
] as const;

export default function BatchEdit() {
  const t = useText();
  const outcome = useSaveOutcome({ saved: 'batches.updated', failed: 'batches.saveFailed' });
  const programName = (code: unknown) => {
    const named = [outcome.stale?.mine, outcome.stale?.theirs].find((side) => side?.['program_id'] === code);
    return String(named?.['program_name'] ?? code);
  };
  const fields = changeable.map((name) => ({
    name,
    label: t(`resources.batches.fields.${name}`),
    ...(name === 'program_id' ? { shown: programName } : {}),
  }));
  return (
    <EditPage
      title={t('batches.editTitle')}
      subtitle={t('batches.editQuiet')}
      failed={t('batches.loadFailed')}
      outcome={outcome}
      fields={fields}
      transform={batchToSave}
    >
      <BatchInputs />
    </EditPage>
  );
}
