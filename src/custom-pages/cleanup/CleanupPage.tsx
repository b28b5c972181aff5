import Unguarded from '@mui/icons-material/GppBadOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { CleanupCards } from './CleanupCards';
import { Gate } from './Gate';
import { useGate } from './useGate';

/** Deletes everything of a kind, behind the admin's own password (decision 30). */
export default function CleanupPage() {
  const t = useText();
  const gate = useGate();
  return (
    <Page
      title={t('cleanup.title')}
      subtitle={t('cleanup.subtitle')}
      action={
        gate.state === 'open' && (
          <Button variant="outlined" startIcon={<Lock />} onClick={gate.lock}>
            {t('cleanup.exit')}
          </Button>
        )
      }
    >
      {gate.state === 'unguarded' && (
        <EmptyState
          icon={<Unguarded />}
          title={t('cleanup.unguardedTitle')}
          text={t('cleanup.unguardedText')}
        />
      )}
      {gate.state === 'locked' && <Gate gate={gate} />}
      {gate.state === 'open' && <CleanupCards onLocked={gate.timeIsOver} />}
    </Page>
  );
}
