import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../dialog/FormDialog';
import { RowFigures } from '../report/RowFigures';
import { QuickImportPreview } from './QuickImportPreview';
import { QuickImportRefused } from './QuickImportRefused';
import type { ForExisting, ImportReport } from './quickImportWrites';
import type { ImportStep } from './useQuickImport';

interface QuickImportDialogProps {
  step: ImportStep;
  fileName: string;
  decide: (choice: ForExisting) => void;
  stop: () => void;
  close: () => void;
}

/** What a file holds, what becomes of it, and what became of it. */
export function QuickImportDialog({ step, fileName, decide, stop, close }: QuickImportDialogProps) {
  const t = useText();
  const isWriting = step.step === 'writing';
  const heading = <FileLine name={fileName} />;
  return (
    <FormDialog
      isOpen={step.step !== 'closed'}
      title={t('quickImport.title')}
      onClose={isWriting ? stop : close}
    >
      {step.step === 'preview' ? (
        <QuickImportPreview {...step} heading={heading} onCancel={close} onStart={decide} />
      ) : (
        <DialogContent>
          {heading}
          {step.step === 'reading' && <LinearProgress aria-label={t('quickImport.reading')} />}
          {step.step === 'unusable' && <Unusable sentences={step.sentences} />}
          {step.step === 'writing' && <Progress {...step} />}
          {step.step === 'report' && <QuickImportReport {...step} />}
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
  const t = useText();
  return (
    <Typography color="text.secondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {t('quickImport.file')} <bdi>{name}</bdi>
    </Typography>
  );
}

const Unusable = ({ sentences }: { sentences: readonly string[] }) => (
  <Alert severity="error">
    {sentences.map((sentence) => (
      <Typography key={sentence}>{sentence}</Typography>
    ))}
  </Alert>
);

function Progress({ done, total }: { done: number; total: number }) {
  const t = useText();
  const label = t('quickImport.writing', { done, total });
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
  const t = useText();
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

/** What was added, updated and refused, and why. */
function QuickImportReport({ resource, report }: { resource: string; report: ImportReport }) {
  const t = useText();
  const { added, updated, skipped, refused, untried } = report;
  const isWhole = refused.length === 0 && untried === 0;
  const isNothing = added + updated === 0;
  const sentence = isWhole
    ? 'quickImport.allDone'
    : isNothing
      ? 'quickImport.noneDone'
      : 'quickImport.partlyDone';
  return (
    <Stack spacing={2}>
      <Alert severity={isWhole ? 'success' : isNothing ? 'error' : 'warning'} role="status">
        {untried > 0
          ? `${t('quickImport.untried', { smart_count: untried })} ${t('quickImport.continueHint')}`
          : t(sentence)}
      </Alert>
      <RowFigures
        figures={[
          [t('quickImport.added'), added, 'success'],
          [t('quickImport.updated'), updated, 'info'],
          ...(skipped > 0 ? [[t('quickImport.skipped'), skipped, 'text'] as const] : []),
          [t('quickImport.refused'), refused.length, 'error'],
        ]}
      />
      {refused.length > 0 && (
        <QuickImportRefused resource={resource} rows={refused} title={t('quickImport.refusedAfter')} />
      )}
    </Stack>
  );
}
