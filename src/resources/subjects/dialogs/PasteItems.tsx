import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useNotify } from 'react-admin';
import { useController, useFormContext } from 'react-hook-form';
import { useText } from '../../../i18n/useText';
import { type CurriculumForm, longestItem, maxItems, withPasted } from './curriculumModel';

/** The box for a pasted list, one item a line. */
export function PasteItems() {
  const t = useText();
  const notify = useNotify();
  const { getValues, setValue, setError, clearErrors } = useFormContext<CurriculumForm>();
  const { field, fieldState } = useController<CurriculumForm, 'pasted'>({ name: 'pasted' });

  const refuse = (message: string) => {
    setError('pasted', { message }, { shouldFocus: true });
    notify(message, { type: 'error' });
  };
  const add = () => {
    const before = getValues('curriculum_items');
    const result = withPasted(before, field.value);
    if ('items' in result) {
      setValue('curriculum_items', result.items, { shouldDirty: true });
      setValue('pasted', '', { shouldDirty: true });
      clearErrors('pasted');
      notify(t('subjects.curriculum.itemsAdded', { smart_count: result.items.length - before.length }), {
        type: 'success',
      });
    } else if (result.problem === 'NOTHING') refuse(t('validation.pasteFirst'));
    else if (result.problem === 'TOO_MANY') refuse(t('subjects.curriculum.tooMany', { most: maxItems }));
    else refuse(t('subjects.curriculum.tooLong', { line: result.line ?? 1, most: longestItem }));
  };
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <TextField
        {...field}
        inputRef={field.ref}
        label={t('subjects.curriculum.paste')}
        multiline
        minRows={3}
        maxRows={8}
        error={fieldState.invalid}
        helperText={fieldState.error?.message}
      />
      <Button variant="outlined" onClick={add}>
        {t('subjects.curriculum.addPasted')}
      </Button>
    </Stack>
  );
}
