import { type ImportType, importTypes } from '../../../contract/vocabulary';
import { canOpen } from '../../dataProvider/access';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';

/**
 * Returns the types whose lists the user may open. An admin of one section cannot import programmes. Only our
 * server imports accounts.
 */
export function useImportTypes(): ImportType[] {
  const user = useSession()?.user;
  const { isOurs } = useServerFeatures();
  if (!user) return [];
  return importTypes.filter(
    (type) => canOpen(user.role, `/${type}`, user.section) && (type !== 'users' || isOurs === true),
  );
}
