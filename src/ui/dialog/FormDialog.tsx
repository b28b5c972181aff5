import Close from '@mui/icons-material/Clear';
import {
  Alert,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Stack,
  Typography,
} from '@mui/material';
import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../i18n/text';
import { useIsPhone } from '../page/useIsPhone';
import { Dialog, type DialogProps } from './Dialog';
import { LeaveQuestion } from './QuestionDialog';

interface FormDialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** There is unsaved text: closing asks first, and offers the submit button inside as well. */
  isDirty?: boolean;
  /** The submit button does harm: then the question does not offer it. */
  isDanger?: boolean;
  /** Without it only a button inside closes the dialog, because its content is never shown again. */
  onClose?: (() => void) | undefined;
  maxWidth?: DialogProps['maxWidth'];
  hasAddress?: DialogProps['hasAddress'];
  /** `DialogContent` and `DialogActions`, inside a form if there is something to submit. */
  children: ReactNode;
}

/** Closes the dialog around, which asks first if something is typed. */
const Leave = createContext<(() => void) | undefined>(undefined);

export const CancelButton = () => <Button onClick={useContext(Leave)}>{t('ui.cancel')}</Button>;

/** A dialog with a form: fills the screen on phones, Escape closes it, and it asks before typed text is lost. */
export function FormDialog({
  isOpen,
  title,
  isDirty = false,
  isDanger = false,
  onClose,
  maxWidth = 'sm',
  hasAddress = false,
  children,
}: FormDialogProps) {
  const isPhone = useIsPhone();
  const titleId = useId();
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<{ submit: HTMLElement | null } | null>(null);
  const ask = () => {
    const dialog = isDanger ? null : head?.closest('[role="dialog"]');
    setAsking({ submit: dialog?.querySelector('button[type="submit"]:enabled') ?? null });
  };
  const leave = onClose && (() => (isDirty ? ask() : onClose()));
  return (
    <>
      <Dialog
        open={isOpen}
        onClose={leave}
        hasAddress={hasAddress}
        fullScreen={isPhone}
        fullWidth
        maxWidth={maxWidth}
        aria-labelledby={titleId}
      >
        <DialogTitle ref={setHead} component="div" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography
            id={titleId}
            component="h2"
            variant="h6"
            sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
          >
            {title}
          </Typography>
          {leave && (
            <IconButton aria-label={t('ui.close')} onClick={leave} edge="end">
              <Close />
            </IconButton>
          )}
        </DialogTitle>
        <Leave value={leave}>{children}</Leave>
      </Dialog>
      <LeaveQuestion
        isOpen={asking !== null}
        onStay={() => setAsking(null)}
        onLeave={() => {
          setAsking(null);
          onClose?.();
        }}
        {...(asking?.submit && {
          saveLabel: asking.submit.textContent,
          onSave: () => {
            // The question is closed before a field with a problem gets the focus.
            flushSync(() => setAsking(null));
            asking.submit?.click();
          },
        })}
      />
    </>
  );
}

interface SubmitDialogProps extends Omit<FormDialogProps, 'isOpen' | 'onClose'> {
  /** The name of the record. */
  name?: ReactNode;
  /** Why it failed, or cannot be sent. */
  problem?: string | null;
  /** The label of the submit button, and its label while sending. */
  button: string;
  pending: string;
  isPending: boolean;
  /** False if there is nothing to send. */
  isReady?: boolean;
  hasCancel?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** A dialog with a few fields and one submit button. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { title, name, problem, button, pending, isPending, isReady = true, isDanger = false } = props;
  const { isDirty = false, hasCancel = false, maxWidth = 'xs', onSubmit, onClose, children } = props;
  return (
    <FormDialog
      isOpen
      title={title}
      isDirty={isDirty && !isPending}
      isDanger={isDanger}
      onClose={onClose}
      maxWidth={maxWidth}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React passes events to the form around the dialog too, although it is elsewhere on the page.
          event.stopPropagation();
          if (isReady && !isPending) onSubmit();
        }}
      >
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {name && (
              <Typography sx={{ fontWeight: 600 }}>
                <bdi>{name}</bdi>
              </Typography>
            )}
            {problem && <Alert severity="error">{problem}</Alert>}
            {children}
          </Stack>
        </DialogContent>
        <DialogActions>
          {hasCancel && <CancelButton />}
          <Button
            type="submit"
            variant="contained"
            color={isDanger ? 'error' : 'primary'}
            disabled={!isReady || isPending}
            aria-busy={isPending}
          >
            {isPending ? pending : button}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
