import { Button, Typography } from '@mui/material';
import { t } from '../i18n/text';
import { QuestionDialog } from '../ui/dialog/QuestionDialog';
import type { UndoRequest, Conflict } from './useUndo';

interface UndoControlQuestionProps {
  request: UndoRequest;
  isPending: boolean;
  onConfirm: (request: UndoRequest) => void;
  onClose: () => void;
}

/** Opens before an undo of an operation with related records, and before an undo by keyboard. */
export function UndoControlQuestion({ request, isPending, onConfirm, onClose }: UndoControlQuestionProps) {
  return (
    <QuestionDialog
      title={t('undo.questionTitle')}
      text={t('undo.question')}
      name={request.operation.description}
      confirmLabel={t('undo.one')}
      pendingLabel={t('undo.undoing')}
      isPending={isPending}
      onConfirm={() => onConfirm(request)}
      onClose={onClose}
    >
      {request.operation.has_related_records && <Typography>{t('undo.relatedNote')}</Typography>}
    </QuestionDialog>
  );
}

/** Lists the changes that prevent the undo, because a toast is too short for the list. */
export function UndoControlConflict({ conflict, onClose }: { conflict: Conflict; onClose: () => void }) {
  return (
    <QuestionDialog
      title={t('undo.conflictTitle')}
      text={conflict.message}
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
