import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useText } from '../../i18n/useText';
import { QuickImportFigures } from './QuickImportFigures';
import { QuickImportRefused } from './QuickImportRefused';
import type { ImportReport } from './quickImportWrites';

/** What was added, updated and refused, and why. */
export function QuickImportReport({ resource, report }: { resource: string; report: ImportReport }) {
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
      <QuickImportFigures
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
