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
import { useVersionedForm, VersionedForm } from '../../../ui/form/VersionedForm';
import { problemMessage } from '../../../ui/page/problemMessage';

interface SettingsDialogProps<Values extends FieldValues, Body extends Record<string, unknown>> {
  title: string;
  settings: ReturnType<typeof useSettingsForm<Values, Body>>;
  /** Identifies the draft, because several subjects may have one. */
  draftName: string;
  /** True if the settings could not be loaded, so that the form has the defaults. */
  hasFailed: boolean;
  staleFields: readonly StaleField[];
  maxWidth?: DialogProps['maxWidth'];
  /** Buttons before "save" in reading order. */
  actions?: ReactNode;
  children: ReactNode;
}

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
  /** Called if the dialog itself has deleted the subject. */
  onDeleted?: (() => void) | undefined;
}

type SettingsBody = Record<string, unknown>;

/** Before the first save there is no version, but two first saves must conflict too. */
const versionBeforeFirstSave = 0;

interface SettingsForm<Values, Body> {
  initial: Values;
  /** Returns null if the values are invalid. The form then shows the problem. */
  buildBody: (values: Values) => Body | null;
  /** Undefined if the server sends no version. */
  version: number | undefined;
  save: (body: Body) => Promise<unknown>;
  savedMessage: PlainTextKey;
  onClose: () => void;
}

/** Typed values survive a refused save, a lost session and a second tab. */
export function useSettingsForm<Values extends FieldValues, Body extends SettingsBody>(
  settings: SettingsForm<Values, Body>,
) {
  const { initial, buildBody, version, save, savedMessage, onClose } = settings;
  const { notifyDone, notifyError } = useNotices();
  const [initialVersion] = useState(
    version ?? (serverFeatures().has('settingsVersions') ? versionBeforeFirstSave : undefined),
  );
  const [problem, setProblem] = useState<string | null>(null);
  /** Columns, students or batches with the problem. */
  const [details, setDetails] = useState<string[]>([]);
  const edit = useVersionedForm<Values, Body, unknown>({
    // The form contains the version, so that a draft stores the version too.
    defaultValues: {
      ...initial,
      ...(initialVersion === undefined ? {} : { version: initialVersion }),
    } as unknown as DefaultValues<Values>,
    save: (body) => {
      setProblem(null);
      return save(body);
    },
    onSaved: (answer) => notifyDone(serverMessage(answer) ?? t(savedMessage), answer),
    onRefused: (refusal) => {
      const reason = problemMessage(refusal, t('subjects.settingsFailed'));
      setProblem(reason);
      setDetails(
        refusal instanceof ApiProblem && refusal.code === 'HAS_DEPENDENTS'
          ? refusal.details.map(({ message }) => message)
          : [],
      );
      notifyError(reason);
    },
    onEnd: onClose,
  });
  const submit = (event: SyntheticEvent) =>
    edit.form.handleSubmit(async (values) => {
      const body = buildBody(values);
      const baseVersion: unknown = values['version'];
      if (body) await edit.send(baseVersion === undefined ? body : { ...body, version: baseVersion });
    })(event);
  return { ...edit, problem, details, submit };
}

function serverMessage(answer: unknown): string | null {
  const message = (answer as { message?: unknown } | null)?.message;
  return typeof message === 'string' && message !== '' ? message : null;
}

export interface StoredSettingsProps<S> {
  code: string;
  title: string;
  /** Null: the subject has no settings. */
  stored: S | null;
  hasFailed: boolean;
  onClose: () => void;
}

interface SettingsLoaderProps<S> extends Pick<StoredSettingsProps<S>, 'title' | 'onClose'> {
  kind: 'curriculum' | 'gradeSettings';
  subject: Subject;
  load: (code: string) => Promise<S | null>;
  Content: ComponentType<StoredSettingsProps<S>>;
}

/** Loads the settings only once, because a reload would change the base of the form. */
export function SettingsLoader<S>({ kind, subject, load, Content, title, onClose }: SettingsLoaderProps<S>) {
  const code = subject.subject_code;
  const { data, isPending, isError } = useQuery({
    queryKey: ['subjects', kind, code],
    queryFn: () => load(code),
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
