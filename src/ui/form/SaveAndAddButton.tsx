import { Button } from '@mui/material';
import { setSubmissionErrors, useSaveContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';

interface SaveAndAddButtonProps<R> {
  label: string;
  onSaved: (record: R) => void;
}

export function SaveAndAddButton<R>({ label, onSaved }: SaveAndAddButtonProps<R>) {
  const { handleSubmit, setError } = useFormContext();
  const { isSubmitting } = useFormState();
  const { save, saving } = useSaveContext();
  const submit = handleSubmit(async (values) => {
    const errors = await save?.(values, { onSuccess: (record) => onSaved(record as R) });
    if (errors) setSubmissionErrors(errors, setError);
  });
  return (
    <Button variant="outlined" onClick={() => void submit()} disabled={saving || isSubmitting}>
      {label}
    </Button>
  );
}
