import { Stack } from '@mui/material';
import { CreateBase, required, SelectInput, TextInput } from 'react-admin';
import { initialValues } from '../../../contract/fieldTable';
import { isProgramCode } from '../../../contract/programs';
import { programFields } from '../../../contract/courseFields';
import { levels, specialties } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { FieldInputs, type InputByField } from '../../ui/form/FieldInputs';
import { EditPage, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { staleFields } from '../../ui/form/StaleDialog';
import { Page } from '../../ui/page/Page';

export function ProgramCreate() {
  const { mutationOptions } = useSaveOutcome({
    successKey: 'programs.created',
    failureKey: 'programs.saveFailed',
  });
  return (
    <CreateBase mutationOptions={mutationOptions}>
      <Page title={t('programs.addTitle')} subtitle={t('programs.addSubtitle')}>
        <RecordForm defaultValues={initialValues(programFields)} isNew>
          <ProgramInputs />
        </RecordForm>
      </Page>
    </CreateBase>
  );
}

export function ProgramEdit() {
  const outcome = useSaveOutcome({ successKey: 'programs.updated', failureKey: 'programs.saveFailed' });
  return (
    <EditPage
      title={t('programs.editTitle')}
      subtitle={t('programs.editSubtitle')}
      failureTitle={t('programs.loadFailed')}
      outcome={outcome}
      fields={staleFields(programFields)}
    >
      <ProgramInputs isCodeLocked />
    </EditPage>
  );
}

/** The code of a stored programme cannot change. */
function ProgramInputs({ isCodeLocked = false }: { isCodeLocked?: boolean }) {
  const validateRequired = required('validation.required');
  const validateCode = (code: unknown) => (isEmptyOrCode(code) ? undefined : t('validation.code'));
  const inputs: InputByField<typeof programFields> = {
    program_id: (
      <TextInput
        source="program_id"
        validate={[validateRequired, validateCode]}
        readOnly={isCodeLocked}
        helperText={isCodeLocked ? t('programs.codeLocked') : t('programs.codeHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 40 } }}
      />
    ),
    program_name: (
      <TextInput
        source="program_name"
        validate={validateRequired}
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
        validate={validateRequired}
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

/** Accepts an empty code, because `required` reports an empty code. */
function isEmptyOrCode(code: unknown): boolean {
  return typeof code !== 'string' || code.trim() === '' || isProgramCode(code);
}

const levelChoices = levels.map((id) => ({ id, name: String(id) }));
