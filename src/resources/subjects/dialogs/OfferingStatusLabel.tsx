import Chip from '@mui/material/Chip';
import { useText } from '../../../i18n/useText';

/** The status of an offering: whatever is neither active nor completed counts as cancelled; spec 1 §3. */
export function OfferingStatusLabel({ status }: { status: string | undefined }) {
  const t = useText();
  if (status === undefined) return null;
  const known = status === 'active' || status === 'completed' ? status : 'cancelled';
  return (
    <Chip
      size="small"
      label={t(`subjects.offerings.status.${known}`)}
      sx={({ colours: { success, successTint, info, infoTint, quietInk, sunken } }) => {
        const [color, backgroundColor] = {
          active: [success, successTint],
          completed: [info, infoTint],
          cancelled: [quietInk, sunken],
        }[known];
        return { color, backgroundColor, border: 1, borderColor: 'currentcolor' };
      }}
    />
  );
}
