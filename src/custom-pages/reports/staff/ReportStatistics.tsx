import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import type { DocumentTable } from '../../../../contract/documents/document';
import { percentText } from '../../../../contract/documents/subject';
import { type ReportGroup, reportGroupings, type ReportGrouping } from '../../../../contract/reportLog';
import type { Api } from '../../../dataProvider';
import { type Text, useText } from '../../../i18n/useText';
import { FormDialog } from '../../../ui/FormDialog';
import { RecordPicker } from '../../../ui/RecordPicker';
import { FoundRows } from './FoundRows';
import { ReportTableView } from './ReportTableView';

/** Results and attendance by subject, batch or term. */
export default function ReportStatistics({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useDataProvider<Api>();
  const [by, setBy] = useState<ReportGrouping>('subject');
  const [batch, setBatch] = useState<Batch | null>(null);
  return (
    <FormDialog isOpen maxWidth="lg" title={t('staffReports.statisticsTitle')} onClose={onClose}>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
            <TextField
              select
              fullWidth
              label={t('staffReports.by')}
              value={by}
              onChange={({ target }) => setBy(target.value as ReportGrouping)}
            >
              {reportGroupings.map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`staffReports.groupings.${one}`)}
                </MenuItem>
              ))}
            </TextField>
            <RecordPicker<Batch>
              resource="batches"
              label={t('teaching.batch')}
              placeholder={t('staffReports.anyBatch')}
              optionText={({ batch_name }) => batch_name}
              value={batch?.id ?? null}
              knownText={batch?.batch_name ?? null}
              onChange={setBatch}
            />
          </Stack>
          <FoundRows<ReportGroup>
            question={['groups', by, batch?.batch_name]}
            read={(page, perPage) => api.reportGroups(by, batch?.batch_name, page, perPage)}
            empty={t('staffReports.noStatistics')}
          >
            {(rows) => <ReportTableView table={tableOf(t, by, rows)} />}
          </FoundRows>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </DialogActions>
    </FormDialog>
  );
}

function tableOf(t: Text, by: ReportGrouping, rows: readonly ReportGroup[]): DocumentTable {
  const isSubject = by === 'subject';
  const figure = (head: string) => ({ head, kind: 'figure' as const, width: 12 });
  return {
    title: t(`staffReports.groupings.${by}`),
    columns: [
      { head: t(`staffReports.groupings.${by}`), kind: 'name', width: 30 },
      ...(isSubject ? [figure(t('staffReports.subjectCode'))] : []),
      figure(t('staffReports.offerings')),
      figure(t('staffReports.results')),
      figure(t('staffReports.averageShort')),
      figure(t('staffReports.passRateShort')),
      figure(t('staffReports.excellenceRate')),
      figure(t('staffReports.attendanceShort')),
    ],
    rows: rows.map((row) => [
      row.name || t('staffReports.noTerm'),
      ...(isSubject ? [row.key] : []),
      row.subjects,
      row.results,
      percentText(row.average),
      percentText(row.passRate),
      percentText(row.excellenceRate),
      percentText(row.attendanceRate),
    ]),
    empty: '',
  };
}
