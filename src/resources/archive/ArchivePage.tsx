import Clear from '@mui/icons-material/Clear';
import Delete from '@mui/icons-material/DeleteOutlined';
import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import History from '@mui/icons-material/History';
import Lock from '@mui/icons-material/LockOutlined';
import Restore from '@mui/icons-material/RestoreOutlined';
import Table from '@mui/icons-material/TableChartOutlined';
import Timer from '@mui/icons-material/TimerOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { Link } from 'react-router';
import { archiveTables } from '../../../contract/archive';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { DayField } from '../../ui/form/DayField';
import { SavedFilters } from '../../ui/list/SavedFilters';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { StatCard, StatCards } from '../../ui/report/StatCard';
import { ArchiveContent } from './ArchiveContent';
import { useArchiveFilter, useArchiveStats } from './useArchive';
import { useTableName } from './useTableName';

/** What was deleted and can be brought back. Others than admins are told so here (decision 32). */
export default function ArchivePage() {
  const t = useText();
  if (useSession()?.user.role !== 'admin') return <NotAuthorized />;
  return (
    <Page
      title={t('archive.title')}
      subtitle={t('archive.subtitle')}
      action={<Links />}
      cards={<ArchiveCards />}
      filters={<ArchiveFilters />}
    >
      <ArchiveContent />
    </Page>
  );
}

/** Where else deletions are made and seen. The audit trail is an addition: shown where the server is ours. */
function Links() {
  const t = useText();
  const { hasRanges } = useServerFeatures();
  return (
    <>
      <Button component={Link} to="/cleanup" variant="outlined" startIcon={<Cleanup />}>
        {t('cleanup.title')}
      </Button>
      {hasRanges === true && (
        <Button component={Link} to="/audit" variant="outlined" startIcon={<History />}>
          {t('audit.title')}
        </Button>
      )}
    </>
  );
}

function NotAuthorized() {
  const t = useText();
  return (
    <Page title={t('archive.title')}>
      <EmptyState
        icon={<Lock />}
        title={t('archive.notAuthorizedTitle')}
        text={t('archive.notAuthorizedText')}
        action={
          <Button component={Link} to="/dashboard" variant="contained">
            {t('shell.toDashboard')}
          </Button>
        }
      />
    </Page>
  );
}

function ArchiveCards() {
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

const dayWidth = { width: { xs: '100%', sm: 180 } };

function ArchiveFilters() {
  const t = useText();
  const tableName = useTableName();
  const { filter, hasFilter, isReversed, setFilter, clear, list } = useArchiveFilter();
  return (
    <Stack
      component="search"
      direction="row"
      sx={{ gap: 1, rowGap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}
    >
      <TextField
        select
        label={t('archive.table')}
        value={filter.table ?? ''}
        onChange={(event) => setFilter('table', event.target.value)}
        sx={{ width: { xs: '100%', sm: 200 } }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('archive.anyTable')}</MenuItem>
        {archiveTables.map((table) => (
          <MenuItem key={table} value={table}>
            {tableName(table)}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={dayWidth}>
        <DayField label={t('archive.from')} value={filter.from} onChange={(day) => setFilter('from', day)} />
      </Box>
      <Box sx={dayWidth}>
        <DayField
          label={t('archive.to')}
          value={filter.to}
          problem={isReversed ? t('archive.datesReversed') : ''}
          onChange={(day) => setFilter('to', day)}
        />
      </Box>
      <SavedFilters list={list} />
      {hasFilter && (
        <Button onClick={clear} startIcon={<Clear />}>
          {t('ui.clearFilters')}
        </Button>
      )}
    </Stack>
  );
}
