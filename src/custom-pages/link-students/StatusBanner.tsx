import Alert from '@mui/material/Alert';
import { useText } from '../../i18n/useText';
import type { Status } from './useLinking';

/** What came of the last write. */
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
