import { Chip } from '@mui/material';
import { type StudentStatus, studentStatusNames } from '../../../contract/vocabulary';

const statusColours = {
  active: 'success',
  suspended: 'warning',
  withdrawn: 'error',
  graduated: 'info',
} as const;

/** Shows nothing for an active student, because most students are active. */
export const InactiveStatusChip = ({ status }: { status: StudentStatus | undefined }) =>
  status === undefined || status === 'active' ? null : <StatusChip status={status} />;

export const StatusChip = ({ status }: { status: StudentStatus }) => (
  <Chip
    component="span"
    size="small"
    variant="outlined"
    color={statusColours[status]}
    label={studentStatusNames[status]}
  />
);
