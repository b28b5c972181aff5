import { CreateBase } from 'react-admin';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/page/Page';
import { RecordForm } from '../../ui/form/RecordForm';
import { useSaveOutcome } from '../../ui/form/useSaveOutcome';
import { ProgramInputs } from './ProgramInputs';
import { newProgram } from './programModel';

export default function ProgramCreate() {
  const t = useText();
  const { mutationOptions } = useSaveOutcome({ saved: 'programs.created', failed: 'programs.saveFailed' });
  return (
    <CreateBase mutationOptions={mutationOptions}>
      <Page title={t('programs.addTitle')} subtitle={t('programs.addQuiet')}>
        <RecordForm defaultValues={newProgram} isNew>
          <ProgramInputs />
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
