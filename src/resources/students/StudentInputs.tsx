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
  <Stack spacing={4}>
    <NameInputs hasFocus={hasFocus} />
    <IdentityInputs isStored={isStored} />
    <StudyInputs />
  </Stack>
);
