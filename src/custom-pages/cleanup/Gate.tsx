import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { PasswordForm } from '../../ui/form/PasswordForm';
import type { useGate } from './useGate';

/** Asks for the own password. */
export function Gate({ gate }: { gate: ReturnType<typeof useGate> }) {
  const t = useText();
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 480 }}>
      <PasswordForm
        text={
          <>
            <Typography variant="h2">{t('cleanup.lockedTitle')}</Typography>
            <Typography color="text.secondary">{t('cleanup.lockedText')}</Typography>
          </>
        }
        problem={gate.note}
        button={t('cleanup.open')}
        isPending={gate.isOpening}
        onSend={(password, forget) => gate.open(password, { onSettled: forget })}
      />
    </Card>
  );
}
