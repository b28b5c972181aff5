import {
  Alert,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { Problem } from './Problem';
import { RowStats } from './RowStats';
import type { ExistingRecordsMode, ParsedFile, QuickReport } from './quickImport';
import { QuickImportPreview, RefusedRows } from './QuickImportPreview';

export type ImportStep =
  | { step: 'closed' | 'reading' }
  | { step: 'unusable'; messages: readonly string[] }
  | { step: 'preview'; parsedFile: ParsedFile }
  | { step: 'writing'; done: number; total: number }
  | ReportStep;

interface ReportStep {
  step: 'report';
  parsedFile: ParsedFile;
  /** Number of existing records that the user skipped. */
  skipped: number;
  report: QuickReport;
}

interface QuickImportDialogProps {
  state: ImportStep;
  fileName: string;
  onStart: (choice: ExistingRecordsMode) => void;
  onStop: () => void;
  onClose: () => void;
}

export function QuickImportDialog({ state, fileName, onStart, onStop, onClose }: QuickImportDialogProps) {
  const isWriting = state.step === 'writing';
  const heading = <FileLine name={fileName} />;
  return (
    <FormDialog
      isOpen={state.step !== 'closed'}
      title={t('quickImport.title')}
      onClose={isWriting ? onStop : onClose}
    >
      {state.step === 'preview' ? (
        <QuickImportPreview
          parsedFile={state.parsedFile}
          heading={heading}
          onCancel={onClose}
          onStart={onStart}
        />
      ) : (
        <DialogContent>
          {heading}
          {state.step === 'reading' && <LinearProgress aria-label={t('imports.reading')} />}
          {state.step === 'unusable' && <Problem messages={state.messages} />}
          {state.step === 'writing' && <Progress {...state} />}
          {state.step === 'report' && <Report {...state} />}
        </DialogContent>
      )}
      {state.step === 'writing' && <StopAction onStop={onStop} />}
      {(state.step === 'unusable' || state.step === 'report') && (
        <DialogActions>
          <Button variant="contained" onClick={onClose} autoFocus>
            {t('ui.close')}
          </Button>
        </DialogActions>
      )}
    </FormDialog>
  );
}

function FileLine({ name }: { name: string }) {
  return (
    <Typography color="text.secondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {t('quickImport.file')} <bdi>{name}</bdi>
    </Typography>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const label = t('imports.importing', { done, total });
  return (
    <>
      <Typography role="status" sx={{ mb: 1 }}>
        {label}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={label}
        value={total === 0 ? 100 : (done / total) * 100}
      />
    </>
  );
}

function StopAction({ onStop }: { onStop: () => void }) {
  const [isStopping, setIsStopping] = useState(false);
  return (
    <DialogActions>
      <Button
        disabled={isStopping}
        onClick={() => {
          setIsStopping(true);
          onStop();
        }}
      >
        {t(isStopping ? 'quickImport.stopping' : 'quickImport.stop')}
      </Button>
    </DialogActions>
  );
}

function Report({ parsedFile, skipped, report }: ReportStep) {
  const { added, updated, unsent } = report;
  const invalidCount = parsedFile.work.summary().invalid;
  const isComplete = invalidCount === 0 && unsent === 0;
  const hasNoWrites = added + updated === 0;
  const messageKey = isComplete
    ? 'importsEnd.done'
    : hasNoWrites
      ? 'importsEnd.nothing'
      : 'importsEnd.partly';
  return (
    <Stack spacing={2}>
      <Alert severity={isComplete ? 'success' : hasNoWrites ? 'error' : 'warning'} role="status">
        {unsent > 0
          ? `${t('quickImport.untried', { smart_count: unsent })} ${t('quickImport.continueHint')}`
          : t(messageKey)}
      </Alert>
      <RowStats
        figures={[
          [t('importsEnd.inserted'), added, 'success'],
          [t('importsEnd.updated'), updated, 'info'],
          ...(skipped > 0 ? [[t('quickImport.skipped'), skipped, 'text'] as const] : []),
          [t('imports.figures.wrong'), invalidCount, 'error'],
        ]}
      />
      <RefusedRows parsedFile={parsedFile} title={t('quickImport.refusedAfter')} />
    </Stack>
  );
}
