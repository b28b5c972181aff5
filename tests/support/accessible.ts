import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type Request } from '@playwright/test';
import type { Role } from '../../contract/vocabulary';
import { canOpen, routeAccess } from '../../src/dataProvider/access';
import { isHistorySettled, takeSession } from './browserTest';
import { newApiCaller } from './apiCaller';

/** WCAG 2.2 A and AA. */
const wcagRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export async function navigate(page: Page, route: string): Promise<void> {
  await page.waitForFunction(isHistorySettled);
  await page.evaluate((address) => {
    const isSettings = (path: string) => path.startsWith('/settings');
    // The sections of the settings share their heading, so it stays in the page.
    if (!isSettings(address) || !isSettings(location.pathname))
      document.querySelector('h1')?.setAttribute('data-left', '');
    // Without a key, the router would take every screen for the same entry of the history.
    const key = Math.random().toString(36).slice(2);
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, route);
  await waitForScreen(page);
}

/** Waits for the heading, the end of loading, and the end of animations. */
export async function waitForScreen(page: Page): Promise<void> {
  await waitUntilAtRest(page);
  await page.waitForFunction(
    () =>
      document.querySelector('h1:not([data-left])')?.checkVisibility() === true &&
      !document.querySelector('h1[data-left], .MuiSkeleton-root, [role="progressbar"]'),
  );
  await waitUntilAtRest(page);
}

/**
 * Waits for animations, and for the next frame, in which the page applies a new width and colour scheme.
 * Earlier, axe would measure other colours.
 */
async function waitUntilAtRest(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.waitForFunction(() => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const expected = localStorage.getItem('rasd.theme') ?? system;
    const runningAnimations = document.getAnimations().filter(({ playState }) => playState === 'running');
    return document.documentElement.dataset['theme'] === expected && runningAnimations.length === 0;
  });
}

