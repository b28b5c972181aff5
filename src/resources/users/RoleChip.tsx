import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import { type Role, roleLabels } from '../../../contract/vocabulary';

const colours: Record<Role, (theme: Theme) => { ink: string; tint: string }> = {
  admin: ({ colours: { primary: ink, primaryTint: tint } }) => ({ ink, tint }),
  teacher: ({ colours: { info: ink, infoTint: tint } }) => ({ ink, tint }),
  student: ({ bands }) => bands[2],
};

/** A role, in its word and a colour of its own. */
export const RoleChip = ({ role }: { role: Role }) => (
  <Chip
    size="small"
    label={roleLabels[role] ?? role}
    sx={(theme) => {
      const { ink, tint } = (colours[role] ?? colours.teacher)(theme);
      return { color: ink, backgroundColor: tint };
    }}
  />
);
