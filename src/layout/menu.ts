import type { SvgIconComponent } from '@mui/icons-material';
import Assignments from '@mui/icons-material/AssignmentOutlined';
import Import from '@mui/icons-material/UploadFileOutlined';
import Absences from '@mui/icons-material/EventBusyOutlined';
import Grades from '@mui/icons-material/GradingOutlined';
import DailyRecords from '@mui/icons-material/MenuBookOutlined';
import Teacher from '@mui/icons-material/CoPresentOutlined';
import History from '@mui/icons-material/History';
import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import LinkStudents from '@mui/icons-material/LinkOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Reports from '@mui/icons-material/SummarizeOutlined';
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import type { Role } from '../../contract/vocabulary';
import { mayOpen } from '../dataProvider/access';
import type { PlainTextKey } from '../i18n/useText';

export interface MenuEntry {
  to: string;
  icon: SvgIconComponent;
  /** A sentence of ours; the entries of resources carry react-admin's name of the resource. */
  label: PlainTextKey | `resources.${string}.name`;
}

/** Screens that are not resources. */
export const pages: readonly MenuEntry[] = [
  { to: '/dashboard', icon: Dashboard, label: 'shell.dashboard' },
  { to: '/teachers', icon: Teacher, label: 'teachers.menu' },
  { to: '/import', icon: Import, label: 'imports.title' },
  { to: '/grades', icon: Grades, label: 'grades.menu' },
  { to: '/daily-records', icon: DailyRecords, label: 'dailyRecords.menu' },
  { to: '/absences', icon: Absences, label: 'absences.menu' },
  { to: '/assignments', icon: Assignments, label: 'assignments.menu' },
  { to: '/reports', icon: Reports, label: 'studentReport.menu' },
];

/** The order of the navigation; spec 1 §2. */
const order = [
  '/dashboard',
  '/programs',
  '/batches',
  '/subjects',
  '/students',
  '/teachers',
  '/import',
  '/users',
  '/archive',
  '/grades',
  '/daily-records',
  '/absences',
  '/assignments',
  '/reports',
];
const placeOf = ({ to }: MenuEntry) => order.indexOf(to);
export const inOrder = (entries: readonly MenuEntry[]) =>
  entries.toSorted((one, other) => placeOf(one) - placeOf(other));

/** Screens that the navigation of the specification does not name: found by search, where the server has them. */
export const otherPages: readonly MenuEntry[] = [
  { to: '/link-students', icon: LinkStudents, label: 'links.title' },
  { to: '/cleanup', icon: Cleanup, label: 'cleanup.title' },
  { to: '/audit', icon: History, label: 'audit.title' },
  { to: '/settings', icon: Settings, label: 'settings.title' },
];

/** What a role may open of what exists. */
export const entriesFor = (role: Role, entries: readonly MenuEntry[]) =>
  entries.filter(({ to }) => mayOpen(role, to));
