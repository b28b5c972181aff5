import { Alert, Button } from '@mui/material';
import { sendQueued } from '../../dataProvider/outbox/outbox';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import type { GradeSheet } from './useGradeSheet';

const alertStyles = { mb: 1 } as const;

export function MarksQueueState({ sheet }: { sheet: GradeSheet }) {
  const text = useStudentText();
  const { queuedEntry, isDelivered, isEditing, isSaving } = sheet;
  const countText = { smart_count: queuedEntry?.rows.length ?? 0 };
  return (
    <div role="status">
      {queuedEntry?.state === 'waiting' && !isSaving && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={sendQueued}>
              {t('ui.sendNow')}
            </Button>
          }
          sx={alertStyles}
        >
          {text('grades.waiting', countText)}
        </Alert>
      )}
      {queuedEntry?.state === 'sending' && !isSaving && (
        <Alert severity="info" sx={alertStyles}>
          {text('grades.sending', countText)}
        </Alert>
      )}
      {queuedEntry?.state === 'refused' && !isSaving && (
        <Alert
          severity="error"
          action={<LinkButton to="/outbox" label={t('outbox.title')} color="inherit" />}
          sx={alertStyles}
        >
          {t('grades.refused', { reason: queuedEntry.problem?.message ?? '' })}
        </Alert>
      )}
      {isDelivered && !isEditing && (
        <Alert severity="success" sx={alertStyles}>
          {t('grades.arrived')}
        </Alert>
      )}
    </div>
  );
}
