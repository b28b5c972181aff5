import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import { type ReportGroup, reportGroupings, type ReportGrouping } from '../../../../contract/reportLog';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { ChoiceField } from '../ChoiceField';
import { BatchField } from './BatchField';
import { fieldsStyle } from './fieldsStyle';
import { FoundRows } from './FoundRows';
import { ReportTableView } from './ReportTableView';
import { statisticsTable } from './statisticsTable';
import { useStatisticsExport } from './useStatisticsExport';

/** Results and attendance by subject, batch or term. */
export default function ReportStatistics({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useDataProvider<Api>();
  const [by, setBy] = useState<ReportGrouping>('subject');
  const [batch, setBatch] = useState<Batch | null>(null);
  const { isExporting, exportAll } = useStatisticsExport(by, batch?.batch_name);
  return (
    <FormDialog isOpen maxWidth="lg" title={t('staffReports.statisticsTitle')} onClose={onClose}>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1.5 }}>
          <Box sx={fieldsStyle}>
            <ChoiceField
              label={t('staffReports.by')}
              value={by}
              choices={reportGroupings.map((one) => [one, t(`staffReports.groupings.${one}`)] as const)}
              onChange={(chosen) => chosen && setBy(chosen)}
            />
            <BatchField batch={batch} placeholder={t('staffReports.anyBatch')} onChange={setBatch} />
          </Box>
          <FoundRows<ReportGroup>
            question={['groups', by, batch?.batch_name]}
            read={(page, perPage) => api.reportGroups(by, batch?.batch_name, page, perPage)}
            empty={t('staffReports.noStatistics')}
          >
            {(rows) => <ReportTableView table={statisticsTable(t, by, rows)} />}
          </FoundRows>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button startIcon={<Download />} loading={isExporting} onClick={() => void exportAll()}>
          {t('staffReports.exportExcel')}
        </Button>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </DialogActions>
    </FormDialog>
  );
}
