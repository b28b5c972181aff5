import Undo from '@mui/icons-material/Undo';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { savedImports } from './sending/savedImports';

interface UndoImportProps {
  importId: string;
  onUndone: () => void;
}

/** Takes back the whole import as one operation; nothing where the server cannot. */
export function UndoImport({ importId, onUndone }: UndoImportProps) {
  const t = useText();
  const notify = useNotify();
  const { importProgress, undoOne } = useDataProvider<Api>();
  const { data } = useQuery({
    queryKey: ['import', importId],
    queryFn: () => importProgress(importId),
    retry: false,
  });
  const operation = data?.operation_id ?? null;
  const undo = useMutation({
    mutationFn: async (id: number) => {
      await undoOne(id);
      // What was answered before would be taken for rows that are in: nothing is left to go on with.
      await savedImports.drop(importId).catch(() => undefined);
    },
    onSuccess: onUndone,
    onError: (problem) => notify(sentenceOf(problem, t('undo.failed')), { type: 'error' }),
  });
  if (undo.isSuccess)
    return (
      <Alert severity="info" role="status">
        {t('importsEnd.undone')}
      </Alert>
    );
  if (operation === null) return null;
  return (
    <Button
      variant="outlined"
      startIcon={<Undo />}
      disabled={undo.isPending}
      onClick={() => undo.mutate(operation)}
      sx={{ justifySelf: 'start', alignSelf: 'flex-start' }}
    >
      {t(undo.isPending ? 'importsEnd.undoing' : 'importsEnd.undo')}
    </Button>
  );
}
