import Attendance from '@mui/icons-material/EventAvailableOutlined';
import Grades from '@mui/icons-material/GradingOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import AddStudent from '@mui/icons-material/PersonAddAlt1Outlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { mayOpen } from '../../dataProvider/access';
import { useSession } from '../../dataProvider/session';
import { type PlainTextKey, useText } from '../../i18n/useText';

const actions: readonly { label: PlainTextKey; to: string; icon: ReactNode }[] = [
  { label: 'dashboard.addStudent', to: '/students/create', icon: <AddStudent /> },
  { label: 'dashboard.recordGrades', to: '/grades', icon: <Grades /> },
  { label: 'dashboard.recordAttendance', to: '/absences', icon: <Attendance /> },
  { label: 'dashboard.printReport', to: '/reports', icon: <Print /> },
];

/** Each leads to the screen that does it, ready to type. */
export function QuickActions() {
  const t = useText();
  const role = useSession()?.user.role;
  const open = actions.filter(({ to }) => role && mayOpen(role, to));
  return (
    <Stack
      component="section"
      direction="row"
      aria-label={t('dashboard.quickActions')}
      sx={{ gap: 1, flexWrap: 'wrap', '& > *': { flex: { xs: '1 1 9rem', sm: '0 0 auto' } } }}
    >
      {open.map(({ label, to, icon }) => (
        <Button key={to} component={Link} to={to} variant="outlined" startIcon={icon}>
          {t(label)}
        </Button>
      ))}
    </Stack>
  );
}
