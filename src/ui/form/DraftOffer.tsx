import { Alert, Button } from '@mui/material';
import { t } from '../../i18n/text';
import type { Draft } from './drafts';

interface DraftOfferProps {
  draft: Draft;
  onRestore: () => void;
  onDiscard: () => void;
}

export function DraftOffer({ draft, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <Alert
      severity="info"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <>
          <Button color="inherit" onClick={onRestore}>
            {t('ui.draftRestore')}
          </Button>
          <Button color="inherit" onClick={onDiscard}>
            {t('ui.draftDiscard')}
          </Button>
        </>
      }
    >
      {t('ui.draftFound', { when: formatTime(draft.at) })}
    </Alert>
  );
}

const formatTime = (at: string) =>
  new Intl.DateTimeFormat('ar-SA-u-ca-gregory-nu-latn', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(at),
  );
