import type { Role, StaffSection } from '../../contract/vocabulary';

const everybody: readonly Role[] = ['admin', 'teacher', 'student'];
const staff: readonly Role[] = ['admin', 'teacher'];
const admins: readonly Role[] = ['admin'];
const studentsOnly: readonly Role[] = ['student'];

interface RouteAccess {
  route: string;
  roles: readonly Role[];
  refusesItself?: true;
  /** For the whole institute: an admin who is limited to one section has no access. */
  isOfAllSections?: true;
}

/** The section of the person in the session. */
type OwnSection = StaffSection | null | undefined;

/** Which roles may open which route: the table of the specification (§2), the longest routes first. */
export const routeAccess: readonly RouteAccess[] = [
  { route: '/dashboard', roles: everybody },
  { route: '/settings', roles: everybody },
  { route: '/outbox', roles: everybody },
  { route: '/programs', roles: admins, isOfAllSections: true },
  { route: '/batches/*/show', roles: staff },
  { route: '/students/*/show', roles: staff },
  { route: '/batches', roles: admins },
  { route: '/subjects', roles: admins },
  { route: '/students', roles: admins },
  { route: '/teachers', roles: admins },
  { route: '/import', roles: admins },
  { route: '/cleanup', roles: admins, isOfAllSections: true },
  { route: '/users', roles: admins },
  { route: '/link-students', roles: admins },
  { route: '/archive', roles: admins, refusesItself: true },
  { route: '/audit', roles: admins },
  { route: '/grades', roles: staff },
  { route: '/daily-records', roles: staff },
  { route: '/halaqa', roles: staff },
  { route: '/absences', roles: staff },
  { route: '/reports', roles: everybody },
  { route: '/assignments/*/submit', roles: studentsOnly },
  { route: '/assignments/*/view', roles: studentsOnly },
  { route: '/assignments', roles: everybody },
  { route: '/submissions', roles: everybody },
];

/** Whether a role may open a path; a path outside of the table is answered as not found. */
export function mayOpen(role: Role, path: string, section: OwnSection = null): boolean {
  const row = rowOf(path);
  return row === undefined || (row.roles.includes(role) && !(section && row.isOfAllSections));
}

/** Whether a role is redirected from a path; some screens say themselves that they are for others (decision 32). */
export const isLedAway = (role: Role, path: string, section: OwnSection = null): boolean =>
  !mayOpen(role, path, section) && rowOf(path)?.refusesItself !== true;

const rowOf = (path: string) => routeAccess.find(({ route }) => covers(route, path));

function covers(route: string, path: string): boolean {
  const asked = path.split('/');
  return route
    .split('/')
    .every((part, index) => (part === '*' ? Boolean(asked[index]) : part === asked[index]));
}
