import type { SvgIconComponent } from '@mui/icons-material';
import Assignments from '@mui/icons-material/AssignmentOutlined';
import Calendar from '@mui/icons-material/CalendarMonthOutlined';
import Teacher from '@mui/icons-material/CoPresentOutlined';
import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import Announcements from '@mui/icons-material/CampaignOutlined';
import Excuses from '@mui/icons-material/EventAvailableOutlined';
import Absences from '@mui/icons-material/EventBusyOutlined';
import Guardians from '@mui/icons-material/FamilyRestroomOutlined';
import Folder from '@mui/icons-material/FolderOutlined';
import Grades from '@mui/icons-material/GradingOutlined';
import History from '@mui/icons-material/History';
import LinkStudents from '@mui/icons-material/LinkOutlined';
import Tell from '@mui/icons-material/SmsOutlined';
import Duplicates from '@mui/icons-material/PeopleOutlined';
import Halaqa from '@mui/icons-material/RecordVoiceOverOutlined';
import DailyRecords from '@mui/icons-material/MenuBookOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import Reports from '@mui/icons-material/SummarizeOutlined';
import Behaviour from '@mui/icons-material/ThumbsUpDownOutlined';
import Import from '@mui/icons-material/UploadFileOutlined';
import { useResourceDefinitions } from 'react-admin';
import { canOpen } from '../dataProvider/access';
import { useServerFeatures } from '../dataProvider/serverFeatures';
import { type Session, useSession } from '../dataProvider/session';
import type { PlainTextKey } from '../i18n/text';

export interface MenuEntry {
  to: string;
  icon: SvgIconComponent;
  /** A text key of ours, or react-admin's key of a resource. */
  label: PlainTextKey | `resources.${string}.name`;
}

const pages: readonly MenuEntry[] = [
  { to: '/dashboard', icon: Dashboard, label: 'shell.dashboard' },
  { to: '/teachers', icon: Teacher, label: 'menu.teachers' },
  { to: '/import', icon: Import, label: 'menu.import' },
  { to: '/grades', icon: Grades, label: 'menu.grades' },
  { to: '/daily-records', icon: DailyRecords, label: 'menu.dailyRecords' },
  { to: '/absences', icon: Absences, label: 'menu.absences' },
  { to: '/assignments', icon: Assignments, label: 'labels.assignments' },
  { to: '/reports', icon: Reports, label: 'menu.reports' },
];

/**
 * The groups of the navigation in order. The last group is for admins; other users have the settings in the
 * top bar.
 */
const groups = [
  { heading: null, paths: ['/dashboard'] },
  {
    heading: 'shell.groups.teaching',
    paths: [
      '/halaqa',
      '/grades',
      '/daily-records',
      '/absences',
      '/excuses',
      '/behaviour',
      '/tell',
      '/announcements',
      '/assignments',
      '/reports',
    ],
  },
  {
    heading: 'shell.groups.data',
    paths: [
      '/programs',
      '/batches',
      '/subjects',
      '/students',
      '/guardians',
      '/teachers',
      '/link-students',
      '/import',
    ],
  },
  {
    heading: 'shell.groups.administration',
    paths: ['/users', '/archive', '/audit', '/cleanup', '/calendar', '/settings'],
  },
] as const;

/**
 * The specification does not have these screens, and only our server supports them. The search box also finds
 * those that are in no group.
 */
const additionalPages: readonly MenuEntry[] = [
  { to: '/halaqa', icon: Halaqa, label: 'menu.halaqa' },
  { to: '/guardians', icon: Guardians, label: 'menu.guardians' },
  { to: '/tell', icon: Tell, label: 'menu.tell' },
  { to: '/announcements', icon: Announcements, label: 'menu.announcements' },
  { to: '/excuses', icon: Excuses, label: 'menu.excuses' },
  { to: '/behaviour', icon: Behaviour, label: 'menu.behaviour' },
  { to: '/link-students', icon: LinkStudents, label: 'menu.linkStudents' },
  { to: '/duplicates', icon: Duplicates, label: 'menu.duplicates' },
  { to: '/calendar', icon: Calendar, label: 'menu.calendar' },
  { to: '/cleanup', icon: Cleanup, label: 'menu.cleanup' },
  { to: '/audit', icon: History, label: 'menu.audit' },
  { to: '/settings', icon: Settings, label: 'shell.settings' },
];

const allowedEntries = ({ role, section }: Session['user'], entries: readonly MenuEntry[]) =>
  entries.filter(({ to }) => canOpen(role, to, section));

export function useScreens(): readonly MenuEntry[] {
  const user = useSession()?.user;
  const { has } = useServerFeatures();
  const definitions = Object.values(useResourceDefinitions()).filter(({ hasList }) => hasList);
  if (!user) return [];
  const resourceEntries = definitions.map(({ name, icon }): MenuEntry => ({
    to: `/${name}`,
    icon: (icon as SvgIconComponent | undefined) ?? Folder,
    label: `resources.${name}.name`,
  }));
  return allowedEntries(user, [
    ...pages,
    ...resourceEntries,
    ...(has('furtherScreens') ? additionalPages : []),
  ]);
}

export function useMenu() {
  const screens = useScreens();
  const isAdmin = useSession()?.user.role === 'admin';
  return groups
    .filter(({ heading }) => isAdmin || heading !== 'shell.groups.administration')
    .map(({ heading, paths }) => ({
      heading,
      entries: paths.flatMap((path) => screens.find(({ to }) => to === path) ?? []),
    }))
    .filter(({ entries }) => entries.length > 0);
}

const pathsOf = (entries: readonly MenuEntry[]) => new Set(entries.map(({ to }) => to));
const pagePaths = pathsOf(pages);
const additionalPaths = pathsOf(additionalPages);
/** Matches the page of one assignment or submission. */
const recordPage = /^\/(assignments\/\d+(\/(submit|view))?|submissions\/\d+)$/;

/** The returned function is true if this app has the address and the user may open it. */
export function useRouteExists(): (address: string) => boolean {
  const user = useSession()?.user;
  const { has } = useServerFeatures();
  const definitions = useResourceDefinitions();
  return (address) => {
    const [path = ''] = address.split(/[?#]/);
    if (!user || !canOpen(user.role, path, user.section)) return false;
    if (pagePaths.has(path) || recordPage.test(path)) return true;
    if (additionalPaths.has(path)) return has('furtherScreens');
    const [, resource = '', record] = path.split('/');
    const definition = definitions[resource];
    return Boolean(record === undefined ? definition?.hasList : definition?.hasEdit);
  };
}
