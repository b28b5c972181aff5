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
import { type SheetItem, useSheetsFlow } from './useSheetsFlow';

export function SheetsDialog({ onClose }: { onClose: () => void }) {
  const flow = useSheetsFlow();
  const { source, items, runs } = flow;
  const { busy, problem } = source;
  const hasSelection = items.some(({ isSelected }) => isSelected);
  const isChecking = items.some(({ state }) => state === 'loading');
  return (
    <RunDialog
      title={t('imports.manyTitle')}
      runs={runs}
      getWorker={flow.getWorker}
      hasManySheets
      onClose={onClose}
      renderSheets={(state) => <SheetList flow={flow} state={state} />}
    >
      <DialogContent>
        <Stack spacing={2}>
          <Problem messages={problem} />
          {items.length === 0 && (
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
          {items.length > 0 && (
            <>
              <SheetList flow={flow} state={null} />
              <SheetErrors items={items} />
              <SecondaryText>{t('importsEnd.order')}</SecondaryText>
            </>
          )}
        </Stack>
      </DialogContent>
      {items.length > 0 && (
        <DialogActions>
          <Button onClick={flow.back}>{t('ui.back')}</Button>
          <Button
            variant="contained"
            disabled={!hasSelection || isChecking}
            onClick={() => void flow.start()}
          >
            {t('importsEnd.importSelected')}
          </Button>
        </DialogActions>
      )}
    </RunDialog>
  );
}

const maxProblems = 5;

/** Lists the problems of all sheets, at most five for each (spec 2 §5). */
export function SheetErrors({ items }: { items: readonly SheetItem[] }) {
  const invalidItems = items.filter(({ summary }) => summary && summary.invalid > 0);
  if (invalidItems.length === 0) return null;
  return (
    <Alert severity="warning">
      {invalidItems.map(({ index, name, summary }) => (
        <Typography key={index} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>:{' '}
          {(summary?.problems ?? [])
            .slice(0, maxProblems)
            .map(({ line, notes }) =>
              t('importsEnd.errorLine', { line, message: notes.map(({ message }) => message).join(' · ') }),
            )
            .join(t('imports.reasonsJoin'))}{' '}
          {(summary?.invalid ?? 0) > maxProblems &&
            t('importsEnd.otherErrors', { smart_count: (summary?.invalid ?? 0) - maxProblems })}
        </Typography>
      ))}
    </Alert>
  );
}
