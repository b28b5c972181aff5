import { Button, Typography } from '@mui/material';
import { t } from '../i18n/text';
import { QuestionDialog } from '../ui/dialog/QuestionDialog';
import type { Asked, Conflict } from './useUndo';

interface UndoControlQuestionProps {
  asked: Asked;
  isPending: boolean;
  onConfirm: (asked: Asked) => void;
  onClose: () => void;
}

/** Asks before the undo of an operation with related records, or one that was started by the keyboard. */
export function UndoControlQuestion({ asked, isPending, onConfirm, onClose }: UndoControlQuestionProps) {
  return (
    <QuestionDialog
      title={t('undo.questionTitle')}
      text={t('undo.question')}
      name={asked.operation.description}
      confirmLabel={t('undo.one')}
      pendingLabel={t('undo.undoing')}
      isPending={isPending}
      onConfirm={() => onConfirm(asked)}
      onClose={onClose}
    >
      {asked.operation.has_related_records && <Typography>{t('undo.relatedNote')}</Typography>}
    </QuestionDialog>
  );
}

/** What has changed since, by whom and when; too long for a toast. */
export function UndoControlConflict({ conflict, onClose }: { conflict: Conflict; onClose: () => void }) {
  return (
    <QuestionDialog
      title={t('undo.conflictTitle')}
      text={conflict.sentence}
      onClose={onClose}
      answers={
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('ui.close')}
        </Button>
      }
    >
      <Typography sx={{ fontWeight: 600 }}>{t('undo.changedSince')}</Typography>
      <ul>
        {conflict.changes.map((change) => (
          <Typography component="li" key={change}>
            <bdi>{change}</bdi>
          </Typography>
        ))}
      </ul>
    </QuestionDialog>
  );
}
