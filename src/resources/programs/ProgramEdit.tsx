import { EditBase } from 'react-admin';
import { useText } from '../../i18n/useText';
import { EditContent } from '../../ui/EditContent';
import { Page } from '../../ui/Page';
import { RecordForm } from '../../ui/RecordForm';
import { StaleSaveDialog } from '../../ui/StaleSaveDialog';
import { useSaveOutcome } from '../../ui/useSaveOutcome';
import { ProgramInputs } from './ProgramInputs';

const changeable = ['program_name', 'specialty', 'levels', 'description'] as const;

export default function ProgramEdit() {
  const t = useText();
  const { mutationOptions, stale, dropStale } = useSaveOutcome({
    saved: 'programs.updated',
    failed: 'programs.saveFailed',
  });
  const fields = changeable.map((name) => ({ name, label: t(`resources.programs.fields.${name}`) }));
  return (
    <EditBase mutationMode="pessimistic" mutationOptions={mutationOptions} redirectOnError={false}>
      <Page title={t('programs.editTitle')} quiet={t('programs.editQuiet')}>
        <EditContent failed={t('programs.loadFailed')}>
          <RecordForm>
            <ProgramInputs isCodeLocked />
          </RecordForm>
        </EditContent>
      </Page>
      <StaleSaveDialog stale={stale} fields={fields} onClose={dropStale} />
    </EditBase>
  );
}
