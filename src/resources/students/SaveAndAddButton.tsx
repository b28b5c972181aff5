import Button from '@mui/material/Button';
import { setSubmissionErrors, useSaveContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Student } from '../../../contract/students';
import { useText } from '../../i18n/useText';

/** Saves, and stays for the next one. */
export function SaveAndAddButton({ onSaved }: { onSaved: (student: Student) => void }) {
  const t = useText();
  const { handleSubmit, setError } = useFormContext();
  const { isSubmitting } = useFormState();
  const { save, saving } = useSaveContext();
  const submit = handleSubmit(async (values) => {
    const errors = await save?.(values, { onSuccess: (student) => onSaved(student as Student) });
    if (errors) setSubmissionErrors(errors, setError);
  });
  return (
    <Button variant="outlined" onClick={() => void submit()} disabled={saving || isSubmitting}>
      {t('students.saveAndAdd')}
    </Button>
  );
}
