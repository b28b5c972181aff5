import Stack from '@mui/material/Stack';
import { required, SelectInput, TextInput } from 'react-admin';
import { specialties } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { isProgramCode, levelChoices } from './programModel';

/** The fields of a programme; the code is locked once it is stored. */
export function ProgramInputs({ isCodeLocked = false }: { isCodeLocked?: boolean }) {
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
