import Folder from '@mui/icons-material/FolderOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import { useResourceDefinitions } from 'react-admin';
import { useServerFeatures } from '../dataProvider/serverFeatures';
import { useSession } from '../dataProvider/session';
import { entriesFor, inOrder, type MenuEntry, otherPages, pages } from './menu';

/** The navigation of the person signed in: an entry for each screen that exists and that the role may open. */
export function useMenu(): readonly MenuEntry[] {
  const role = useSession()?.user.role;
  const definitions = Object.values(useResourceDefinitions()).filter(({ hasList }) => hasList);
  if (!role) return [];
  const ofResources = definitions.map(({ name, icon }): MenuEntry => ({
    to: `/${name}`,
    icon: (icon as SvgIconComponent | undefined) ?? Folder,
    label: `resources.${name}.name`,
  }));
  return entriesFor(role, inOrder([...pages, ...ofResources]));
}

/** Every screen that a search may lead to. */
export function useScreens(): readonly MenuEntry[] {
  const role = useSession()?.user.role;
  const menu = useMenu();
  const { hasRanges } = useServerFeatures();
  return role && hasRanges === true ? [...menu, ...entriesFor(role, otherPages)] : menu;
}
