import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { SaveContextProvider } from 'react-admin';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { Subject } from '../../../../contract/subjects';
import { useText } from '../../../i18n/useText';
import type { DialogProps } from '../../../ui/dialog/Dialog';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { FormDraft } from '../../../ui/form/FormDraft';
import { StaleDialog, type StaleField } from '../../../ui/form/StaleDialog';
import type { useSettingsForm } from './useSettingsForm';

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
  const t = useText();
  const { form, isDirty, isPending, problem, stale, submit, leave } = settings;
  return (
    <FormDialog isOpen title={title} isDirty={isDirty && !isPending} onClose={leave} maxWidth={maxWidth}>
      <SaveContextProvider value={settings.saveContext}>
        <FormProvider {...form}>
          <Stack
            component="form"
            noValidate
            onSubmit={(event) => void submit(event)}
            sx={{ minHeight: 0, flex: 1 }}
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
          </Stack>
        </FormProvider>
      </SaveContextProvider>
      {stale && (
        <StaleDialog
          {...stale}
          key={String(stale.theirs['version'])}
          fields={staleFields}
          isSaving={isPending}
          onResolve={settings.resolve}
          onClose={settings.dropStale}
        />
      )}
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
