import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { FileDrop } from './FileDrop';
import { LinkForm } from './LinkForm';
import { Problem } from './Problem';
import { SheetErrors } from './SheetErrors';
import { SheetList } from './SheetList';
import { SheetsRun } from './SheetsRun';
import { useSheetsFlow } from './useSheetsFlow';

/** Several sheets at once, from a link or from one .xlsx. */
export function SheetsDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const flow = useSheetsFlow();
  const [isUnsent, setIsUnsent] = useState(false);
  const { source, lines, run } = flow;
  const { busy, problem } = source;
  const isChosen = lines.some(({ isSelected }) => isSelected);
  const isChecking = lines.some(({ state }) => state === 'loading');
  return (
    <FormDialog
      isOpen
      title={t('imports.manyTitle')}
      isDirty={isUnsent}
      onClose={() => (run && run.state().phase !== 'ended' ? run.cancel() : onClose())}
      maxWidth="md"
    >
      {run ? (
        <SheetsRun flow={flow} run={run} onUnsent={setIsUnsent} onClose={onClose} />
      ) : (
        <DialogContent>
          <Stack spacing={2}>
            <Problem sentences={problem} />
            {lines.length === 0 && (
              <>
                <Typography color="text.secondary">{t('imports.manyText')}</Typography>
                <LinkForm
                  action={t('importsEnd.checkFile')}
                  isBusy={busy !== null}
                  onLink={(link) => void flow.openLink(link)}
                />
                <FileDrop
                  title={t('imports.manyFile')}
                  text={t('imports.fileText')}
                  isDisabled={busy !== null}
                  onFile={(file) => void flow.openFile(file)}
                />
              </>
            )}
            {(busy || isChecking) && (
              <div>
                <Typography role="status" variant="body2" sx={{ mb: 1 }}>
                  {t(
                    busy === 'fetching' ? 'imports.fetching' : busy ? 'imports.reading' : 'imports.checking',
                  )}
                </Typography>
                <LinearProgress aria-label={t('imports.checking')} />
              </div>
            )}
            {lines.length > 0 && (
              <>
                <SheetList flow={flow} state={null} />
                <SheetErrors lines={lines} />
                <Typography variant="body2" color="text.secondary">
                  {t('importsEnd.order')}
                </Typography>
              </>
            )}
          </Stack>
        </DialogContent>
      )}
      {!run && lines.length > 0 && (
        <DialogActions>
          <Button onClick={flow.back}>{t('imports.back')}</Button>
          <Button variant="contained" disabled={!isChosen || isChecking} onClick={() => void flow.start()}>
            {t('importsEnd.importSelected')}
          </Button>
        </DialogActions>
      )}
    </FormDialog>
  );
}
