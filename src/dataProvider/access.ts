import type { Role, StaffSection } from '../../contract/vocabulary';

const everybody: readonly Role[] = ['admin', 'teacher', 'student'];
const staff: readonly Role[] = ['admin', 'teacher'];
const admins: readonly Role[] = ['admin'];
const studentsOnly: readonly Role[] = ['student'];

interface RouteAccess {
  route: string;
  roles: readonly Role[];
  hasOwnRefusal?: true;
  /** Admins of one section cannot open the route. */
  isInstituteWide?: true;
}

type OwnSection = StaffSection | null | undefined;

/** Roles of each route (specification §2). A longer route comes before its prefix. */
export const routeAccess: readonly RouteAccess[] = [
  { route: '/dashboard', roles: everybody },
  { route: '/settings/*', roles: admins, isInstituteWide: true },
  { route: '/settings', roles: everybody },
  { route: '/calendar', roles: admins },
  { route: '/outbox', roles: everybody },
  { route: '/programs', roles: admins, isInstituteWide: true },
  { route: '/batches/*/show', roles: staff },
  { route: '/students/*/show', roles: staff },
  { route: '/batches', roles: admins },
  { route: '/subjects', roles: admins },
  { route: '/students', roles: admins },
  { route: '/guardians', roles: admins },
  { route: '/teachers', roles: admins },
  { route: '/tell', roles: staff },
  { route: '/import', roles: admins },
  { route: '/cleanup', roles: admins, isInstituteWide: true },
  { route: '/users', roles: admins },
  { route: '/link-students', roles: admins },
  { route: '/duplicates', roles: admins },
  { route: '/archive', roles: admins, hasOwnRefusal: true },
  { route: '/audit', roles: admins },
  { route: '/grades', roles: staff },
  { route: '/daily-records', roles: staff },
  { route: '/halaqa', roles: staff },
  { route: '/absences', roles: staff },
  { route: '/announcements', roles: staff },
  { route: '/excuses', roles: staff },
  { route: '/behaviour', roles: staff },
  { route: '/reports', roles: everybody },
  { route: '/assignments/*/submit', roles: studentsOnly },
  { route: '/assignments/*/view', roles: studentsOnly },
  { route: '/assignments', roles: everybody },
  { route: '/submissions', roles: everybody },
];

/** True for an unknown path too, because the router shows "not found". */
export function canOpen(role: Role, path: string, section: OwnSection = null): boolean {
  const row = findRouteAccess(path);
  return row === undefined || (row.roles.includes(role) && !(section && row.isInstituteWide));
}

/** False if the screen shows its own refusal (decision 32). */
export const isRedirected = (role: Role, path: string, section: OwnSection = null): boolean =>
  !canOpen(role, path, section) && findRouteAccess(path)?.hasOwnRefusal !== true;

const findRouteAccess = (path: string) => routeAccess.find(({ route }) => matchesRoute(route, path));

function matchesRoute(route: string, path: string): boolean {
  const segments = path.split('/');
  return route
    .split('/')
    .every((segment, index) => (segment === '*' ? Boolean(segments[index]) : segment === segments[index]));
}
