import type { SvgIconComponent } from '@mui/icons-material';
import Teacher from '@mui/icons-material/CoPresentOutlined';
import Archive from '@mui/icons-material/Inventory2Outlined';
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import { mayOpen } from '../dataProvider/access';
import type { Role } from '../../contract/vocabulary';
import type { PlainTextKey } from '../i18n/useText';

export interface MenuEntry {
  to: string;
  icon: SvgIconComponent;
  /** A sentence of ours; the entries of resources carry react-admin's name of the resource. */
  label: PlainTextKey | `resources.${string}.name`;
}

/** Screens that are not resources and stand before them, in the order of the navigation. */
export const pages: readonly MenuEntry[] = [{ to: '/dashboard', icon: Dashboard, label: 'shell.dashboard' }];

/** Those that stand after the resources. */
export const lastPages: readonly MenuEntry[] = [
  { to: '/teachers', icon: Teacher, label: 'teachers.menu' },
  { to: '/archive', icon: Archive, label: 'archive.title' },
];

/** What a role may open of what exists. */
export const entriesFor = (role: Role, entries: readonly MenuEntry[]) =>
  entries.filter(({ to }) => mayOpen(role, to));