/** @param only names of axe rules; default: all @returns the violations, each with its element */
export async function findViolations(page: Page, only?: string[]): Promise<string[]> {
  await waitUntilAtRest(page);
  // Loading axe takes as long as running it, and so does listing all passed rules.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // The slower mode is only needed for frames of other origins.
  const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const axe = only ? builder.withRules(only) : builder.withTags(wcagRules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/** Checks target sizes, contrast and horizontal overflow on a phone. */
export async function findPhoneViolations(page: Page): Promise<string[]> {
  // `findViolations` waits for the new width, so the overflow is measured afterwards.
  const violations = await findViolations(page, ['target-size', 'color-contrast', 'link-in-text-block']);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [`scrolls sideways by ${overflow} px`, ...violations] : violations;
}

/** Checks one state of a screen, such as an open dialog, on a light desktop and on a dark phone. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 844 };
  const desktopViolations = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: size.height });
  const phoneViolations = await findPhoneViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
  await waitUntilAtRest(page);
  expect
    .soft({ atDesk: desktopViolations, onPhone: phoneViolations }, state)
    .toEqual({ atDesk: [], onPhone: [] });
}

interface SweepRows {
  /** A subject with circles. */
  circledSubjectId: number;
  studentNumber: string;
  submissionId: number;
  pendingAssignmentId: number;
  gradedAssignmentId: number;
  ownSubmissionId: number;
}

const offeringQuery = 'batch_id=1&subject_code=QRN101-1';

/** Routes of teachers and admins, without and with a chosen subject. */
const staffRoutes = ({ submissionId, studentNumber }: SweepRows) => [
  '/grades',
  '/daily-records',
  '/absences',
  '/assignments',
  '/halaqa',
  '/tell',
  '/excuses',
  '/announcements',
  '/behaviour',
  `/grades?${offeringQuery}`,
  '/halaqa/overview',
  '/daily-records?batch_id=1&subject_code=QRN110-1&circle_id=1',
  `/absences?${offeringQuery}`,
  '/assignments?batch_id=1&subject_code=QRN102-1',
  '/halaqa?batch_id=1&subject_code=QRN110-1&circle_id=1',
  '/assignments/2',
  `/submissions/${submissionId}`,
  '/outbox',
  '/reports',
  `/reports/week?student=${studentNumber}`,
  `/reports?type=subject-sheet&${offeringQuery}&shown=1`,
  '/reports/made',
  '/reports/issued',
];

/** Adjacent routes have different screens, because `sweep` recognises a new screen by its new heading. */
const routesByRole: Record<Role, (rows: SweepRows) => string[]> = {
  admin: (rows) => [
    '/dashboard',
    '/programs',
    '/programs/create',
    '/programs/1',
    '/batches',
    '/batches/create',
    '/batches/1',
    '/batches/1/show',
    '/subjects',
    '/subjects/create',
    '/subjects/1',
    '/students?perPage=10',
    `/subjects/${rows.circledSubjectId}?tab=circles`,
    '/students/create',
    '/students/1',
    '/students/1/show',
    '/guardians',
    '/users',
    '/users/create',
    '/users/2',
    '/teachers',
    '/link-students',
    '/duplicates',
    '/duplicates/1',
    '/duplicates/1/2',
    '/teachers?teacher=2',
    '/import',
    '/archive',
    '/audit',
    '/cleanup',
    '/calendar',
    '/settings',
    '/settings/institute',
    '/settings/calendar',
    '/settings/recitation',
    '/settings/access',
    '/settings/behaviour',
    '/settings/backups',
    ...staffRoutes(rows),
  ],
  teacher: (rows) => [
    '/dashboard',
    '/batches/1/show',
    '/students/1/show',
    ...staffRoutes(rows),
    '/settings',
    '/archive',
  ],
  student: ({ pendingAssignmentId, gradedAssignmentId, ownSubmissionId }) => [
    '/assignments',
    `/assignments/${pendingAssignmentId}/submit`,
    '/reports',
    `/assignments/${gradedAssignmentId}/submit`,
    '/settings',
    `/assignments/${gradedAssignmentId}/view`,
    '/outbox',
    `/submissions/${ownSubmissionId}`,
    '/reports/week',
    '/archive',
  ],
};

async function findSweepRows(page: Page): Promise<SweepRows> {
  const call = await newApiCaller(page, 'admin');
  const callAsStudent = await newApiCaller(page, 'student');
  const filter = encodeURIComponent(JSON.stringify({ base_subject_code: 'QRN110', batch_id: 1 }));
  const [subject] = await call<{ id: number }[]>('GET', `/subjects?filter=${filter}`);
  const [student] = await call<{ student_id: string }[]>('GET', '/students?range=[0,0]');
  const submissions = await call<{ id: number | null }[]>('GET', '/assignments/2/submissions');
  type OwnAssignment = { id: number; submission: { id: number; is_graded: boolean } | null };
  const assignments = await callAsStudent<OwnAssignment[]>('GET', '/assignments/student');
  const graded = assignments.find(({ submission }) => submission?.is_graded);
  return {
    circledSubjectId: subject?.id ?? 0,
    studentNumber: student?.student_id ?? '',
    submissionId: submissions.find(({ id }) => id !== null)?.id ?? 0,
    pendingAssignmentId: assignments.find(({ submission }) => submission === null)?.id ?? 0,
    gradedAssignmentId: graded?.id ?? 0,
    ownSubmissionId: graded?.submission?.id ?? 0,
  };
}

/** Paths that the sweeps of all roles open. */
export const sweptPaths = (): string[] => {
  const rows = {
    circledSubjectId: 1,
    studentNumber: '1',
    submissionId: 1,
    pendingAssignmentId: 1,
    gradedAssignmentId: 1,
    ownSubmissionId: 1,
  };
  return Object.values(routesByRole).flatMap((routesOf) => routesOf(rows).map(pathOf));
};

/**
 * Signs in and checks every route of a role in one page.
 * @param addressOf the address that opens a route
 * @returns the violations by route
 */
export async function sweep(
  page: Page,
  role: Role,
  check: (page: Page) => Promise<string[]>,
  addressOf: (route: string) => string = (route) => route,
): Promise<Record<string, string[]>> {
  const routes = routesByRole[role](await findSweepRows(page)).map(addressOf);
  expect(findUnsweptRoutes(role, routes), 'routes of the role that the sweep misses').toEqual([]);
  const pendingCalls = watchCalls(page);
  await takeSession(page, role);
  await page.goto('/nowhere');
  await waitForScreen(page);
  const violations: Record<string, string[]> = { '/nowhere': await check(page) };
  for (const route of routes) {
    await navigate(page, route);
    await expect.poll(() => pendingCalls.size, { intervals: [20] }).toBe(0);
    await waitForScreen(page);
    expect(new URL(page.url()).pathname, 'the address is not redirected').toBe(pathOf(route));
    violations[route] = await check(page);
  }
  return dropEmpty(violations);
}

/** Checks the screens without sign-in. @returns the violations by route */
export async function sweepSignedOut(
  page: Page,
  check: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const call = await newApiCaller(page, 'admin');
  const paper = { batchName: 'دفعة القرآن الأولى 1445', studentId: '14450001' };
  const { code } = await call<{ code: string }>('POST', '/papers/issue', paper);
  const violations: Record<string, string[]> = {};
  for (const route of ['/login', '/verify', `/verify/${code}`]) {
    await page.goto(route);
    await waitForScreen(page);
    violations[route] = await check(page);
  }
  return dropEmpty(violations);
}

const dropEmpty = (violations: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(violations).filter(([, entries]) => entries.length > 0));

const pathOf = (route: string) => route.split('?')[0] ?? '';

/** Collects the pending requests of the page. */
function watchCalls(page: Page): ReadonlySet<Request> {
  const calls = new Set<Request>();
  page.on('request', (request) => request.url().includes('/api/') && calls.add(request));
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
  return calls;
}

/** Routes of the role that no address of the sweep covers. */
const findUnsweptRoutes = (role: Role, routes: readonly string[]) =>
  routeAccess
    .map(({ route }) => route)
    .filter(
      (accessRoute) => canOpen(role, accessRoute) && !(role === 'student' && accessRoute === '/dashboard'),
    ) // redirects to the report
    .filter((accessRoute) => !routes.some((route) => matchesRoute(accessRoute, pathOf(route))));

const matchesRoute = (accessRoute: string, path: string) =>
  accessRoute.split('/').every((segment, index) => segment === '*' || segment === path.split('/')[index]);
