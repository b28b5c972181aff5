import { useText } from '../../i18n/useText';
import { EditPage } from '../../ui/form/EditPage';
import { useSaveOutcome } from '../../ui/form/useSaveOutcome';
import { ProgramInputs } from './ProgramInputs';

const changeable = ['program_name', 'specialty', 'levels', 'description'] as const;

export default function ProgramEdit() {
  const t = useText();
  const outcome = useSaveOutcome({ saved: 'programs.updated', failed: 'programs.saveFailed' });
  const fields = changeable.map((name) => ({ name, label: t(`resources.programs.fields.${name}`) }));
  return (
    <EditPage
      title={t('programs.editTitle')}
      subtitle={t('programs.editQuiet')}
      failed={t('programs.loadFailed')}
      outcome={outcome}
      fields={fields}
    >
      <ProgramInputs isCodeLocked />
    </EditPage>
  );
}
