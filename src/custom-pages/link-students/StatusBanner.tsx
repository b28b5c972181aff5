import Alert from '@mui/material/Alert';
import { useText } from '../../i18n/useText';
import { sizes } from '../../theme/tokens';
import type { Status } from './useLinking';

/** What came of the last write; it stays in sight where the list is long. */
export function StatusBanner({ status, onClose }: { status: Status | null; onClose: () => void }) {
  const t = useText();
  if (!status) return null;
  const { isError, sentence, account } = status;
  return (
    <Alert
      severity={isError ? 'error' : 'success'}
      role={isError ? 'alert' : 'status'}
      onClose={onClose}
      closeText={t('ui.close')}
      sx={{ position: 'sticky', top: sizes.topBar + 8, zIndex: 2 }}
    >
      {sentence}
      {account && (
        <div>
          {t('links.demoAccount')} <bdi>{account.username}</bdi>
          <br />
          {t('links.demoPassword')} <code dir="ltr">{account.password}</code>
        </div>
      )}
    </Alert>
  );
}
