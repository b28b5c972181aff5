import { Box, Button, DialogActions, DialogContent, Tab, Tabs } from '@mui/material';
import { useId, useState } from 'react';
import { t } from '../../../i18n/text';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { IssuedPapers } from './IssuedPapers';
import { MadeReports } from './MadeReports';

const tabs = ['made', 'issued'] as const;

export default function ReportSearch({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [tab, setTab] = useState<(typeof tabs)[number]>('made');
  return (
    <FormDialog isOpen maxWidth="lg" title={t('staffReports.searchTitle')} onClose={onClose}>
      <DialogContent>
        <Tabs value={tab} onChange={(_, chosen: typeof tab) => setTab(chosen)}>
          {tabs.map((one) => (
            <Tab
              key={one}
              value={one}
              id={`${id}-${one}`}
              aria-controls={`${id}-panel`}
              label={t(`staffReports.${one}`)}
            />
          ))}
        </Tabs>
        <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} sx={{ pt: 2 }}>
          {tab === 'made' ? <MadeReports onOpen={onClose} /> : <IssuedPapers />}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </DialogActions>
    </FormDialog>
  );
}
