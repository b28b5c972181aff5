import { useCallback } from 'react';
import { useResourceDefinitions } from 'react-admin';
import { mayOpen } from '../dataProvider/access';
import { useSession } from '../dataProvider/session';
import { pages } from './menu';

const pagePaths = new Set(pages.map(({ to }) => to));
/** Pages of one thing that is no resource. */
const ofOne = /^\/(assignments\/\d+(\/(submit|view))?|submissions\/\d+)$/;

/** Whether an address leads to a screen that exists and that the person may open. */
export function useRouteExists(): (address: string) => boolean {
  const role = useSession()?.user.role;
  const definitions = useResourceDefinitions();
  return useCallback(
    (address) => {
      const [path = ''] = address.split(/[?#]/);
      if (!role || !mayOpen(role, path)) return false;
      if (pagePaths.has(path) || ofOne.test(path)) return true;
      const [, resource = '', record] = path.split('/');
      const definition = definitions[resource];
      return Boolean(record === undefined ? definition?.hasList : definition?.hasEdit);
    },
    [role, definitions],
  );
}
