import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { IssuedPaper } from '../../../../contract/papers';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { sentenceOf } from '../../../ui/page/sentenceOf';

interface WithdrawPaperProps {
  paper: IssuedPaper;
  onClose: () => void;
  onDone: () => void;
}

/** Asks why a paper is withdrawn, for good. */
export function WithdrawPaper({ paper, onClose, onDone }: WithdrawPaperProps) {
  const t = useText();
  const notify = useNotify();
  const api = useDataProvider<Api>();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    if (reason.trim() === '') return setProblem(t('staffReports.required'));
    setIsSending(true);
    try {
      const { message } = await api.withdrawPaper(paper.id, reason);
      notify(message, { type: 'success' });
      onDone();
    } catch (failure) {
      setProblem(sentenceOf(failure, t('ui.unexpected')));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <FormDialog
      isOpen
      title={t('staffReports.withdrawTitle', { number: paper.number })}
      isDirty={reason.trim() !== ''}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <DialogContent>
          <Typography sx={{ mb: 2 }}>{t('staffReports.withdrawText')}</Typography>
          <TextField
            autoFocus
            fullWidth
            required
            label={t('staffReports.reason')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          {problem && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="contained" color="error" disabled={isSending}>
            {t('staffReports.withdraw')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
