import Card from '@mui/material/Card';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useNotify, useRedirect, useResourceContext } from 'react-admin';
import { type FieldErrors, useFormContext } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { FormDraft } from './FormDraft';
import { FormBar } from './UnsavedBar';

interface RecordFormProps {
  defaultValues?: Record<string, unknown>;
  /** Adds a record: saving makes sense before anything is changed. */
  isNew?: boolean;
  maxWidth?: number;
  /** Another way to save, before the main one. */
  secondSave?: ReactNode;
  children: ReactNode;
}

/** The form of a record in its card, with its draft and the bar that stays at the bottom. */
export function RecordForm({
  defaultValues,
  isNew = false,
  maxWidth = 720,
  secondSave,
  children,
}: RecordFormProps) {
  const redirect = useRedirect();
  const resource = useResourceContext();
  return (
    <Form noValidate disableInvalidFormNotification {...(defaultValues ? { defaultValues } : {})}>
      <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth }}>
        <FormDraft />
        <SaysWhatIsMissing />
        {children}
      </Card>
      {/* Outside the card, which cuts off what overflows and would hold the bar back. */}
      <FormBar
        onCancel={() => redirect('list', resource)}
        isSaveAlwaysOn={isNew}
        maxWidth={maxWidth}
        secondSave={secondSave}
      />
    </Form>
  );
}

/** One toast for a form that cannot be sent yet, in the words of the specification. */
function SaysWhatIsMissing() {
  const t = useText();
  const notify = useNotify();
  const { formState } = useFormContext();
  const { submitCount, errors } = formState;
  const latest = useRef(errors);
  useEffect(() => {
    latest.current = errors;
  });
  useEffect(() => {
    if (submitCount === 0) return;
    const found = Object.values(latest.current as FieldErrors);
    if (found.length > 0)
      notify(t(found.some(isMissing) ? 'validation.fillRequired' : 'validation.review'), { type: 'error' });
  }, [submitCount, notify, t]);
  return null;
}

/** react-admin's `required` leaves its message as the error; a field with text in it is wrong in another way. */
const isMissing = (error: unknown) =>
  JSON.stringify((error as { message?: unknown }).message ?? '').includes('validation.required');
