import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type Request } from '@playwright/test';
import type { Role } from '../../contract/vocabulary';
import { mayOpen, routeAccess } from '../../src/dataProvider/access';
import { isHistorySettled, takeSession } from './browserTest';
import { callsOf } from './callsOf';

/** WCAG 2.2 A and AA. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Goes to another screen of the open page like a link in it, which is faster than loading everything again. */
export async function goWithin(page: Page, route: string): Promise<void> {
  await page.waitForFunction(isHistorySettled);
  await page.evaluate((address) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, route);
  await isShown(page);
}

/** A screen is ready when it has its own heading, nothing on it is loading, and it is at rest. */
export async function isShown(page: Page): Promise<void> {
  await isAtRest(page);
  await page.waitForFunction(
    () =>
      document.querySelector('h1:not([data-left])')?.checkVisibility() === true &&
      !document.querySelector('h1[data-left], .MuiSkeleton-root, [role="progressbar"]'),
  );
  await isAtRest(page);
}

/**
 * Waits until the page has its new width and colour scheme and all animations have ended. A page applies a new width
 * and colour scheme only in its next frame, and axe would measure colours in transition.
 */
async function isAtRest(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.waitForFunction(() => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const expected = localStorage.getItem('rasd.theme') ?? system;
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
    return document.documentElement.dataset['theme'] === expected && moving.length === 0;
  });
}

