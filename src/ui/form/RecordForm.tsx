import { Box, Card, Typography } from '@mui/material';
import {
  type ComponentType,
  Fragment,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import {
  EditBase,
  Form,
  type RaRecord,
  type TransformData,
  useEditContext,
  useRedirect,
  useResourceContext,
  useSaveContext,
} from 'react-admin';
import { type FieldErrors, useFormContext } from 'react-hook-form';
import { storedRecord } from '../../dataProvider/ApiProblem';
import { type PlainTextKey, t } from '../../i18n/text';
import { useNotices } from '../dialog/Toasts';
import { Page } from '../page/Page';
import { ErrorState, Waiting } from '../page/States';
import { FormDraft } from './FormDraft';
import { StaleDialog, type StaleField, type StaleSave } from './StaleDialog';
import { FormBar } from './UnsavedBar';

interface RecordFormProps {
  defaultValues?: Record<string, unknown>;
  /** Adds a record: saving makes sense before anything is changed. */
  isNew?: boolean;
  maxWidth?: number;
  /** Another way to save, before the main one. */
  secondSave?: ReactNode;
  /** Cards below that of the form; they know what is changed in it. */
  below?: ReactNode;
  children: ReactNode;
}

/** The form of a record in its card, with its draft and the bar that stays at the bottom. */
export function RecordForm({
  defaultValues,
  isNew = false,
  maxWidth = 720,
  secondSave,
  below,
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
      {below}
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
  const { notifyError } = useNotices();
  const { formState } = useFormContext();
  const { submitCount, errors } = formState;
  const sayWhatIsMissing = useEffectEvent(() => {
    const found = Object.values(errors as FieldErrors);
    if (found.length > 0)
      notifyError(t(found.some(isMissing) ? 'validation.fillRequired' : 'validation.review'));
  });
  useEffect(() => {
    if (submitCount > 0) sayWhatIsMissing();
  }, [submitCount]);
  return null;
}

/** react-admin's `required` leaves its message as the error; a field with text in it is wrong in another way. */
const isMissing = (error: unknown) =>
  JSON.stringify((error as { message?: unknown }).message ?? '').includes('validation.required');

/** Fields that belong together, two in a row where they fit. */
export function FormSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography id={titleId} variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {text && (
          <Typography color="text.secondary" sx={{ gridColumn: '1 / -1', mt: -1.5 }}>
            {text}
          </Typography>
        )}
        {children}
      </Box>
    </Box>
  );
}

interface EditPageProps {
  title: string;
  subtitle: ReactNode;
  /** Shown where the record cannot be read. */
  failed: string;
  outcome: ReturnType<typeof useSaveOutcome>;
  /** What two tabs may disagree about. */
  fields: readonly StaleField[];
  transform?: TransformData;
  maxWidth?: number;
  /** What is to stand around the form, to ask before it is saved. */
  around?: ComponentType<{ children: ReactNode }>;
  below?: ReactNode;
  children: ReactNode;
}

/** The screen of a stored record: its form, and the question when somebody else has changed it meanwhile. */
export function EditPage(props: EditPageProps) {
  const {
    title,
    subtitle,
    failed,
    outcome,
    fields,
    transform,
    maxWidth,
    around: Around = Fragment,
    below,
    children,
  } = props;
  return (
    <EditBase
      mutationMode="pessimistic"
      mutationOptions={outcome.mutationOptions}
      redirectOnError={false}
      {...(transform ? { transform } : {})}
    >
      <Page title={title} subtitle={subtitle}>
        <EditContent failed={failed}>
          <Around>
            <RecordForm {...(maxWidth ? { maxWidth } : {})} below={below}>
              {children}
            </RecordForm>
          </Around>
        </EditContent>
      </Page>
      <StaleSaveDialog stale={outcome.stale} fields={fields} onClose={outcome.dropStale} />
    </EditBase>
  );
}

/** The form of a stored record, once it is read; else what stands in its way. */
export function EditContent({ failed, children }: { failed: string; children: ReactNode }) {
  const { record, error, isPending, refetch } = useEditContext();
  if (error) return <ErrorState title={failed} error={error} onRetry={refetch} />;
  if (isPending || !record) return <Waiting />;
  return children;
}

interface StaleSaveDialogProps {
  stale: StaleSave | null;
  fields: readonly StaleField[];
  onClose: () => void;
}

/** Inside `EditBase`: lets the person choose, then saves again, from the version that is stored now. */
export function StaleSaveDialog({ stale, fields, onClose }: StaleSaveDialogProps) {
  const { save, saving } = useSaveContext();
  const resolve = (values: Values) => void save?.(values);
  return (
    <StaleDialog
      fields={fields}
      question={stale && { ...stale, isSaving: saving ?? false, onResolve: resolve, onClose }}
    />
  );
}

type Values = Record<string, unknown>;

interface Outcome {
  saved: PlainTextKey;
  /** Shown where the server says nothing itself. */
  failed: PlainTextKey;
}

/**
 * What follows a save: the success sentence and the way back to the list; the server's sentence else the
 * screen's own; `stale` when two tabs met. Spread `mutationOptions` on `EditBase` or `CreateBase`.
 */
export function useSaveOutcome({ saved, failed }: Outcome) {
  const { notifyDone, notifyProblem } = useNotices();
  const redirect = useRedirect();
  const resource = useResourceContext();
  const [stale, setStale] = useState<StaleSave | null>(null);

  const onSuccess = (record: RaRecord) => {
    setStale(null);
    notifyDone(t(saved));
    redirect('list', resource, record.id, record);
  };
  const onError = (problem: unknown, variables?: { data?: Values; previousData?: Values }) => {
    const theirs = storedRecord(problem);
    if (theirs)
      setStale({ mine: changedValues(variables?.data ?? {}, variables?.previousData ?? {}), theirs });
    else notifyProblem(problem, t(failed));
  };
  return { mutationOptions: { onSuccess, onError }, stale, dropStale: () => setStale(null) };
}

/** What this person changed: the rest follows what is stored now, without a question. */
function changedValues(values: Values, before: Values): Values {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}
