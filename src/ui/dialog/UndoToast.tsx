import Button from '@mui/material/Button';
import SnackbarContent from '@mui/material/SnackbarContent';
import { useMutation } from '@tanstack/react-query';
import { useCloseNotification, useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../page/sentenceOf';

interface UndoToastProps {
  sentence: string;
  /** The operation that the button takes back. */
  operationId: number;
}

/** Says what was done, with the way back: `notify(<UndoToast … />, { autoHideDuration: undoToastMs })`. */
export function UndoToast({ sentence, operationId }: UndoToastProps) {
  const t = useText();
  const notify = useNotify();
  const close = useCloseNotification();
  const { undoOne } = useDataProvider<Api>();
  const { mutate } = useMutation({
    mutationFn: () => undoOne(operationId),
    onSuccess: ({ message }) => notify(message || t('undo.done'), { type: 'success' }),
    onError: (problem) => notify(sentenceOf(problem, t('undo.failed')), { type: 'error' }),
  });
  return (
    <SnackbarContent
      message={sentence}
      action={
        <Button
          color="inherit"
          variant="outlined"
          onClick={() => {
            mutate();
            close();
          }}
        >
          {t('undo.one')}
        </Button>
      }
      sx={{ bgcolor: 'success.main', color: 'success.contrastText' }}
    />
  );
}

/** Longer than other toasts: a person may want to act on it. */
export const undoToastMs = 10_000;
