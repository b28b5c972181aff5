import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import type { StudentState } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';

const colours: Record<
  StudentState | 'waiting',
  (theme: Theme) => { color: string; backgroundColor: string }
> = {
  pending: ({ colours: c }) => ({ color: c.info, backgroundColor: c.infoTint }),
  submitted: ({ colours: c }) => ({ color: c.primary, backgroundColor: c.primaryTint }),
  graded: ({ colours: c }) => ({ color: c.success, backgroundColor: c.successTint }),
  late: ({ colours: c }) => ({ color: c.warning, backgroundColor: c.warningTint }),
  expired: ({ colours: c }) => ({ color: c.error, backgroundColor: c.errorTint }),
  waiting: ({ colours: c }) => ({ color: c.warning, backgroundColor: c.warningTint }),
};

/** Where the student stands with an assignment; `waiting`: handed in, and not with the server yet. Spec 2 §4. */
export function StatusBadge({ state }: { state: StudentState | 'waiting' }) {
  const t = useText();
  const label = state === 'waiting' ? t('ownAssignments.waiting') : t(`ownAssignments.statuses.${state}`);
  return <Chip size="small" label={label} sx={colours[state]} />;
}
