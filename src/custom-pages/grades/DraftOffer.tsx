import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useText } from '../../i18n/useText';
import type { GradeSheet } from './useGradeSheet';

const moment = new Intl.DateTimeFormat('ar-SA-u-ca-gregory-nu-latn', {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Marks of an interrupted visit, kept on this device. */
export function DraftOffer({ sheet: { draft, restoreDraft, discardDraft } }: { sheet: GradeSheet }) {
  const t = useText();
  if (!draft) return null;
  return (
    <Alert
      severity="info"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <>
          <Button color="inherit" onClick={restoreDraft}>
            {t('ui.draftRestore')}
          </Button>
          <Button color="inherit" onClick={discardDraft}>
            {t('ui.draftDiscard')}
          </Button>
        </>
      }
    >
      {t('ui.draftFound', { when: moment.format(new Date(draft.at)) })}
    </Alert>
  );
}
