import Done from '@mui/icons-material/CheckCircleOutlined';
import Failed from '@mui/icons-material/ErrorOutlined';
import Running from '@mui/icons-material/Autorenew';
import SaveCopy from '@mui/icons-material/BackupOutlined';
import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backup, Backups } from '../../../contract/backups';
import { useApi } from '../../dataProvider/useApi';
import { BackupWarning } from '../../features/backups/BackupLine';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormSection } from '../../ui/form/RecordForm';
import { Fact, Facts } from '../../ui/page/Facts';
import { Isolated } from '../../ui/page/Isolated';
import { InlineMoment } from '../../ui/page/Moment';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';

const shownAtFirst = 5;
const pollMs = { running: 1_000, idle: 60_000 };

/** The state of the backups, with the newest ones. */
export function BackupList() {
  const { data, error, refetch, start, isStarting } = useBackups();
  if (error) return <ErrorState title={t('backups.loadFailed')} error={error} onRetry={refetch} />;
  if (data === undefined) return <LoadingState shape="form" />;
  if (data === null) return null;
  const isRunning = data.backups[0]?.state === 'running';
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={t('backups.title')} text={t('backups.text')}>
        <Stack spacing={2} sx={{ gridColumn: '1 / -1' }}>
          {data.is_possible ? (
            <>
              <State backups={data} />
              <Button
                variant="outlined"
                startIcon={<SaveCopy />}
                disabled={isStarting || isRunning}
                sx={{ alignSelf: 'flex-start' }}
                onClick={() => start()}
              >
                {t(isRunning ? 'backups.running' : 'backups.start')}
              </Button>
              {data.backups.length > 0 && <Rows backups={data.backups} />}
            </>
          ) : (
            <Alert severity="info">{t('backups.inMemory')}</Alert>
          )}
        </Stack>
      </FormSection>
    </Card>
  );
}

function State({ backups }: { backups: Backups }) {
  const { last_success_at, next_at } = backups;
  return (
    <>
      <BackupWarning backups={backups} />
      <Facts sx={{ rowGap: 0.5 }}>
        <Fact name={t('backups.last')}>
          {last_success_at ? <InlineMoment value={last_success_at} /> : t('backups.none')}
        </Fact>
        <Fact name={t('backups.next')}>{next_at ? <InlineMoment value={next_at} /> : t('backups.off')}</Fact>
      </Facts>
    </>
  );
}

function Rows({ backups }: { backups: readonly Backup[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const hiddenCount = isWhole ? 0 : Math.max(backups.length - shownAtFirst, 0);
  return (
    <div>
      <Box component="ul" aria-label={t('backups.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {backups.slice(0, backups.length - hiddenCount).map((backup) => (
          <BackupRow key={backup.id} backup={backup} />
        ))}
      </Box>
      {hiddenCount > 0 && (
        <Button onClick={() => setIsWhole(true)}>{t('backups.showAll', { smart_count: hiddenCount })}</Button>
      )}
    </div>
  );
}

const stateIcons = {
  done: <Done color="success" />,
  failed: <Failed color="error" />,
  running: <Running color="action" />,
};

const rowStyle = {
  display: 'flex',
  gap: 1.5,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
} as const;

function BackupRow({
  backup: { state, started_at, file, bytes, error, host, is_daily },
}: {
  backup: Backup;
}) {
  return (
    <Box component="li" sx={rowStyle}>
      {stateIcons[state]}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography variant="body2">
          <InlineMoment value={started_at} />
        </Typography>
        <SecondaryText variant="caption">
          {t(`backups.states.${state}`)}
          {!is_daily && ` · ${t('backups.manual')}`}
          {bytes !== null && ` · ${formatSize(bytes)}`}
        </SecondaryText>
        {error && <Typography variant="body2">{t(`backups.errors.${error}`)}</Typography>}
        {file !== null && (
          <SecondaryText variant="caption" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            <Isolated>{file}</Isolated> {t('backups.host')} <Isolated>{host}</Isolated>
          </SecondaryText>
        )}
      </Box>
    </Box>
  );
}

function formatSize(bytes: number): string {
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_024
    ? t('backups.kilobytes', { size: Math.ceil(kilobytes) })
    : t('backups.megabytes', { size: Math.round(kilobytes / 102.4) / 10 });
}

function useBackups() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { notifyProblem } = useNotices();
  const queryKey = ['backups'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => api.backups(),
    refetchInterval: ({ state }) =>
      state.data?.backups[0]?.state === 'running' ? pollMs.running : pollMs.idle,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.startBackup(),
    onSuccess: (started) => queryClient.setQueryData(queryKey, started),
    onError: (problem) => notifyProblem(problem, t('backups.startFailed')),
  });
  return { data, error: data ? null : error, refetch, start: mutate, isStarting: isPending };
}
