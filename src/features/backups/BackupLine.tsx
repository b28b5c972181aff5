import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Backups } from '../../../contract/backups';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import { Ago } from '../../ui/page/Moment';
import { SecondaryText } from '../../ui/page/SecondaryText';

/** A warning stands above the panels. The quiet line loads late, so it stands at the end and moves nothing. */
export default function BackupLine({ isWarning }: { isWarning: boolean }) {
  const { backups } = useApi();
  const { data } = useQuery({ queryKey: ['backups'], queryFn: () => backups() });
  if (!data?.is_possible || (data.warning !== null) !== isWarning) return null;
  const link = <LinkButton to="/settings/backups" label={t('backups.details')} size="small" />;
  return isWarning ? (
    <BackupWarning backups={data} action={link} />
  ) : (
    <SecondaryText sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      {data.hour !== null && data.last_success_at ? (
        <span>
          {t('backups.lastBackup')} <Ago value={data.last_success_at} />
        </span>
      ) : (
        <span>{t(data.hour === null ? 'backups.noDaily' : 'backups.noBackup')}</span>
      )}
      {link}
    </SecondaryText>
  );
}

/** The warning, with the reason of the last failure. */
export function BackupWarning({ backups, action }: { backups: Backups; action?: ReactNode }) {
  const { warning } = backups;
  if (!warning) return null;
  const failure = backups.backups.find(({ state }) => state !== 'running')?.error ?? 'FAILED';
  return (
    <Alert severity="warning" action={action}>
      {t(`backups.warnings.${warning}`)} {warning === 'FAILED' && t(`backups.errors.${failure}`)}
    </Alert>
  );
}
