import Groups from '@mui/icons-material/GroupsOutlined';
import LibraryBooks from '@mui/icons-material/LibraryBooksOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import type { ReactNode } from 'react';
import type { DashboardStats } from '../../../contract/dashboard';
import { mayOpen } from '../../dataProvider/access';
import { useSession } from '../../dataProvider/session';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { StatCard, StatCards } from '../../ui/report/StatCard';

interface Figure {
  name: 'programs' | 'batches' | 'students' | 'subjects';
  label: PlainTextKey;
  icon: ReactNode;
  /** The list behind the figure. */
  to: string;
}

const activeOnly = encodeURIComponent(JSON.stringify({ is_active: true }));
const figures: readonly Figure[] = [
  { name: 'programs', label: 'dashboard.programs', icon: <MenuBook />, to: '/programs' },
  {
    name: 'batches',
    label: 'dashboard.activeBatches',
    icon: <School />,
    to: `/batches?filter=${activeOnly}`,
  },
  { name: 'students', label: 'dashboard.students', icon: <Groups />, to: '/students' },
  { name: 'subjects', label: 'dashboard.subjects', icon: <LibraryBooks />, to: '/subjects' },
];

/** Four figures; each leads to its list where the person may open it. */
export function DashboardCards({ stats }: { stats: DashboardStats | undefined }) {
  const t = useText();
  const role = useSession()?.user.role;
  return (
    <StatCards>
      {figures.map(({ name, label, icon, to }) => (
        <StatCard
          key={name}
          label={t(label)}
          icon={icon}
          value={stats?.[name]}
          {...(role && mayOpen(role, `/${name}`) ? { to } : {})}
        />
      ))}
    </StatCards>
  );
}
