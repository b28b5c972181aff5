import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useText } from '../../i18n/useText';
import { useAgo, useNow } from '../../ui/page/useAgo';
import { ResumeDialog } from './ResumeDialog';
import type { SavedImport } from './sending/savedImports';
import { useUnfinished } from './useUnfinished';

/** Imports that a closed page has left behind, with the offer to go on. */
export function Unfinished() {
  const t = useText();
  const ago = useAgo();
  const now = useNow();
  const notify = useNotify();
  const { imports, discard, reread } = useUnfinished();
  const [resumed, setResumed] = useState<SavedImport | null>(null);
  const leave = async (saved: SavedImport) => {
    await discard(saved);
    notify(t('importsEnd.discarded'), { type: 'info' });
  };
  return (
    <>
      {imports
        .filter(({ id }) => id !== resumed?.id)
        .map((saved) => (
          <Alert key={saved.id} severity="warning" role="status">
            <AlertTitle>{t('importsEnd.unfinished')}</AlertTitle>
            {t('importsEnd.unfinishedText', { name: saved.name, when: ago(saved.startedAt, now) })}
            <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
              <Button variant="contained" onClick={() => setResumed(saved)}>
                {t('importsEnd.resume')}
              </Button>
              <Button onClick={() => void leave(saved)}>{t('importsEnd.discard')}</Button>
            </Box>
          </Alert>
        ))}
      {resumed && (
        <ResumeDialog
          saved={resumed}
          onClose={() => {
            setResumed(null);
            reread();
          }}
        />
      )}
    </>
  );
}
