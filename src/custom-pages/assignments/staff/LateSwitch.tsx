import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { Assignment } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { useUpdateAssignment } from './useUpdateAssignment';

/** Whether answers are taken after the due time; changed at once. */
export function LateSwitch({ assignment }: { assignment: Assignment }) {
  const t = useText();
  const { update, isPending } = useUpdateAssignment(assignment);
  return (
    // Among facts, and one of them.
    <div>
      <dt hidden>{t('assignments.allowLate')}</dt>
      <dd style={{ margin: 0 }}>
        <FormControlLabel
          control={
            <Switch
              checked={assignment.allow_late_submission}
              disabled={isPending}
              onChange={(_, isAllowed) =>
                update({ change: { allow_late_submission: isAllowed }, saved: 'assignments.updated' })
              }
            />
          }
          label={t('assignments.allowLate')}
        />
      </dd>
    </div>
  );
}
