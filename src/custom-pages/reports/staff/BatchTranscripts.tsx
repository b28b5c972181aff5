import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Batch } from '../../../../contract/batches';
import { type BatchForm, batchForms } from '../../../../contract/papers';
import { useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { ChoiceField } from '../ChoiceField';
import { BatchField } from './BatchField';
import { useBatchTranscripts } from './useBatchTranscripts';

interface BatchTranscriptsProps {
  /** The one that the form has, to begin with. */
  batch: Batch | undefined;
  onClose: () => void;
}

/** The transcripts of a whole batch as one file, with progress; closing gives the work up. */
export default function BatchTranscripts({ batch, onClose }: BatchTranscriptsProps) {
  const t = useText();
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
