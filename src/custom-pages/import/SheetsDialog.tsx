import {
  Alert,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { Problem } from '../../features/import/Problem';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { RunDialog } from './RunDialog';
import { SheetList } from './SheetList';
import { FileDrop, LinkForm } from './SourceFields';
import { type SheetLine, useSheetsFlow } from './useSheetsFlow';

/** Imports several sheets from a link or from one .xlsx. */
export function SheetsDialog({ onClose }: { onClose: () => void }) {
  const flow = useSheetsFlow();
  const { source, lines, runs } = flow;
  const { busy, problem } = source;
  const isChosen = lines.some(({ isSelected }) => isSelected);
  const isChecking = lines.some(({ state }) => state === 'loading');
  return (
    <RunDialog
      title={t('imports.manyTitle')}
      runs={runs}
      ask={flow.ask}
      isMany
      onClose={onClose}
      renderSheets={(state) => <SheetList flow={flow} state={state} />}
    >
      <DialogContent>
        <Stack spacing={2}>
          <Problem messages={problem} />
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
                {t(busy === 'fetching' ? 'imports.fetching' : busy ? 'imports.reading' : 'imports.checking')}
              </Typography>
              <LinearProgress aria-label={t('imports.checking')} />
            </div>
          )}
          {lines.length > 0 && (
            <>
              <SheetList flow={flow} state={null} />
              <SheetErrors lines={lines} />
              <SecondaryText>{t('importsEnd.order')}</SecondaryText>
            </>
          )}
        </Stack>
      </DialogContent>
      {lines.length > 0 && (
        <DialogActions>
          <Button onClick={flow.back}>{t('ui.back')}</Button>
          <Button variant="contained" disabled={!isChosen || isChecking} onClick={() => void flow.start()}>
            {t('importsEnd.importSelected')}
          </Button>
        </DialogActions>
      )}
    </RunDialog>
  );
}

const maxShown = 5;

/** The problems found in all sheets; at most five of each kind. Spec 2 §5. */
export function SheetErrors({ lines }: { lines: readonly SheetLine[] }) {
  const wrong = lines.filter(({ summary }) => summary && summary.invalid > 0);
  if (wrong.length === 0) return null;
  return (
    <Alert severity="warning">
      {wrong.map(({ at, name, summary }) => (
        <Typography key={at} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>:{' '}
          {(summary?.problems ?? [])
            .slice(0, maxShown)
            .map(({ line, notes }) =>
              t('importsEnd.errorLine', { line, message: notes.map(({ message }) => message).join(' · ') }),
            )
            .join(t('imports.reasonsJoin'))}{' '}
          {(summary?.invalid ?? 0) > maxShown &&
            t('importsEnd.otherErrors', { smart_count: (summary?.invalid ?? 0) - maxShown })}
        </Typography>
      ))}
    </Alert>
  );
}
