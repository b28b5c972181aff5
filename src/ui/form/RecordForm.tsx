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
  /** The form adds a record, so it can be saved without a change. */
  isNew?: boolean;
  maxWidth?: number;
  /** A second save button, before the main one. */
  secondSave?: ReactNode;
  /** Cards below the form; they are inside its context. */
  below?: ReactNode;
  children: ReactNode;
}

/** The form of a record in a card, with its draft and the bar at the bottom. */
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
      {/* Outside of the card, which would clip the sticky bar. */}
      <FormBar
        onCancel={() => redirect('list', resource)}
        isSaveAlwaysOn={isNew}
        maxWidth={maxWidth}
        secondSave={secondSave}
      />
    </Form>
  );
}

/** One toast for an incomplete form, in the words of the specification. */
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

/** The message of react-admin's `required` means that the field is empty; other errors do not. */
const isMissing = (error: unknown) =>
  JSON.stringify((error as { message?: unknown }).message ?? '').includes('validation.required');

/** Fields that belong together, in two columns if they fit. */
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
  /** Shown if the record cannot be loaded. */
  failed: string;
  outcome: ReturnType<typeof useSaveOutcome>;
  /** The fields that two tabs may have changed. */
  fields: readonly StaleField[];
  transform?: TransformData;
  maxWidth?: number;
  /** A component around the form that can ask before it is saved. */
  around?: ComponentType<{ children: ReactNode }>;
  below?: ReactNode;
  children: ReactNode;
}

/** The page of a stored record: its form, and the dialog if somebody else has changed it meanwhile. */
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

/** The form of a stored record once it is loaded; else the reason why not. */
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

/** Inside `EditBase`: lets the person choose, then saves over the version that is stored now. */
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
  /** Shown if the server sends no sentence. */
  failed: PlainTextKey;
}

/**
 * What happens after a save: the success message and the list; the server's sentence, else that of the screen;
 * `stale` if two tabs changed the record. Spread `mutationOptions` on `EditBase` or `CreateBase`.
 */
export function useSaveOutcome({ saved, failed }: Outcome) {
  const { notifyDone, notifyProblem } = useNotices();
  const redirect = useRedirect();
  const resource = useResourceContext();
  const [stale, setStale] = useState<StaleSave | null>(null);

  const onSuccess = (record: RaRecord) => {
    setStale(null);
    notifyDone(t(saved), record);
    // Else the list begins where the form was scrolled to.
    redirect('list', resource, record.id, record, { _scrollToTop: true });
  };
  const onError = (problem: unknown, variables?: { data?: Values; previousData?: Values }) => {
    const theirs = storedRecord(problem);
    if (theirs)
      setStale({ mine: changedValues(variables?.data ?? {}, variables?.previousData ?? {}), theirs });
    else notifyProblem(problem, t(failed));
  };
  return { mutationOptions: { onSuccess, onError }, stale, dropStale: () => setStale(null) };
}

/** The values that this person changed; other fields take the stored values without a question. */
function changedValues(values: Values, before: Values): Values {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}
