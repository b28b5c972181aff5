import type { AuthProvider } from 'react-admin';
import { mayOpen } from './access';
import { apiCall } from './apiCall';
import { forgetImports } from './importStore';
import { currentSession, dropSession } from './session';

/**
 * Sign-in is outside of react-admin (`sign-in/`); `main.tsx` shows it if there is no session, so nothing here
 * redirects.
 */
export const authProvider: AuthProvider = {
  login: async () => {
    throw new Error('Sign-in has its own page');
  },
  checkAuth: async () => {
    if (!currentSession()) throw quietly;
  },
  // `apiCall` drops the session on a 401. If this rejected too, react-admin would treat the failed call as a success
  // without data, and a form would seem to be saved.
  checkError: async () => undefined,
  logout: async () => {
    const left = currentSession()?.user.id;
    if (currentSession()) await apiCall({ method: 'POST', path: '/auth/logout' }).catch(() => undefined);
    dropSession('left');
    // Signing out deletes imported files of students. If the device stores nothing, there is nothing to delete.
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

/** The sign-in page appears by itself and gives the reason. */
const quietly = { message: false, logoutUser: false };
