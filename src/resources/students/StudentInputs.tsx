import Stack from '@mui/material/Stack';
import { IdentityInputs } from './IdentityInputs';
import { NameInputs } from './NameInputs';
import { StudyInputs } from './StudyInputs';

interface StudentInputsProps {
  /** A student who has a number already. */
  isStored?: boolean;
  /** The first name is ready to be typed. */
  hasFocus?: boolean;
}

export const StudentInputs = ({ isStored = false, hasFocus = false }: StudentInputsProps) => (
  // What has the focus does not hide under the bar at the bottom.
  <Stack spacing={4} sx={{ '& input': { scrollMarginBlock: '104px' } }}>
    <NameInputs hasFocus={hasFocus} />
    <IdentityInputs isStored={isStored} />
    <StudyInputs />
  </Stack>
);
