import type { AuthProvider } from 'react-admin';
import { canOpen } from './access';
import { apiCall } from './apiCall';
import { forgetImports } from './importStore';
import { currentSession, dropSession } from './session';

/** `main.tsx` shows the sign-in page if no session exists, so this provider never redirects. */
export const authProvider: AuthProvider = {
  login: async () => {
    throw new Error('Sign-in has its own page');
  },
  checkAuth: async () => {
    if (!currentSession()) throw silentError;
  },
  // `apiCall` ends the session on a 401. After a rejection, react-admin would report a success.
  checkError: async () => undefined,
  logout: async () => {
    const signedOutId = currentSession()?.user.id;
    if (currentSession()) await apiCall({ method: 'POST', path: '/auth/logout' }).catch(() => undefined);
    dropSession('left');
    // Imports contain data of students. Without storage, the device has no imports.
    void forgetImports(({ userId }) => userId === signedOutId).catch(() => undefined);
    return false;
  },
  getIdentity: async () => {
    const user = currentSession()?.user;
    if (!user) throw silentError;
    return { ...user, fullName: user.name };
  },
  getPermissions: async () => currentSession()?.user.role,
  canAccess: async ({ resource }) => {
    const user = currentSession()?.user;
    return user !== undefined && canOpen(user.role, `/${resource}`, user.section);
  },
};

const silentError = { message: false, logoutUser: false };
