import { EditBase } from 'react-admin';
import { useText } from '../../i18n/useText';
import { EditContent } from '../../ui/EditContent';
import { Page } from '../../ui/Page';
import { RecordForm } from '../../ui/RecordForm';
import { StaleSaveDialog } from '../../ui/StaleSaveDialog';
import { useSaveOutcome } from '../../ui/useSaveOutcome';
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
  const { mutationOptions, stale, dropStale } = useSaveOutcome({
    saved: 'batches.updated',
    failed: 'batches.saveFailed',
  });
  const programName = (code: unknown) => {
    const named = [stale?.mine, stale?.theirs].find((side) => side?.['program_id'] === code);
    return String(named?.['program_name'] ?? code);
  };
  const fields = changeable.map((name) => ({
    name,
    label: t(`resources.batches.fields.${name}`),
    ...(name === 'program_id' ? { shown: programName } : {}),
  }));
  return (
    <EditBase
      mutationMode="pessimistic"
      mutationOptions={mutationOptions}
      redirectOnError={false}
      transform={batchToSave}
    >
      <Page title={t('batches.editTitle')} quiet={t('batches.editQuiet')}>
        <EditContent failed={t('batches.loadFailed')}>
          <RecordForm>
            <BatchInputs />
          </RecordForm>
        </EditContent>
      </Page>
      <StaleSaveDialog stale={stale} fields={fields} onClose={dropStale} />
    </EditBase>
  );
}
