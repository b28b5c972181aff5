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
import { RowFigures } from './RowFigures';
import type { ForExisting, QuickReading, QuickReport } from './quickImport';
import { QuickImportPreview, RefusedRows } from './QuickImportPreview';

export type ImportStep =
  | { step: 'closed' | 'reading' }
  | { step: 'unusable'; messages: readonly string[] }
  | { step: 'preview'; reading: QuickReading }
  | { step: 'writing'; done: number; total: number }
  | ReportStep;

interface ReportStep {
  step: 'report';
  reading: QuickReading;
  /** Number of existing records that the user skipped. */
  skipped: number;
  report: QuickReport;
}

interface QuickImportDialogProps {
  step: ImportStep;
  fileName: string;
  decide: (choice: ForExisting) => void;
  stop: () => void;
  close: () => void;
}

export function QuickImportDialog({ step, fileName, decide, stop, close }: QuickImportDialogProps) {
  const isWriting = step.step === 'writing';
  const heading = <FileLine name={fileName} />;
  return (
    <FormDialog
      isOpen={step.step !== 'closed'}
      title={t('quickImport.title')}
      onClose={isWriting ? stop : close}
    >
      {step.step === 'preview' ? (
        <QuickImportPreview reading={step.reading} heading={heading} onCancel={close} onStart={decide} />
      ) : (
        <DialogContent>
          {heading}
          {step.step === 'reading' && <LinearProgress aria-label={t('imports.reading')} />}
          {step.step === 'unusable' && <Problem messages={step.messages} />}
          {step.step === 'writing' && <Progress {...step} />}
          {step.step === 'report' && <Report {...step} />}
        </DialogContent>
      )}
      {step.step === 'writing' && <StopAction stop={stop} />}
      {(step.step === 'unusable' || step.step === 'report') && (
        <DialogActions>
          <Button variant="contained" onClick={close} autoFocus>
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

function StopAction({ stop }: { stop: () => void }) {
  const [isStopping, setIsStopping] = useState(false);
  return (
    <DialogActions>
      <Button
        disabled={isStopping}
        onClick={() => {
          setIsStopping(true);
          stop();
        }}
      >
        {t(isStopping ? 'quickImport.stopping' : 'quickImport.stop')}
      </Button>
    </DialogActions>
  );
}

function Report({ reading, skipped, report }: ReportStep) {
  const { added, updated, unsent } = report;
  const refusedCount = reading.work.summary().invalid;
  const isComplete = refusedCount === 0 && unsent === 0;
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
      <RowFigures
        figures={[
          [t('importsEnd.inserted'), added, 'success'],
          [t('importsEnd.updated'), updated, 'info'],
          ...(skipped > 0 ? [[t('quickImport.skipped'), skipped, 'text'] as const] : []),
          [t('imports.figures.wrong'), refusedCount, 'error'],
        ]}
      />
      <RefusedRows reading={reading} title={t('quickImport.refusedAfter')} />
    </Stack>
  );
}
