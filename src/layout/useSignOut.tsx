import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLogout } from 'react-admin';
import { hasUnfinishedImport } from '../dataProvider/importShelf';

const SignOutQuestion = lazy(() => import('./SignOutQuestion'));

/** Signing out, and the question before it where something unfinished on this device would be lost. */
export function useSignOut(userId: number): { signOut: () => Promise<void>; question: ReactNode } {
  const logout = useLogout();
  const [isAsking, setIsAsking] = useState(false);
  const signOut = async () => {
    // A device that keeps nothing has nothing to lose.
    if (await hasUnfinishedImport(userId).catch(() => false)) setIsAsking(true);
    else await logout();
  };
  return {
    signOut,
    question: isAsking && (
      <Suspense>
        <SignOutQuestion onStay={() => setIsAsking(false)} onLeave={() => void logout()} />
      </Suspense>
    ),
  };
}
