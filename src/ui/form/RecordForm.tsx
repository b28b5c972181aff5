import { Box, Card, Typography } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
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
import { useNavigate } from 'react-router';
import { storedRecord } from '../../dataProvider/ApiProblem';
import { type PlainTextKey, t } from '../../i18n/text';
import { useNotices } from '../dialog/Toasts';
import { Page } from '../page/Page';
import { ErrorState, LoadingState } from '../page/States';
import { useTour } from '../page/tour';
import { FormDraft } from './FormDraft';
import { StaleDialog, type StaleField, type StaleSave } from './StaleDialog';
import { FormBar } from './FormBar';

interface RecordFormProps {
  defaultValues?: Record<string, unknown>;
  isNew?: boolean;
  maxWidth?: number;
  secondSave?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}

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
  const [card, setCard] = useState<HTMLElement | null>(null);
  // State, because pickers show their initial choice only in the second render.
  useEffect(() => {
    if (isNew) focusFirstEmptyField(card);
  }, [isNew, card]);
  return (
    <Form noValidate disableInvalidFormNotification {...(defaultValues ? { defaultValues } : {})}>
      <Card ref={setCard} sx={{ p: { xs: 2, sm: 3 }, maxWidth }}>
        <FormDraft />
        <IncompleteFormNotice />
        {children}
      </Card>
      {below}
      {/* The sticky bar is outside the card, because the card would clip it. */}
      <FormBar
        onCancel={() => redirect('list', resource)}
        canAlwaysSave={isNew}
        maxWidth={maxWidth}
        secondSave={secondSave}
      />
    </Form>
  );
}

/** Fields with an initial value rarely change. */
function focusFirstEmptyField(card: HTMLElement | null): void {
  const fields = card?.querySelectorAll<HTMLInputElement>(
    'input:not([type=radio], [type=checkbox]), textarea',
  );
  const isEmpty = ({ value, readOnly, disabled }: HTMLInputElement) => value === '' && !readOnly && !disabled;
  [...(fields ?? [])].find(isEmpty)?.focus();
}

function IncompleteFormNotice() {
  const { notifyError } = useNotices();
  const { formState } = useFormContext();
  const { submitCount, errors } = formState;
  const notifyIncomplete = useEffectEvent(() => {
    const fieldErrors = Object.values(errors as FieldErrors);
    if (fieldErrors.length > 0)
      notifyError(t(fieldErrors.some(isMissing) ? 'validation.fillRequired' : 'validation.review'));
  });
  useEffect(() => {
    if (submitCount > 0) notifyIncomplete();
  }, [submitCount]);
  return null;
}

/** Only react-admin's `required` reports this message. */
const isMissing = (error: unknown) =>
  JSON.stringify((error as { message?: unknown }).message ?? '').includes('validation.required');

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
      <FieldGrid>
        {text && (
          <Typography color="text.secondary" sx={{ gridColumn: '1 / -1', mt: -1.5 }}>
            {text}
          </Typography>
        )}
        {children}
      </FieldGrid>
    </Box>
  );
}

export const FieldGrid = ({ sx, children }: { sx?: SystemStyleObject; children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      ...sx,
    }}
  >
    {children}
  </Box>
);

interface EditPageProps {
  title: string;
  subtitle: ReactNode;
  failureTitle: string;
  outcome: ReturnType<typeof useSaveOutcome>;
  fields: readonly StaleField[];
  transform?: TransformData;
  maxWidth?: number;
  /** Wraps the form, for example to ask before the save. */
  wrapper?: ComponentType<{ children: ReactNode }>;
  below?: ReactNode;
  children: ReactNode;
}

export function EditPage(props: EditPageProps) {
  const {
    title,
    subtitle,
    failureTitle,
    outcome,
    fields,
    transform,
    maxWidth,
    wrapper: Wrapper = Fragment,
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
        <EditContent failed={failureTitle}>
          <Wrapper>
            <RecordForm {...(maxWidth ? { maxWidth } : {})} below={below}>
              {children}
            </RecordForm>
          </Wrapper>
        </EditContent>
      </Page>
      <StaleSaveDialog stale={outcome.stale} fields={fields} onClose={outcome.dropStale} />
    </EditBase>
  );
}

export function EditContent({ failed: failureTitle, children }: { failed: string; children: ReactNode }) {
  const { record, error, isPending, refetch } = useEditContext();
  if (error) return <ErrorState title={failureTitle} error={error} onRetry={refetch} />;
  if (isPending || !record) return <LoadingState shape="form" />;
  return children;
}

interface StaleSaveDialogProps {
  stale: StaleSave | null;
  fields: readonly StaleField[];
  onClose: () => void;
}

/** The dialog must be inside `EditBase`. The second save sends the chosen values and the current version. */
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

interface OutcomeMessages {
  successKey: PlainTextKey;
  failureKey: PlainTextKey;
}

/** Shows the result of a save. Pass `mutationOptions` to `EditBase` or `CreateBase`. */
export function useSaveOutcome({ successKey, failureKey }: OutcomeMessages) {
  const { notifyDone, notifyProblem } = useNotices();
  const leave = useLeaveAfterSave();
  const [stale, setStale] = useState<StaleSave | null>(null);

  const onSuccess = (record: RaRecord) => {
    setStale(null);
    notifyDone(t(successKey), record);
    leave();
  };
  const onError = (problem: unknown, variables?: { data?: Values; previousData?: Values }) => {
    const theirs = storedRecord(problem);
    if (theirs)
      setStale({ mine: changedValues(variables?.data ?? {}, variables?.previousData ?? {}), theirs });
    else notifyProblem(problem, t(failureKey));
  };
  return { mutationOptions: { onSuccess, onError }, stale, dropStale: () => setStale(null) };
}

/** Opens the list, or the next page of a tour. */
export function useLeaveAfterSave(): () => void {
  const redirect = useRedirect();
  const navigate = useNavigate();
  const resource = useResourceContext();
  const { next } = useTour();
  return () => {
    if (next) void navigate(next.url, { state: { _scrollToTop: true } });
    // Without this option the list starts at the scroll position of the form.
    else redirect('list', resource, undefined, undefined, { _scrollToTop: true });
  };
}

/** Only changed values can conflict. All other fields take the stored values. */
function changedValues(values: Values, previous: Values): Values {
  const changedFields = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(previous[name]),
  );
  return Object.fromEntries(changedFields);
}
