import { type ImportType, importTypes } from '../../../contract/vocabulary';
import { mayOpen } from '../../dataProvider/access';
import { useSession } from '../../dataProvider/session';

/** What the person may import: the types whose lists are open to him. An admin of one section imports no programmes. */
export function useImportTypes(): ImportType[] {
  const user = useSession()?.user;
  return user ? importTypes.filter((type) => mayOpen(user.role, `/${type}`, user.section)) : [];
}
