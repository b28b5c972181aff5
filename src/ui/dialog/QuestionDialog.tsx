import { Box, Button, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../i18n/text';
import { Dialog } from './Dialog';

interface QuestionDialogProps {
  isOpen?: boolean;
  title: string;
  text: ReactNode;
  name?: ReactNode;
  children?: ReactNode;
  isPending?: boolean;
  onClose: () => void;
  /** Called after the closing animation. */
  onExited?: (() => void) | undefined;
}

type Answers =
  | {
      confirmLabel: string;
      pendingLabel?: string;
      isDanger?: boolean;
      onConfirm: () => void;
      secondAnswer?: ReactNode;
      /** The confirm button has the focus. By default the cancel button has the focus. */
      isConfirmFocused?: boolean;
    }
  | { /** Replaces both buttons. One of them must have the focus. */ answers: ReactNode };

export function QuestionDialog(props: QuestionDialogProps & Answers) {
  const { isOpen = true, title, text, name, children, isPending = false, onClose, onExited } = props;
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={isPending ? undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={textId}
      role={'answers' in props ? 'dialog' : 'alertdialog'}
      {...(onExited && { slotProps: { transition: { onExited } } })}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent id={textId}>
        <Typography>{text}</Typography>
        {name && (
          <Typography sx={{ fontWeight: 600, mt: 1, overflowWrap: 'anywhere' }}>
            <bdi>{name}</bdi>
          </Typography>
        )}
        {children && <Box sx={{ mt: 2, '&:empty': { mt: 0 } }}>{children}</Box>}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {'answers' in props ? (
          props.answers
        ) : (
          <>
            <Button onClick={onClose} disabled={isPending} autoFocus={!props.isConfirmFocused}>
              {t('ui.cancel')}
            </Button>
            {props.secondAnswer}
            <Button
              variant="contained"
              color={props.isDanger ? 'error' : 'primary'}
              onClick={props.onConfirm}
              disabled={isPending}
              aria-busy={isPending}
              autoFocus={props.isConfirmFocused ?? false}
            >
              {isPending ? (props.pendingLabel ?? props.confirmLabel) : props.confirmLabel}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface LeaveQuestionProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
  onSave?: () => void;
  saveLabel?: string;
}

/** Asks before typed values are discarded. The stay button has the focus. */
export function LeaveQuestion({ isOpen, onStay, onLeave, onSave, saveLabel }: LeaveQuestionProps) {
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={t('ui.leaveTitle')}
      text={t('ui.leaveText')}
      onClose={onStay}
      answers={
        <>
          <Button color="error" onClick={onLeave}>
            {t('ui.leave')}
          </Button>
          <Button variant={onSave ? 'outlined' : 'contained'} onClick={onStay} autoFocus>
            {t('ui.stay')}
          </Button>
          {onSave && (
            <Button variant="contained" onClick={onSave}>
              {saveLabel ?? t('ui.saveAndGo')}
            </Button>
          )}
        </>
      }
    />
  );
}

interface CancelFormButtonProps {
  isDirty: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
  onSave: () => void;
}

export function CancelFormButton({ isDirty, isDisabled = false, onCancel, onSave }: CancelFormButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button disabled={isDisabled} onClick={() => (isDirty ? setIsAsking(true) : onCancel())}>
        {t('ui.cancel')}
      </Button>
      <LeaveQuestion
        isOpen={isAsking}
        onStay={() => setIsAsking(false)}
        onLeave={onCancel}
        saveLabel={t('ui.save')}
        onSave={() => {
          // The dialog must close before an invalid field gets the focus.
          flushSync(() => setIsAsking(false));
          onSave();
        }}
      />
    </>
  );
}
