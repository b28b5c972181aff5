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
import { useQuestionBeforeLoad } from '../page/newVersion';
import { useIsPhone } from '../page/useIsPhone';
import { Dialog, type DialogProps } from './Dialog';
import { LeaveQuestion } from './QuestionDialog';

interface FormDialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** With unsaved text, closing asks first. The question also offers the submit button. */
  isDirty?: boolean;
  /** The submit button deletes data or does other harm, so the question has no submit button. */
  isDanger?: boolean;
  /** Without `onClose`, only a button in the content closes the dialog. */
  onClose?: (() => void) | undefined;
  maxWidth?: DialogProps['maxWidth'];
  hasAddress?: DialogProps['hasAddress'];
  children: ReactNode;
}

const LeaveDialog = createContext<(() => void) | undefined>(undefined);

export const CancelButton = () => <Button onClick={useContext(LeaveDialog)}>{t('ui.cancel')}</Button>;

/** Fills the screen on phones. Closing asks before typed text is lost. */
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
  const [titleElement, setTitleElement] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<{ submit: HTMLElement | null; leave: () => void } | null>(null);
  const ask = (leave: () => void) => {
    const dialog = isDanger ? null : titleElement?.closest('[role="dialog"]');
    setQuestion({ submit: dialog?.querySelector('button[type="submit"]:enabled') ?? null, leave });
  };
  const leave = onClose && (() => (isDirty ? ask(onClose) : onClose()));
  useQuestionBeforeLoad((load) => (isOpen && isDirty ? ask(load) : load()));
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
        <DialogTitle
          ref={setTitleElement}
          component="div"
          sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
        >
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
        <LeaveDialog value={leave}>{children}</LeaveDialog>
      </Dialog>
      <LeaveQuestion
        isOpen={question !== null}
        onStay={() => setQuestion(null)}
        onLeave={() => {
          setQuestion(null);
          question?.leave();
        }}
        {...(question?.submit && {
          saveLabel: question.submit.textContent,
          onSave: () => {
            // The dialog must close before an invalid field gets the focus.
            flushSync(() => setQuestion(null));
            question.submit?.click();
          },
        })}
      />
    </>
  );
}

interface SubmitDialogProps extends Omit<FormDialogProps, 'isOpen' | 'onClose'> {
  name?: ReactNode;
  problem?: string | null;
  submitLabel: string;
  pendingLabel: string;
  isPending: boolean;
  isReady?: boolean;
  hasCancel?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

export function SubmitDialog(props: SubmitDialogProps) {
  const {
    title,
    name,
    problem,
    submitLabel,
    pendingLabel,
    isPending,
    isReady = true,
    isDanger = false,
  } = props;
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
      {/* The buttons stay visible below a long form. */}
      <form
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals: the submit event would reach the form around the dialog.
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
            {isPending ? pendingLabel : submitLabel}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
