import { Alert, Button, DialogActions, DialogContent, Skeleton, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { Subject } from '../../../../contract/subjects';
import { serverFeatures } from '../../../dataProvider/serverFeatures';
import { type PlainTextKey, t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import type { DialogProps } from '../../../ui/dialog/Dialog';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { StaleDialog, type StaleField } from '../../../ui/form/StaleDialog';
import { useVersionedForm, VersionedForm } from '../../../ui/form/versionedSave';
import { sentenceOf } from '../../../ui/page/sentenceOf';

interface SettingsDialogProps<Values extends FieldValues, Body extends Record<string, unknown>> {
  title: string;
  settings: ReturnType<typeof useSettingsForm<Values, Body>>;
  /** Tells the drafts of two subjects apart. */
  draftName: string;
  /** The stored settings could not be read, and these are the defaults. */
  hasFailed: boolean;
  staleFields: readonly StaleField[];
  maxWidth?: DialogProps['maxWidth'];
  /** Lesser buttons before "save". */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of both dialogs of settings. */
export function SettingsDialog<Values extends FieldValues, Body extends Record<string, unknown>>(
  props: SettingsDialogProps<Values, Body>,
) {
  const { title, settings, draftName, hasFailed, staleFields, maxWidth, actions, children } = props;
  const { isDirty, isPending, problem } = settings;
  return (
    <FormDialog
      isOpen
      title={title}
      isDirty={isDirty && !isPending}
      onClose={() => void settings.leave()}
      maxWidth={maxWidth}
    >
      <VersionedForm
        of={settings}
        onSubmit={settings.submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent sx={{ pt: 1 }}>
          <FormDraft name={draftName} />
          <Stack spacing={2}>
            {hasFailed && <Alert severity="warning">{t('subjects.settingsDefaults')}</Alert>}
            {children}
            {problem && <Alert severity="error">{problem}</Alert>}
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

/** A dialog whose settings are being read. */
export const WaitingDialog = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <FormDialog isOpen title={title} onClose={onClose} maxWidth="md">
    <DialogContent aria-busy>
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} height={56} />
      ))}
    </DialogContent>
  </FormDialog>
);

export interface SubjectDialogProps {
  subject: Subject;
  onClose: () => void;
  /** The subject itself has been deleted. */
  onGone?: (() => void) | undefined;
}

type Stored = Record<string, unknown>;

/** The version of settings that do not exist yet: another person's first save is a conflict too. */
const noneYet = 0;

interface SettingsForm<Values, Body> {
  initial: Values;
  /** What is sent; null when it cannot be, and the person has been told why. */
  bodyOf: (values: Values) => Body | null;
  /** The version that was read, where the server tells one. */
  version: number | undefined;
  save: (body: Body) => Promise<unknown>;
  saved: PlainTextKey;
  onClose: () => void;
}

/** The form of a dialog of settings: what was typed survives a refused save, a lost session and a second tab. */
export function useSettingsForm<Values extends FieldValues, Body extends Stored>(
  settings: SettingsForm<Values, Body>,
) {
  const { initial, bodyOf, version, save, saved, onClose } = settings;
  const { notifyDone, notifyError } = useNotices();
  const [sentVersion] = useState(version ?? (serverFeatures().has('settingsVersions') ? noneYet : undefined));
  const [problem, setProblem] = useState<string | null>(null);
  const edit = useVersionedForm<Values, Body, unknown>({
    // Among the values, so that a draft knows what it was typed over.
    defaultValues: {
      ...initial,
      ...(sentVersion === undefined ? {} : { version: sentVersion }),
    } as unknown as DefaultValues<Values>,
    save: (body) => {
      setProblem(null);
      return save(body);
    },
    onSaved: (answer) => notifyDone(messageIn(answer) ?? t(saved), operationIn(answer)),
    onRefused: (refusal) => {
      const sentence = sentenceOf(refusal, t('subjects.settingsFailed'));
      setProblem(sentence);
      notifyError(sentence);
    },
    onOver: onClose,
  });
  const submit = (event: SyntheticEvent) =>
    edit.form.handleSubmit(async (values) => {
      const body = bodyOf(values);
      const over: unknown = values['version'];
      if (body) await edit.send(over === undefined ? body : { ...body, version: over });
    })(event);
  return { ...edit, problem, submit };
}

/** What the server itself says of a success. */
function messageIn(answer: unknown): string | null {
  const message = (answer as { message?: unknown } | null)?.message;
  return typeof message === 'string' && message !== '' ? message : null;
}

/** The operation that takes it back, where the server names it. */
function operationIn(answer: unknown): number | null {
  const operation = (answer as { operation_id?: unknown } | null)?.operation_id;
  return typeof operation === 'number' ? operation : null;
}

/** Read when the dialog opens and not again while it is open: what is being typed stands on it. */
const once = { staleTime: 'static', gcTime: 0 } as const;

/** The stored settings of a subject code, null when it has none; `hasFailed` when nobody knows. */
export function useSettingsQuery<S>(
  kind: 'curriculum' | 'gradeSettings',
  code: string,
  read: (code: string) => Promise<S | null>,
) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['subjects', kind, code],
    queryFn: () => read(code),
    ...once,
  });
  return { stored: data ?? null, isPending, hasFailed: isError };
}
