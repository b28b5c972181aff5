import Add from '@mui/icons-material/Add';
import { Box, Button, FormHelperText } from '@mui/material';
import { useState } from 'react';
import { type FieldErrors, useController, useWatch } from 'react-hook-form';
import { maxGuardians } from '../../../../contract/families/guardians';
import { cleanPhone } from '../../../../contract/rules/identity';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useToday } from '../../../dataProvider/useInstitute';
import { textForStudent } from '../../../i18n/gender';
import { t } from '../../../i18n/text';
import { lazyDialog } from '../../../ui/dialog/lazyDialog';
import { FormSection } from '../../../ui/form/RecordForm';
import { type AddedGuardian, emptyForm, withOnePrimary } from './guardianModel';
import { useIsOfAge } from './useIsOfAge';
import { contactsOf, GuardianRow } from './GuardianRow';

const GuardianFormDialog = lazyDialog(async () => ({
  default: (await import('./GuardianDialogs')).GuardianFormDialog,
}));

/** The form of a new student saves the guardians with him. */
export const GuardianInputs = () => (useServerFeatures().has('guardians') ? <AddedGuardians /> : null);

function AddedGuardians() {
  const { field, fieldState } = useController<{ guardians?: AddedGuardian[] }, 'guardians'>({
    name: 'guardians',
  });
  const guardians = field.value ?? [];
  /** The index of the guardian in the dialog. A new one has the next index. */
  const [open, setOpen] = useState<number | null>(null);
  const save = (index: number, added: AddedGuardian) => {
    const list = guardians.toSpliced(index, 1, added);
    field.onChange(withOnePrimary(list, added.form.is_primary ? index : undefined));
    setOpen(null);
  };
  return (
    <FormSection title={t('guardians.title')} text={t('guardians.formText')}>
      <Box sx={{ gridColumn: '1 / -1' }}>
        {guardians.length > 0 && (
          <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
            {guardians.map((added, index) => (
              <AddedRow
                // The rows have no state.
                key={index}
                added={added}
                problem={firstMessage(fieldState.error, index)}
                onEdit={() => setOpen(index)}
                onRemove={() => field.onChange(withOnePrimary(guardians.toSpliced(index, 1)))}
              />
            ))}
          </ul>
        )}
        {guardians.length < maxGuardians && (
          <Button variant="outlined" startIcon={<Add />} onClick={() => setOpen(guardians.length)}>
            {t('guardians.add')}
          </Button>
        )}
        {open !== null && (
          <AddedDialog
            guardians={guardians}
            index={open}
            onSave={(added) => save(open, added)}
            onClose={() => setOpen(null)}
          />
        )}
      </Box>
    </FormSection>
  );
}

/** The server reports errors at the fields of a guardian. */
function firstMessage(error: unknown, index: number): string | undefined {
  const fields = (error as Record<number, FieldErrors | undefined> | undefined)?.[index] ?? {};
  return Object.values(fields)
    .map((one) => (one as { message?: unknown } | undefined)?.message)
    .find((message) => typeof message === 'string');
}

interface AddedRowProps {
  added: AddedGuardian;
  problem: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
}

function AddedRow({ added: { form, stored }, problem, onEdit, onRemove }: AddedRowProps) {
  const { name, phone, second_phone, email } = stored ?? {
    ...form,
    phone: cleanPhone(form.phone),
    second_phone: cleanPhone(form.second_phone),
  };
  return (
    <GuardianRow
      name={name}
      relation={form.relation}
      isPrimary={form.is_primary}
      rights={form.rights}
      contacts={contactsOf({ phone, callNumber: null }, { phone: second_phone, callNumber: null })}
      email={email}
      onEdit={onEdit}
      onRemove={onRemove}
    >
      {problem && <FormHelperText error>{problem}</FormHelperText>}
    </GuardianRow>
  );
}

interface AddedDialogProps {
  guardians: readonly AddedGuardian[];
  index: number;
  onSave: (added: AddedGuardian) => void;
  onClose: () => void;
}

function AddedDialog({ guardians, index, onSave, onClose }: AddedDialogProps) {
  const added = guardians[index];
  const today = useToday();
  const [second_name, third_name, last_name, gender, birth_date] = useWatch({
    name: ['second_name', 'third_name', 'last_name', 'gender', 'birth_date'],
  }) as (string | null | undefined)[];
  const batch_id = useWatch({ name: 'batch_id' }) as number | null | undefined;
  const [initial] = useState(() => added?.form ?? { ...emptyForm, consent_on: today });
  const others = guardians.filter((_, other) => other !== index);
  return (
    <GuardianFormDialog
      title={t(added ? 'guardians.edit' : 'guardians.add')}
      initial={initial}
      chosen={added?.stored ?? null}
      family={{ second_name, third_name, last_name }}
      takenIds={others.flatMap(({ stored }) => (stored ? [stored.id] : []))}
      canBePrimary={others.length > 0 && added?.form.is_primary !== true}
      isOfAge={useIsOfAge({ birth_date, batch_id })}
      text={textForStudent({ gender })}
      onSave={onSave}
      onClose={onClose}
    />
  );
}
