import { type ImportType, importTypes } from '../../../contract/vocabulary';
import { canOpen } from '../../dataProvider/access';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';

/**
 * What the person may import: the types whose lists are open to him. An admin of one section imports no programmes; a
 * server with only the specification no accounts.
 */
export function useImportTypes(): ImportType[] {
  const user = useSession()?.user;
  const { isOurs } = useServerFeatures();
  if (!user) return [];
  return importTypes.filter(
    (type) => canOpen(user.role, `/${type}`, user.section) && (type !== 'users' || isOurs === true),
  );
}
