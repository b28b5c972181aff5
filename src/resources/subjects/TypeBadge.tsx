import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import { allSubjectTypes, type SubjectType } from '../../../contract/vocabulary';

type Colours = (theme: Theme) => { ink: string; tint: string };

// In the order of `allSubjectTypes`; the last two are the types of older data.
const colours: readonly Colours[] = [
  ({ colours: { info: ink, infoTint: tint } }) => ({ ink, tint }),
  ({ colours: { success: ink, successTint: tint } }) => ({ ink, tint }),
  ({ bands }) => bands[2],
  ({ colours: { primary: ink, primaryTint: tint } }) => ({ ink, tint }),
  ({ colours: { quietInk: ink, sunken: tint } }) => ({ ink, tint }),
  ({ colours: { warning: ink, warningTint: tint } }) => ({ ink, tint }),
];

/** The type of a subject, in words and in a colour of its own. */
export function TypeBadge({ type }: { type: SubjectType }) {
  const colour = colours[allSubjectTypes.indexOf(type)] ?? colours[4];
  return (
    <Chip
      size="small"
      label={type}
      sx={(theme) => {
        const { ink, tint } = colour?.(theme) ?? theme.bands[1];
        return { color: ink, backgroundColor: tint, border: 1, borderColor: 'currentcolor' };
      }}
    />
  );
}
