import { CreateBase } from 'react-admin';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/Page';
import { RecordForm } from '../../ui/RecordForm';
import { useSaveOutcome } from '../../ui/useSaveOutcome';
import { ProgramInputs } from './ProgramInputs';
import { newProgram } from './programModel';

export default function ProgramCreate() {
  const t = useText();
  const { mutationOptions } = useSaveOutcome({ saved: 'programs.created', failed: 'programs.saveFailed' });
  return (
    <CreateBase mutationOptions={mutationOptions}>
      <Page title={t('programs.addTitle')} quiet={t('programs.addQuiet')}>
        <RecordForm defaultValues={newProgram} isNew>
          <ProgramInputs />
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
