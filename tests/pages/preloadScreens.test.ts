import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { preloadScreens, staffScreens } from '../../scripts/preloadScreens';

const chunk = (fileName: string, modules: string[], imports: string[] = [], isEntry = false) => ({
  type: 'chunk',
  fileName,
  moduleIds: modules.map((module) => `/somewhere/src/${module}.tsx`),
  imports,
  isEntry,
});

const bundle = Object.fromEntries(
  [
    chunk('main.js', ['main'], ['react.js'], true),
    chunk('react.js', []),
    chunk('app.js', ['App'], ['react.js']),
    chunk('shared.js', [], ['react.js', 'app.js']),
    chunk('StudentList.js', ['resources/students/StudentList'], ['shared.js', 'app.js']),
    chunk('StaffReports.js', ['custom-pages/reports/staff/StaffReports'], ['shared.js']),
    chunk('StudentReport.js', ['custom-pages/reports/student/StudentReport'], ['react.js']),
    chunk('others.js', [
      'custom-pages/dashboard/DashboardPage',
      'resources/programs/ProgramList',
      'resources/batches/BatchList',
      'resources/subjects/SubjectList',
      'resources/users/UserList',
      'resources/archive/ArchivePage',
      'custom-pages/absences/AbsencesPage',
      'custom-pages/announcements/AnnouncementsPage',
      'custom-pages/excuses/ExcusesPage',
      'custom-pages/behaviour/BehaviourPage',
      'custom-pages/tell/TellPage',
      'custom-pages/grades/GradesPage',
      'custom-pages/daily-records/DailyRecordsPage',
      'custom-pages/halaqa/HalaqaPage',
      'custom-pages/assignments/staff/StaffAssignments',
      'custom-pages/assignments/student/StudentAssignments',
      'custom-pages/import/ImportPage',
      'custom-pages/guardians/GuardiansPage',
      'custom-pages/teachers/TeachersPage',
      'custom-pages/calendar/CalendarPage',
      'custom-pages/audit/AuditPage',
      'custom-pages/settings/SettingsPage',
    ]),
  ].map((one) => [one.fileName, one]),
);

type Handler = (this: void, html: string, context: { bundle: object }) => string;
const { handler } = preloadScreens.transformIndexHtml as unknown as { handler: Handler };

/** Runs the script of the page, and returns the files that it requests. */
function openPage(path: string, session: string | null): string[] {
  history.replaceState(null, '', path);
  if (session !== null) localStorage.setItem('rasd.session', session);
  const page = handler('<head><!-- preloads --></head>', { bundle });
  const script = document.createElement('script');
  script.textContent = /<script>(.*)<\/script>/s.exec(page)?.[1] ?? '';
  document.head.append(script);
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
    ({ href }) => new URL(href).pathname,
  );
}

const sessionOf = (role: string) => JSON.stringify({ token: 'x', user: { id: 1, role } });

afterEach(() => {
  document.head.replaceChildren();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

test('a page with a session requests the frame and its screen with all shared parts, but not the entry', () => {
  expect(openPage('/students?perPage=10', sessionOf('admin'))).toEqual([
    '/app.js',
    '/StudentList.js',
    '/shared.js',
  ]);
});

test('staff and students have different reports', () => {
  expect(openPage('/reports', sessionOf('teacher'))).toEqual(['/app.js', '/StaffReports.js', '/shared.js']);
  document.head.replaceChildren();
  expect(openPage('/reports', sessionOf('student'))).toEqual(['/app.js', '/StudentReport.js']);
});

test('the address of a record requests the frame only, and the start page requests the dashboard', () => {
  expect(openPage('/students/7/show', sessionOf('admin'))).toEqual(['/app.js']);
  document.head.replaceChildren();
  expect(openPage('/', sessionOf('admin'))).toEqual(['/app.js', '/others.js']);
});

test('nothing is requested without a session, or with a stored session that cannot be read', () => {
  expect(openPage('/students', null)).toEqual([]);
  expect(openPage('/students', 'broken')).toEqual([]);
});

test('a screen whose module was renamed stops the build', () => {
  const { 'StudentList.js': _, ...others } = bundle;
  expect(() => handler('<!-- preloads -->', { bundle: others })).toThrow(
    'src/resources/students/StudentList.tsx',
  );
});

test('the page requests the scripts of the screens that the app loads before it renders', () => {
  const app = readFileSync('src/App.tsx', 'utf8');
  const [, table = ''] = /const firstScreens = \{(.*?)\n\};/s.exec(app) ?? [];
  const paths = [...table.matchAll(/^ {2}'?([\w-]+)'?[:,]/gm)].map(([, path]) => path);
  expect(paths.toSorted()).toEqual(Object.keys(staffScreens).toSorted());
});

test('a page without the mark of the script stops the build', () => {
  expect(() => handler('<head></head>', { bundle })).toThrow('<!-- preloads -->');
});
