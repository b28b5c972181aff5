import {
  Alert,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Batch } from '../../../../contract/batches';
import { type BatchFormat, batchFormats, type BatchJob } from '../../../../contract/reports/papers';
import { useApi } from '../../../dataProvider/useApi';
import { BatchField } from '../../../features/teaching-context/OfferingFilters';
import { textFor } from '../../../i18n/gender';
import { t } from '../../../i18n/text';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { problemMessage } from '../../../ui/page/problemMessage';
import { download } from '../../../ui/report/excelFile';

interface BatchTranscriptsProps {
  /** The initial choice, from the form of the report. */
  batch: Batch | undefined;
  onClose: () => void;
}

/** Creates the transcripts of a whole batch in one file. Closing the dialog cancels the job. */
export default function BatchTranscripts({ batch, onClose }: BatchTranscriptsProps) {
  const [selectedBatch, setSelectedBatch] = useState<Batch | null>(batch ?? null);
  const [format, setFormat] = useState<BatchFormat>('pdf');
  const text = textFor(selectedBatch?.section);
  const { job, problem, isRunning, begin, cancel } = useBatchTranscripts();
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <FormDialog isOpen title={t('staffReports.wholeBatchTitle')} onClose={close}>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <Typography color="text.secondary">{text('staffReports.wholeBatchText')}</Typography>
          <BatchField
            batch={selectedBatch}
            placeholder={t('teaching.chooseBatch')}
            isDisabled={isRunning}
            onChange={setSelectedBatch}
          />
          <ChoiceField
            label={t('staffReports.form')}
            value={format}
            choices={batchFormats.map((one) => [one, text(`staffReports.forms.${one}`)] as const)}
            isDisabled={isRunning}
            onChange={(one) => one && setFormat(one)}
          />
          {problem && <Alert severity="error">{problem}</Alert>}
          {job && (
            <div>
              <LinearProgress
                variant="determinate"
                value={job.total === 0 ? 0 : (job.done / job.total) * 100}
                aria-label={t('staffReports.wholeBatchTitle')}
              />
              <Typography role="status" variant="body2" sx={{ mt: 0.5 }}>
                {job.state === 'ready'
                  ? t('staffReports.workDone')
                  : t('staffReports.progress', { done: job.done, total: job.total })}
              </Typography>
            </div>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t(isRunning ? 'staffReports.cancelWork' : 'ui.close')}</Button>
        <Button
          variant="contained"
          disabled={isRunning || selectedBatch === null}
          onClick={() => selectedBatch && void begin(selectedBatch.batch_name, format)}
        >
          {t(problem === null ? 'staffReports.begin' : 'staffReports.beginAgain')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

/** Milliseconds between two requests for the progress. */
const pollMs = 400;

const pause = () => new Promise((resolve) => setTimeout(resolve, pollMs));

/** Requests the transcripts of a batch, polls the progress, and saves the file. */
function useBatchTranscripts() {
  const api = useApi();
  const [job, setJob] = useState<BatchJob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  /** The id of the current job. Polling ends when the id changes. */
  const currentId = useRef<string | null>(null);
  /** Detects a cancel before the response with the job's id arrives. */
  const cancelCount = useRef(0);

  // The request fails if the server no longer has the job; then there is nothing to cancel.
  const cancelOnServer = (id: string) => void api.cancelTranscripts(id).catch(() => undefined);
  const cancel = () => {
    const id = currentId.current;
    currentId.current = null;
    cancelCount.current += 1;
    if (id !== null) cancelOnServer(id);
  };
  const cancelOnUnmount = useEffectEvent(cancel);
  useEffect(() => () => cancelOnUnmount(), []);

  /** @returns true if the file was saved */
  const pollUntilDone = async (started: BatchJob): Promise<boolean> => {
    let progress = started;
    while (progress.state === 'running') {
      await pause();
      if (currentId.current !== started.id) return false;
      progress = await api.transcriptsWork(started.id);
      setJob(progress);
    }
    if (currentId.current !== started.id) return false;
    if (progress.state === 'failed') {
      setProblem(t('staffReports.workFailed'));
      return false;
    }
    const { file, name } = await api.transcriptsFile(started.id);
    download(file, name);
    return true;
  };

  const begin = async (batchName: string, format: BatchFormat) => {
    setIsRunning(true);
    setProblem(null);
    setJob(null);
    const countBefore = cancelCount.current;
    try {
      const startedTask = await api.startTranscripts({ batchName, form: format });
      if (!startedTask) return setProblem(t('staffReports.batchMissing'));
      if (cancelCount.current !== countBefore) return cancelOnServer(startedTask.id);
      currentId.current = startedTask.id;
      setJob(startedTask);
      if (await pollUntilDone(startedTask))
        void api.noteReport({ type: 'transcript', action: 'exported', batchName });
    } catch (failure) {
      setProblem(problemMessage(failure, t('ui.unexpected')));
    } finally {
      currentId.current = null;
      setIsRunning(false);
    }
  };
  return { job, problem, isRunning, begin, cancel };
}
