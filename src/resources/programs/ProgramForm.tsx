import { Stack } from '@mui/material';
import { CreateBase, required, SelectInput, TextInput } from 'react-admin';
import { initialValues } from '../../../contract/fieldTable';
import { programCode } from '../../../contract/programs';
import { programFields } from '../../../contract/courseFields';
import { levels, specialties } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { FieldInputs, type InputsOf } from '../../ui/form/FieldInputs';
import { EditPage, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { staleFields } from '../../ui/form/StaleDialog';
import { Page } from '../../ui/page/Page';

export function ProgramCreate() {
  const { mutationOptions } = useSaveOutcome({ saved: 'programs.created', failed: 'programs.saveFailed' });
  return (
    <CreateBase mutationOptions={mutationOptions}>
      <Page title={t('programs.addTitle')} subtitle={t('programs.addQuiet')}>
        <RecordForm defaultValues={initialValues(programFields)} isNew>
          <ProgramInputs />
        </RecordForm>
      </Page>
    </CreateBase>
  );
}

export function ProgramEdit() {
  const outcome = useSaveOutcome({ saved: 'programs.updated', failed: 'programs.saveFailed' });
  return (
    <EditPage
      title={t('programs.editTitle')}
      subtitle={t('programs.editQuiet')}
      failed={t('programs.loadFailed')}
      outcome={outcome}
      fields={staleFields(programFields)}
    >
      <ProgramInputs isCodeLocked />
    </EditPage>
  );
}

/** The fields of a programme; the code of a stored one cannot change. */
function ProgramInputs({ isCodeLocked = false }: { isCodeLocked?: boolean }) {
  const filled = required('validation.required');
  const fitsCode = (code: unknown) => (isProgramCode(code) ? undefined : t('validation.code'));
  const inputs: InputsOf<typeof programFields> = {
    program_id: (
      <TextInput
        source="program_id"
        validate={[filled, fitsCode]}
        readOnly={isCodeLocked}
        helperText={isCodeLocked ? t('programs.codeLocked') : t('programs.codeHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 40 } }}
      />
    ),
    program_name: (
      <TextInput
        source="program_name"
        validate={filled}
        helperText={false}
        slotProps={{ htmlInput: { maxLength: 120 } }}
      />
    ),
    specialty: (
      <SelectInput
        source="specialty"
        choices={specialties.map((name) => ({ id: name, name }))}
        emptyText={t('programs.noSpecialty')}
        helperText={false}
      />
    ),
    levels: (
      <SelectInput
        source="levels"
        choices={levelChoices}
        translateChoice={false}
        validate={filled}
        helperText={false}
      />
    ),
    description: (
      <TextInput
        source="description"
        multiline
        minRows={2}
        helperText={false}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
    ),
  };
  return (
    <Stack spacing={2}>
      <FieldInputs fields={programFields} inputs={inputs} />
    </Stack>
  );
}

/** Whether the server accepts a code; `required` reports an empty one. */
function isProgramCode(code: unknown): boolean {
  return typeof code !== 'string' || code.trim() === '' || programCode.safeParse(code).success;
}

const levelChoices = levels.map((id) => ({ id, name: String(id) }));
