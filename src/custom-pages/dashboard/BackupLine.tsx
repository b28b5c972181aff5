import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import { Ago } from '../../ui/page/Moment';
import { SecondaryText } from '../../ui/page/SecondaryText';

/** A warning stands above the panels. The line about the last backup loads late, so it moves nothing at the end. */
export default function BackupLine({ isWarning }: { isWarning: boolean }) {
  const { backups } = useApi();
  const { data } = useQuery({ queryKey: ['backups'], queryFn: () => backups() });
  if (!data?.is_possible || (data.warning !== null) !== isWarning) return null;
  const link = <LinkButton to="/settings/backups" label={t('backups.details')} size="small" />;
  if (data.warning)
    return (
      <Alert severity="warning" action={link}>
        {t(`backups.warnings.${data.warning}`)}
      </Alert>
    );
  return (
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
