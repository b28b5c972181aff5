import { Alert, Button } from '@mui/material';
import { sendQueued } from '../../dataProvider/outbox/outbox';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import type { GradeSheet } from './useGradeSheet';

const space = { mb: 1 } as const;

/** Where the marks are that were saved on this sheet, until the server has them. */
export function SentMarksState({ sheet }: { sheet: GradeSheet }) {
  const { queued, hasArrived, isEditing, isSaving } = sheet;
  const students = { smart_count: queued?.rows.length ?? 0 };
  return (
    <div role="status">
      {queued?.state === 'waiting' && !isSaving && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={sendQueued}>
              {t('ui.sendNow')}
            </Button>
          }
          sx={space}
        >
          {t('grades.waiting', students)}
        </Alert>
      )}
      {queued?.state === 'sending' && !isSaving && (
        <Alert severity="info" sx={space}>
          {t('grades.sending', students)}
        </Alert>
      )}
      {queued?.state === 'refused' && !isSaving && (
        <Alert
          severity="error"
          action={<LinkButton to="/outbox" label={t('outbox.title')} color="inherit" />}
          sx={space}
        >
          {t('grades.refused', { reason: queued.problem?.message ?? '' })}
        </Alert>
      )}
      {hasArrived && !isEditing && (
        <Alert severity="success" sx={space}>
          {t('grades.arrived')}
        </Alert>
      )}
    </div>
  );
}
