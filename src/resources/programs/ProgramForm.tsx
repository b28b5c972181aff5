import Stack from '@mui/material/Stack';
import { CreateBase, required, SelectInput, TextInput } from 'react-admin';
import { z } from 'zod';
import { programCode } from '../../../contract/programs';
import { specialties } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { EditPage, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { Page } from '../../ui/page/Page';

export function ProgramCreate() {
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

const changeable = ['program_name', 'specialty', 'levels', 'description'] as const;

export function ProgramEdit() {
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

/** The fields of a programme; the code is locked once it is stored. */
function ProgramInputs({ isCodeLocked = false }: { isCodeLocked?: boolean }) {
  const t = useText();
  const { hasField } = useServerFeatures();
  const filled = required('validation.required');
  const fitsCode = (code: unknown) => (isProgramCode(code) ? undefined : t('validation.code'));
  return (
    <Stack spacing={2}>
      <TextInput
        source="program_id"
        validate={[filled, fitsCode]}
        readOnly={isCodeLocked}
        helperText={isCodeLocked ? t('programs.codeLocked') : t('programs.codeHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 40 } }}
      />
      <TextInput
        source="program_name"
        validate={filled}
        helperText={false}
        slotProps={{ htmlInput: { maxLength: 120 } }}
      />
      {hasField('programs', 'specialty') && (
        <SelectInput
          source="specialty"
          choices={specialties.map((name) => ({ id: name, name }))}
          emptyText={t('programs.noSpecialty')}
          helperText={false}
        />
      )}
      {hasField('programs', 'levels') && (
        <SelectInput
          source="levels"
          choices={levelChoices}
          translateChoice={false}
          validate={filled}
          helperText={false}
        />
      )}
      {hasField('programs', 'description') && (
        <TextInput
          source="description"
          multiline
          minRows={2}
          helperText={false}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
      )}
    </Stack>
  );
}

const defaultLevels = 6;

/** What a new programme starts with. */
const newProgram = {
  program_id: '',
  program_name: '',
  specialty: null,
  levels: defaultLevels,
  description: null,
};

/** Whether a code is one that the server takes; what is missing is said by `required`. */
function isProgramCode(code: unknown): boolean {
  return typeof code !== 'string' || code.trim() === '' || programCode.safeParse(code).success;
}

const level = z.int().min(1).max(8);

const levelChoices = Array.from({ length: 8 }, (_, index) => level.parse(index + 1)).map((id) => ({
  id,
  name: String(id),
}));