/** The findings of axe, by all rules or by some, each with its place. */
export async function findings(page: Page, only?: string[]): Promise<string[]> {
  await isAtRest(page);
  // Loading axe takes as long as running it, and so does a list of all passed rules.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // There are no frames of other origins here, which the slower mode is for.
  const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const axe = only ? builder.withRules(only) : builder.withTags(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/** The findings for a phone: large enough targets, contrast, and nothing that scrolls sideways. */
export async function findingsOnPhone(page: Page): Promise<string[]> {
  // This waits until the page has its new width, so the width is measured after it.
  const violations = await findings(page, ['target-size', 'color-contrast', 'link-in-text-block']);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [`scrolls sideways by ${overflow} px`, ...violations] : violations;
}

/** An opened dialog or another state of a screen has no findings: at a desk in light, and on a phone in dark. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 844 };
  const atDesk = await findings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: size.height });
  const onPhone = await findingsOnPhone(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
  await isAtRest(page);
  expect.soft({ atDesk, onPhone }, state).toEqual({ atDesk: [], onPhone: [] });
}

/** Rows of the demo institute that have a screen of their own. */
interface Rows {
  /** A subject with circles. */
  circled: number;
  student: string;
  handIn: number;
  /** What the student of the demo may still answer, and what is graded, with its answers. */
  open: number;
  graded: number;
  ownHandIn: number;
}

const offering = 'batch_id=1&subject_code=QRN101-1';

/** What teachers and admins share: the screens of teaching without a choice, and with one. */
const routesOfStaff = ({ handIn, student }: Rows) => [
  '/grades',
  '/daily-records',
  '/absences',
  '/assignments',
  '/halaqa',
  `/grades?${offering}`,
  '/halaqa/overview',
  '/daily-records?batch_id=1&subject_code=QRN110-1&circle_id=1',
  `/absences?${offering}`,
  '/assignments?batch_id=1&subject_code=QRN102-1',
  '/halaqa?batch_id=1&subject_code=QRN110-1&circle_id=1',
  '/assignments/2',
  `/submissions/${handIn}`,
  '/outbox',
  '/reports',
  `/reports/week?student=${student}`,
  `/reports?type=subject-sheet&${offering}&shown=1`,
  '/reports/made',
  '/reports/issued',
];

/** The addresses of each role; never the same screen twice in a row, because a new one is known by its heading. */
const routesOf: Record<Role, (rows: Rows) => string[]> = {
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
    `/subjects/${rows.circled}?tab=circles`,
    '/students/create',
    '/students/1',
    '/students/1/show',
    '/users',
    '/users/create',
    '/users/2',
    '/teachers',
    '/link-students',
    '/teachers?teacher=2',
    '/import',
    '/archive',
    '/audit',
    '/cleanup',
    '/settings',
    ...routesOfStaff(rows),
  ],
  teacher: (rows) => [
    '/dashboard',
    '/batches/1/show',
    '/students/1/show',
    ...routesOfStaff(rows),
    '/settings',
    '/archive',
  ],
  student: ({ open, graded, ownHandIn }) => [
    '/assignments',
    `/assignments/${open}/submit`,
    '/reports',
    `/assignments/${graded}/submit`,
    '/settings',
    `/assignments/${graded}/view`,
    '/outbox',
    `/submissions/${ownHandIn}`,
    '/reports/week',
    '/archive',
  ],
};

async function rowsOf(page: Page): Promise<Rows> {
  const call = await callsOf(page, 'admin');
  const own = await callsOf(page, 'student');
  const filter = encodeURIComponent(JSON.stringify({ base_subject_code: 'QRN110', batch_id: 1 }));
  const [circled] = await call<{ id: number }[]>('GET', `/subjects?filter=${filter}`);
  const [student] = await call<{ student_id: string }[]>('GET', '/students?range=[0,0]');
  const handIns = await call<{ id: number | null }[]>('GET', '/assignments/2/submissions');
  type Own = { id: number; submission: { id: number; is_graded: boolean } | null };
  const assigned = await own<Own[]>('GET', '/assignments/student');
  const graded = assigned.find(({ submission }) => submission?.is_graded);
  return {
    circled: circled?.id ?? 0,
    student: student?.student_id ?? '',
    handIn: handIns.find(({ id }) => id !== null)?.id ?? 0,
    open: assigned.find(({ submission }) => submission === null)?.id ?? 0,
    graded: graded?.id ?? 0,
    ownHandIn: graded?.submission?.id ?? 0,
  };
}

/**
 * Signs in as a role and looks at each of its routes in one page.
 * @returns what was found, by route; empty if all is well
 */
export async function sweep(
  page: Page,
  role: Role,
  look: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const routes = routesOf[role](await rowsOf(page));
  expect(missing(role, routes), 'routes that the role may open and the list does not have').toEqual([]);
  const calls = watchCalls(page);
  await takeSession(page, role);
  await page.goto('/nowhere');
  await isShown(page);
  const violations: Record<string, string[]> = { '/nowhere': await look(page) };
  for (const route of routes) {
    await goWithin(page, route);
    await expect.poll(() => calls.size, { intervals: [20] }).toBe(0);
    await isShown(page);
    expect(new URL(page.url()).pathname, 'the address is not redirected').toBe(pathOf(route));
    violations[route] = await look(page);
  }
  return withoutEmpty(violations);
}

/**
 * Looks at the screens that need no account, each of which is loaded anew.
 * @returns what was found, by route; empty if all is well
 */
export async function sweepSignedOut(
  page: Page,
  look: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const call = await callsOf(page, 'admin');
  const paper = { batchName: 'دفعة القرآن الأولى 1445', studentId: '14450001' };
  const { code } = await call<{ code: string }>('POST', '/papers/issue', paper);
  const violations: Record<string, string[]> = {};
  for (const route of ['/login', '/verify', `/verify/${code}`]) {
    await page.goto(route);
    await isShown(page);
    violations[route] = await look(page);
  }
  return withoutEmpty(violations);
}

const withoutEmpty = (violations: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(violations).filter(([, all]) => all.length > 0));

const pathOf = (route: string) => route.split('?')[0] ?? '';

/** The calls of the page that are not answered yet. */
function watchCalls(page: Page): ReadonlySet<Request> {
  const calls = new Set<Request>();
  page.on('request', (request) => request.url().includes('/api/') && calls.add(request));
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
  return calls;
}

/** The rows of the table of access that a role may open and of which no route is swept. */
const missing = (role: Role, routes: readonly string[]) =>
  routeAccess
    .map(({ route }) => route)
    .filter((row) => mayOpen(role, row) && !(role === 'student' && row === '/dashboard')) // leads to the report
    .filter((row) => !routes.some((route) => covers(row, pathOf(route))));

const covers = (row: string, path: string) =>
  row.split('/').every((part, index) => part === '*' || part === path.split('/')[index]);
