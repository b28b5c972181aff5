import type { AuthProvider } from 'react-admin';
import { mayOpen } from './access';
import { apiCall } from './apiCall';
import { forgetImports } from './importStore';
import { currentSession, dropSession } from './session';

/**
 * Sign-in stands before react-admin is loaded (`sign-in/`), and `main.tsx` shows it whenever there is no session:
 * nothing here redirects.
 */
export const authProvider: AuthProvider = {
  login: async () => {
    throw new Error('Sign-in has its own page');
  },
  checkAuth: async () => {
    if (!currentSession()) throw quietly;
  },
  // A 401 has dropped the session in `apiCall`. Refusing here as well would make react-admin take the failed call for
  // a success without data, and a form would believe that it was saved.
  checkError: async () => undefined,
  logout: async () => {
    const left = currentSession()?.user.id;
    if (currentSession()) await apiCall({ method: 'POST', path: '/auth/logout' }).catch(() => undefined);
    dropSession('left');
    // Who leaves by choice leaves no file of students behind. A device that keeps nothing has nothing to forget.
    void forgetImports(({ userId }) => userId === left).catch(() => undefined);
    return false;
  },
  getIdentity: async () => {
    const user = currentSession()?.user;
    if (!user) throw quietly;
    return { ...user, fullName: user.name };
  },
  getPermissions: async () => currentSession()?.user.role,
  canAccess: async ({ resource }) => {
    const user = currentSession()?.user;
    return user !== undefined && mayOpen(user.role, `/${resource}`, user.section);
  },
};

/** Sign-in shows itself, and says why. */
const quietly = { message: false, logoutUser: false };
