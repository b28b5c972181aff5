import { Alert, Button, DialogActions, DialogContent, Skeleton, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, type SyntheticEvent, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { Subject } from '../../../../contract/subjects';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { serverFeatures } from '../../../dataProvider/serverFeatures';
import { type PlainTextKey, t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import type { DialogProps } from '../../../ui/dialog/Dialog';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { StaleDialog, type StaleField } from '../../../ui/form/StaleDialog';
import { useVersionedForm, VersionedForm } from '../../../ui/form/versionedSave';
import { problemMessage } from '../../../ui/page/problemMessage';

interface SettingsDialogProps<Values extends FieldValues, Body extends Record<string, unknown>> {
  title: string;
  settings: ReturnType<typeof useSettingsForm<Values, Body>>;
  /** Distinguishes the drafts of two subjects. */
  draftName: string;
  /** The stored settings could not be loaded, so these are the defaults. */
  hasFailed: boolean;
  staleFields: readonly StaleField[];
  maxWidth?: DialogProps['maxWidth'];
  /** Secondary buttons before "save". */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of both settings dialogs. */
export function SettingsDialog<Values extends FieldValues, Body extends Record<string, unknown>>(
  props: SettingsDialogProps<Values, Body>,
) {
  const { title, settings, draftName, hasFailed, staleFields, maxWidth, actions, children } = props;
  const { isDirty, isPending, problem, details } = settings;
  return (
    <FormDialog
      isOpen
      title={title}
      isDirty={isDirty && !isPending}
      onClose={() => void settings.discard()}
      maxWidth={maxWidth}
    >
      <VersionedForm
        versioned={settings}
        onSubmit={settings.submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent sx={{ pt: 1 }}>
          <FormDraft name={draftName} />
          <Stack spacing={2}>
            {hasFailed && <Alert severity="warning">{t('subjects.settingsDefaults')}</Alert>}
            {children}
            {problem && (
              <Alert severity="error">
                {problem}
                {details.length > 0 && (
                  <ul style={{ margin: 0, paddingInlineStart: 20 }}>
                    {details.map((detail) => (
                      <li key={detail}>
                        <bdi>{detail}</bdi>
                      </li>
                    ))}
                  </ul>
                )}
              </Alert>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          {actions}
          <Button type="submit" variant="contained" disabled={isPending} aria-busy={isPending}>
            {isPending ? t('ui.saving') : t('ui.save')}
          </Button>
        </DialogActions>
      </VersionedForm>
      <StaleDialog fields={staleFields} question={settings.question} />
    </FormDialog>
  );
}

export interface SubjectDialogProps {
  subject: Subject;
  onClose: () => void;
  /** Called if the subject itself was deleted. */
  onGone?: (() => void) | undefined;
}

type Stored = Record<string, unknown>;

/** The version before settings exist: then another person's first save is a conflict too. */
const noneYet = 0;

interface SettingsForm<Values, Body> {
  initial: Values;
  /** The body to send; null if it is invalid and the person has been told. */
  bodyOf: (values: Values) => Body | null;
  /** The version that was loaded, if the server sends one. */
  version: number | undefined;
  save: (body: Body) => Promise<unknown>;
  saved: PlainTextKey;
  onClose: () => void;
}

/** The form of a settings dialog: typed values survive a refused save, a lost session and a second tab. */
export function useSettingsForm<Values extends FieldValues, Body extends Stored>(
  settings: SettingsForm<Values, Body>,
) {
  const { initial, bodyOf, version, save, saved, onClose } = settings;
  const { notifyDone, notifyError } = useNotices();
  const [sentVersion] = useState(version ?? (serverFeatures().has('settingsVersions') ? noneYet : undefined));
  const [problem, setProblem] = useState<string | null>(null);
  /** Each place that the problem is about: column, student, batch. */
  const [details, setDetails] = useState<string[]>([]);
  const edit = useVersionedForm<Values, Body, unknown>({
    // In the form values, so that a draft stores the version that it is based on.
    defaultValues: {
      ...initial,
      ...(sentVersion === undefined ? {} : { version: sentVersion }),
    } as unknown as DefaultValues<Values>,
    save: (body) => {
      setProblem(null);
      return save(body);
    },
    onSaved: (answer) => notifyDone(messageIn(answer) ?? t(saved), answer),
    onRefused: (refusal) => {
      const sentence = problemMessage(refusal, t('subjects.settingsFailed'));
      setProblem(sentence);
      setDetails(
        refusal instanceof ApiProblem && refusal.code === 'HAS_DEPENDENTS'
          ? refusal.details.map(({ message }) => message)
          : [],
      );
      notifyError(sentence);
    },
    onEnd: onClose,
  });
  const submit = (event: SyntheticEvent) =>
    edit.form.handleSubmit(async (values) => {
      const body = bodyOf(values);
      const over: unknown = values['version'];
      if (body) await edit.send(over === undefined ? body : { ...body, version: over });
    })(event);
  return { ...edit, problem, details, submit };
}

/** The server's own sentence of success. */
function messageIn(answer: unknown): string | null {
  const message = (answer as { message?: unknown } | null)?.message;
  return typeof message === 'string' && message !== '' ? message : null;
}

export interface StoredSettingsProps<S> {
  code: string;
  title: string;
  /** Null if the subject has none. */
  stored: S | null;
  /** They could not be loaded. */
  hasFailed: boolean;
  onClose: () => void;
}

interface SettingsLoaderProps<S> extends Pick<StoredSettingsProps<S>, 'title' | 'onClose'> {
  kind: 'curriculum' | 'gradeSettings';
  subject: Subject;
  read: (code: string) => Promise<S | null>;
  Content: ComponentType<StoredSettingsProps<S>>;
}

/** Loads the settings of a subject when the dialog opens, and not again, because the form is based on them. */
export function SettingsLoader<S>({ kind, subject, read, Content, title, onClose }: SettingsLoaderProps<S>) {
  const code = subject.subject_code;
  const { data, isPending, isError } = useQuery({
    queryKey: ['subjects', kind, code],
    queryFn: () => read(code),
    staleTime: 'static',
    gcTime: 0,
  });
  if (!isPending)
    return <Content code={code} title={title} stored={data ?? null} hasFailed={isError} onClose={onClose} />;
  return (
    <FormDialog isOpen title={title} onClose={onClose} maxWidth="md">
      <DialogContent aria-busy>
        {Array.from({ length: 5 }, (_, row) => (
          <Skeleton key={row} height={56} />
        ))}
      </DialogContent>
    </FormDialog>
  );
}
