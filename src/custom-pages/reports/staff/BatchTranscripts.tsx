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
import { type BatchForm, batchForms, type BatchJob } from '../../../../contract/reports/papers';
import { useApi } from '../../../dataProvider/useApi';
import { BatchField } from '../../../features/teaching-context/OfferingFilters';
import { t } from '../../../i18n/text';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { download } from '../../../ui/report/excelFile';

interface BatchTranscriptsProps {
  /** The batch chosen in the form, as the initial choice. */
  batch: Batch | undefined;
  onClose: () => void;
}

/** The transcripts of a whole batch as one file, with progress; closing cancels the work. */
export default function BatchTranscripts({ batch, onClose }: BatchTranscriptsProps) {
  const [chosen, setChosen] = useState<Batch | null>(batch ?? null);
  const [form, setForm] = useState<BatchForm>('pdf');
  const { work, problem, isRunning, begin, cancel } = useBatchTranscripts();
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <FormDialog isOpen title={t('staffReports.wholeBatchTitle')} onClose={close}>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <Typography color="text.secondary">{t('staffReports.wholeBatchText')}</Typography>
          <BatchField
            batch={chosen}
            placeholder={t('teaching.chooseBatch')}
            isDisabled={isRunning}
            onChange={setChosen}
          />
          <ChoiceField
            label={t('staffReports.form')}
            value={form}
            choices={batchForms.map((one) => [one, t(`staffReports.forms.${one}`)] as const)}
            isDisabled={isRunning}
            onChange={(one) => one && setForm(one)}
          />
          {problem && <Alert severity="error">{problem}</Alert>}
          {work && (
            <div>
              <LinearProgress
                variant="determinate"
                value={work.total === 0 ? 0 : (work.done / work.total) * 100}
                aria-label={t('staffReports.wholeBatchTitle')}
              />
              <Typography role="status" variant="body2" sx={{ mt: 0.5 }}>
                {work.state === 'ready'
                  ? t('staffReports.workDone')
                  : t('staffReports.progress', { done: work.done, total: work.total })}
              </Typography>
            </div>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t(isRunning ? 'staffReports.cancelWork' : 'ui.close')}</Button>
        <Button
          variant="contained"
          disabled={isRunning || chosen === null}
          onClick={() => chosen && void begin(chosen.batch_name, form)}
        >
          {t(problem === null ? 'staffReports.begin' : 'staffReports.beginAgain')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

/** How often the server is asked for the progress. */
const pauseMs = 400;

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Requests the transcripts of a batch, follows the progress, and saves the file. */
function useBatchTranscripts() {
  const api = useApi();
  const [work, setWork] = useState<BatchJob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  /** The id of the current work; waiting ends if it changes. */
  const awaited = useRef<string | null>(null);
  /** Counts cancellations, so that one before the id of the work is known counts too. */
  const givenUp = useRef(0);

  // If it is gone already, nothing needs to be cancelled.
  const giveUp = (id: string) => void api.cancelTranscripts(id).catch(() => undefined);
  const cancel = () => {
    const id = awaited.current;
    awaited.current = null;
    givenUp.current += 1;
    if (id !== null) giveUp(id);
  };
  const cancelAtEnd = useEffectEvent(cancel);
  useEffect(() => () => cancelAtEnd(), []);

  /** @returns whether the file was saved */
  const follow = async (begun: BatchJob): Promise<boolean> => {
    let now = begun;
    while (now.state === 'running') {
      await pause();
      if (awaited.current !== begun.id) return false;
      now = await api.transcriptsWork(begun.id);
      setWork(now);
    }
    if (awaited.current !== begun.id) return false;
    if (now.state === 'failed') {
      setProblem(t('staffReports.workFailed'));
      return false;
    }
    const { file, name } = await api.transcriptsFile(begun.id);
    download(file, name);
    return true;
  };

  const begin = async (batchName: string, form: BatchForm) => {
    setIsRunning(true);
    setProblem(null);
    setWork(null);
    const round = givenUp.current;
    try {
      const begun = await api.startTranscripts({ batchName, form });
      if (!begun) return setProblem(t('staffReports.batchMissing'));
      if (givenUp.current !== round) return giveUp(begun.id);
      awaited.current = begun.id;
      setWork(begun);
      if (await follow(begun)) void api.noteReport({ type: 'transcript', action: 'exported', batchName });
    } catch (failure) {
      setProblem(sentenceOf(failure, t('ui.unexpected')));
    } finally {
      awaited.current = null;
      setIsRunning(false);
    }
  };
  return { work, problem, isRunning, begin, cancel };
}
