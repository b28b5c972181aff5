import { Button } from '@mui/material';
import { t } from '../i18n/text';
import { QuestionDialog } from '../ui/dialog/QuestionDialog';
import { LinkButton } from '../ui/page/LinkButton';

/** Asks before a sign-out that would delete an unfinished import from this device. */
export default function SignOutQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <QuestionDialog
      title={t('importsEnd.unfinished')}
      text={t('importsEnd.signOutText')}
      onClose={onStay}
      answers={
        <>
          <Button color="error" onClick={onLeave}>
            {t('shell.signOut')}
          </Button>
          <Button onClick={onStay}>{t('ui.cancel')}</Button>
          <LinkButton
            to="/import"
            label={t('importsEnd.toResume')}
            variant="contained"
            onClick={onStay}
            autoFocus
          />
        </>
      }
    />
  );
}
