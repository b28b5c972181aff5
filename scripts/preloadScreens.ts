import type { Plugin, Rolldown } from 'vite';

/** The first module of each screen in `src`, by the path of its address. `src/App.tsx` has the same paths. */
export const staffScreens = {
  dashboard: 'custom-pages/dashboard/DashboardPage',
  programs: 'resources/programs/ProgramList',
  batches: 'resources/batches/BatchList',
  subjects: 'resources/subjects/SubjectList',
  students: 'resources/students/StudentList',
  users: 'resources/users/UserList',
  archive: 'resources/archive/ArchivePage',
  absences: 'custom-pages/absences/AbsencesPage',
  announcements: 'custom-pages/announcements/AnnouncementsPage',
  behaviour: 'custom-pages/behaviour/BehaviourPage',
  excuses: 'custom-pages/excuses/ExcusesPage',
  grades: 'custom-pages/grades/GradesPage',
  'daily-records': 'custom-pages/daily-records/DailyRecordsPage',
  halaqa: 'custom-pages/halaqa/HalaqaPage',
  reports: 'custom-pages/reports/staff/StaffReports',
  assignments: 'custom-pages/assignments/staff/StaffAssignments',
  import: 'custom-pages/import/ImportPage',
  guardians: 'custom-pages/guardians/GuardiansPage',
  teachers: 'custom-pages/teachers/TeachersPage',
  calendar: 'custom-pages/calendar/CalendarPage',
  tell: 'custom-pages/tell/TellPage',
  audit: 'custom-pages/audit/AuditPage',
  settings: 'custom-pages/settings/SettingsPage',
};
const studentScreens = {
  dashboard: 'custom-pages/reports/student/StudentReport',
  reports: 'custom-pages/reports/student/StudentReport',
  assignments: 'custom-pages/assignments/student/StudentAssignments',
};

type ScreenFiles = Readonly<Record<string, readonly string[]>>;

const mark = '<!-- preloads -->';

/** The page requests all scripts of its screen at once. Otherwise each script requests the next one. */
export const preloadScreens: Plugin = {
  name: 'preload-screens',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    // The mark is before the style sheets, which would delay the script.
    handler(html, { bundle }) {
      if (!html.includes(mark)) throw new Error(`index.html has no ${mark}.`);
      return html.replace(mark, () => (bundle ? `<script>${buildScript(bundle)}</script>` : ''));
    },
  },
};

function buildScript(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const collectFiles = (isFirst: (chunk: Rolldown.OutputChunk) => boolean) => {
    const files = new Set(chunks.filter(isFirst).map(({ fileName }) => fileName));
    for (const file of files)
      for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
        files.add(imported);
    return [...files];
  };
  const filesOf = (module: string) => {
    const files = collectFiles(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}.tsx`)));
    if (files.length === 0) throw new Error(`No chunk has the module src/${module}.tsx.`);
    return files;
  };
  const entry = collectFiles(({ isEntry }) => isEntry);
  const frame = filesOf('App').filter((file) => !entry.includes(file));
  const list = (modules: Readonly<Record<string, string>>): ScreenFiles =>
    Object.fromEntries(
      Object.entries(modules).map(([path, module]) => [
        path,
        filesOf(module).filter((file) => !entry.includes(file) && !frame.includes(file)),
      ]),
    );
  return `(${preload})(${[frame, list(staffScreens), list(studentScreens)].map((one) => JSON.stringify(one))})`;
}

/** Runs in the browser. The storage is that of `src/dataProvider/session.ts`. */
function preload(frame: readonly string[], staff: ScreenFiles, student: ScreenFiles): void {
  try {
    const stored = sessionStorage.getItem('rasd.session') ?? localStorage.getItem('rasd.session');
    if (stored === null) return;
    const { user } = JSON.parse(stored) as { user: { role: string } };
    const screens = user.role === 'student' ? student : staff;
    for (const file of [...frame, ...(screens[location.pathname.slice(1) || 'dashboard'] ?? [])]) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = `/${file}`;
      link.fetchPriority = 'low'; // the entry runs first, and shows that the app is opening
      document.head.append(link);
    }
  } catch {
    // Without storage, the scripts load one after the other.
  }
}
