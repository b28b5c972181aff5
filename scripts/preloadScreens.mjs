// Makes the page itself ask for the scripts of its screen, which otherwise wait for each other.

/** The first module of each screen, by the path of its address. Students have their own screens. */
const screens = {
  dashboard: 'custom-pages/dashboard/DashboardPage',
  programs: 'resources/programs/ProgramList',
  batches: 'resources/batches/BatchList',
  subjects: 'resources/subjects/SubjectList',
  students: 'resources/students/StudentList',
  users: 'resources/users/UserList',
  archive: 'resources/archive/ArchivePage',
  absences: 'custom-pages/absences/AbsencesPage',
  grades: 'custom-pages/grades/GradesPage',
  'daily-records': 'custom-pages/daily-records/DailyRecordsPage',
  halaqa: 'custom-pages/halaqa/HalaqaPage',
  reports: 'custom-pages/reports/staff/StaffReports',
  assignments: 'custom-pages/assignments/staff/StaffAssignments',
  import: 'custom-pages/import/ImportPage',
  teachers: 'custom-pages/teachers/TeachersPage',
  audit: 'custom-pages/audit/AuditPage',
  settings: 'custom-pages/settings/SettingsPage',
};
const studentScreens = {
  reports: 'custom-pages/reports/student/StudentReport',
  assignments: 'custom-pages/assignments/student/StudentAssignments',
};

/** A plugin of Vite. Its inline script runs before the page has any other script. */
export const preloadScreens = {
  name: 'preload-screens',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    // A style sheet before the script would delay it.
    handler: (html, { bundle }) => html.replace('<!-- preloads -->', `<script>${buildScript(bundle)}</script>`),
  },
};

function buildScript(bundle) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const filesOf = (module) => {
    const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}.tsx`)));
    if (!first) throw new Error(`No chunk has the module ${module}.`);
    const files = new Set([first.fileName]);
    for (const file of files) for (const next of bundle[file]?.imports ?? []) files.add(next);
    return [...files];
  };
  const entry = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName, imports }) => [fileName, ...imports]));
  const files = [];
  const indexOf = (file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const app = filesOf('App').filter((file) => !entry.has(file));
  const list = (modules) =>
    Object.fromEntries(
      Object.entries(modules).map(([path, module]) => [
        path,
        filesOf(module)
          .filter((file) => !entry.has(file) && !app.includes(file))
          .map(indexOf),
      ]),
    );
  const table = { app: app.map(indexOf), staff: list(screens), student: list(studentScreens), files };
  return `(${preload})(${JSON.stringify(table)})`;
}

/** Runs in the browser. The keys are those of `src/dataProvider/session.ts`. */
function preload({ app, staff, student, files }) {
  try {
    const stored = sessionStorage.getItem('rasd.session') ?? localStorage.getItem('rasd.session');
    if (!stored) return;
    const isStudent = JSON.parse(stored).user.role === 'student';
    const path = location.pathname.slice(1) || 'dashboard';
    const screen = isStudent ? student[path === 'dashboard' ? 'reports' : path] : staff[path];
    for (const index of [...app, ...(screen ?? [])]) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = `/${files[index]}`;
      document.head.append(link);
    }
  } catch {
    // Without storage the scripts load later.
  }
}
