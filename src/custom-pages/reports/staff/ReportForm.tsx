import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { useText } from '../../../i18n/useText';
import { ReportFields } from './ReportFields';
import type { ReportChoice } from './useReportChoice';

interface ReportFormProps {
  choice: ReportChoice;
  isBusy: boolean;
  /** The settings are whole and the report is asked for. */
  onGenerate: () => void;
  /** What can be done with the result. */
  actions: ReactNode;
}

/** The settings of the chosen type, and what to do with them. */
export function ReportForm({ choice, isBusy, onGenerate, actions }: ReportFormProps) {
  const t = useText();
  const notify = useNotify();
  const { missing } = choice;
  const generate = () => {
    const lacking = choice.generate();
    if (lacking) notify(t(`staffReports.${lacking.sentence}`), { type: 'error' });
    else onGenerate();
  };
  return (
    <Card
      component="form"
      noValidate
      className="no-print"
      aria-label={t('staffReports.settings')}
      onSubmit={(event) => {
        event.preventDefault();
        generate();
      }}
      sx={{ p: { xs: 2, sm: 3 }, overflow: 'visible' }}
    >
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {t('staffReports.settings')}
      </Typography>
      <ReportFields choice={choice} />
      {missing && (
        <Typography color="error" sx={{ mt: 1.5, fontWeight: 600 }} data-missing>
          {t(`staffReports.${missing.sentence}`)}
        </Typography>
      )}
      <Stack direction="row" sx={{ gap: 1, mt: 2, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" disabled={isBusy}>
          {t('staffReports.generate')}
        </Button>
        <Button onClick={choice.clear}>{t('staffReports.clear')}</Button>
        <Box sx={{ flex: 1 }} />
        {actions}
      </Stack>
    </Card>
  );
}
