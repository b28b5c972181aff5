import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { GiveDialog } from './GiveDialog';
import { LinkDialog } from './LinkDialog';
import { PasswordDialog } from './PasswordDialog';
import type { UserRow } from './userModel';

const OwnPasswordDialog = lazy(() => import('../../ui/form/OwnPasswordDialog'));

type Which = 'link' | 'give' | 'password';
const OpenContext = createContext<(which: Which, user: UserRow) => void>(() => undefined);

/** Opens a dialog of the list for one account. */
export const useOpenUserDialog = () => useContext(OpenContext);

/**
 * Around the list: the row that a dialog was opened from may leave the list, or become a card of a narrower window,
 * while the dialog shows a password that is never shown again.
 */
export function UserDialogs({ children }: { children: ReactNode }) {
  const ownId = useSession()?.user.id;
  // Our server asks for the old one as well; another one has no such call.
  const hasOwnForm = useServerFeatures().has('ownPassword');
  const [open, setOpen] = useState<{ which: Which; user: UserRow } | null>(null);
  const [show] = useState(() => (which: Which, user: UserRow) => setOpen({ which, user }));
  const close = () => setOpen(null);
  const isOwn = open?.user.id === ownId && hasOwnForm;
  return (
    <OpenContext.Provider value={show}>
      {children}
      {open?.which === 'link' && <LinkDialog user={open.user} onClose={close} />}
      {open?.which === 'give' && <GiveDialog user={open.user} onClose={close} />}
      {open?.which === 'password' && !isOwn && <PasswordDialog user={open.user} onClose={close} />}
      {open?.which === 'password' && isOwn && (
        <Suspense>
          <OwnPasswordDialog onClose={close} />
        </Suspense>
      )}
    </OpenContext.Provider>
  );
}
