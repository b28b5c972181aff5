import Delete from '@mui/icons-material/DeleteOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import Table from '@mui/icons-material/TableChartOutlined';
import Timer from '@mui/icons-material/TimerOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useText } from '../../i18n/useText';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import { useArchiveStats } from './useArchive';
import { useTableName } from './useTableName';

export function ArchiveCards() {
  const t = useText();
  const tableName = useTableName();
  const { data, error, refetch } = useArchiveStats();
  if (error && !data)
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
        {t('archive.statsFailed')}
      </Alert>
    );
  const most = data?.by_table[0];
  return (
    <StatCards>
      <StatCard label={t('archive.total')} value={data?.total} icon={<Delete />} />
      <StatCard label={t('archive.expiringSoon')} value={data?.expiring_soon} icon={<Timer />} />
      <StatCard
        label={t('archive.maxDeleted')}
        value={data && (most ? tableName(most.table_name) : t('ui.nothing'))}
        icon={<Table />}
        {...(most ? { hint: t('archive.deletions', { smart_count: most.total_operations }) } : {})}
      />
      <StatCard label={t('archive.undone')} value={data?.undone} icon={<Restore />} />
    </StatCards>
  );
}
