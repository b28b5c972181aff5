import { useState } from 'react';
import { AdminContext, CustomRoutes, Resource } from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router';
import { assignments } from './custom-pages/assignments';
import { ownAssignments } from './custom-pages/assignments/student';
import { reports } from './custom-pages/reports';
import { dataProvider } from './dataProvider';
import { authProvider } from './dataProvider/authProvider';
import { createQueryClient } from './dataProvider/queryClient';
import { currentSession } from './dataProvider/session';
import { i18nProvider } from './i18n/i18nProvider';
import { AdminFrame } from './layout/AdminFrame';
import { userStore } from './layout/userStore';
import { resources } from './resources';
import { RightToLeft } from './theme/RightToLeft';
import { useThemeMode } from './theme/choice';
import { buildTheme } from './theme/theme';
import { lazyComponent } from './ui/page/lazyComponent';
import { prepareHistory } from './ui/page/overlays';

const AbsencesPage = lazyComponent(() => import('./custom-pages/absences/AbsencesPage'));
const CalendarPage = lazyComponent(() => import('./custom-pages/calendar/CalendarPage'));
const AnnouncementsPage = lazyComponent(() => import('./custom-pages/announcements/AnnouncementsPage'));
const AuditPage = lazyComponent(() => import('./custom-pages/audit/AuditPage'));
const CleanupPage = lazyComponent(() => import('./custom-pages/cleanup/CleanupPage'));
const DailyRecordsPage = lazyComponent(() => import('./custom-pages/daily-records/DailyRecordsPage'));
const DashboardPage = lazyComponent(() => import('./custom-pages/dashboard/DashboardPage'));
const DuplicatesPage = lazyComponent(() => import('./custom-pages/duplicates/DuplicatesPage'));
const MergePage = lazyComponent(() => import('./custom-pages/duplicates/MergePage'));
const BehaviourPage = lazyComponent(() => import('./custom-pages/behaviour/BehaviourPage'));
const ExcusesPage = lazyComponent(() => import('./custom-pages/excuses/ExcusesPage'));
const GradesPage = lazyComponent(() => import('./custom-pages/grades/GradesPage'));
const GuardiansPage = lazyComponent(() => import('./custom-pages/guardians/GuardiansPage'));
const HalaqaPage = lazyComponent(() => import('./custom-pages/halaqa/HalaqaPage'));
const OverviewPage = lazyComponent(() => import('./custom-pages/halaqa/OverviewPage'));
const ImportPage = lazyComponent(() => import('./custom-pages/import/ImportPage'));
const LinkStudentsPage = lazyComponent(() => import('./custom-pages/link-students/LinkStudentsPage'));
const OutboxPage = lazyComponent(() => import('./custom-pages/outbox/OutboxPage'));
const SettingsPage = lazyComponent(() => import('./custom-pages/settings/SettingsPage'));
const SubmissionPage = lazyComponent(() => import('./custom-pages/submissions/SubmissionPage'));
const TellPage = lazyComponent(() => import('./custom-pages/tell/TellPage'));
const TeachersPage = lazyComponent(() => import('./custom-pages/teachers/TeachersPage'));

/** The screens that open from a link or the installed app, by the path of their address. */
const firstScreens = {
  dashboard: DashboardPage,
  programs: resources.programs.list,
  batches: resources.batches.list,
  subjects: resources.subjects.list,
  students: resources.students.list,
  users: resources.users.list,
  archive: resources.archive.list,
  grades: GradesPage,
  'daily-records': DailyRecordsPage,
  absences: AbsencesPage,
  announcements: AnnouncementsPage,
  behaviour: BehaviourPage,
  excuses: ExcusesPage,
  halaqa: HalaqaPage,
  reports,
  assignments,
  import: ImportPage,
  teachers: TeachersPage,
  calendar: CalendarPage,
  guardians: GuardiansPage,
  tell: TellPage,
  audit: AuditPage,
  settings: SettingsPage,
};
const screensByPath: ReadonlyMap<string, { preload: () => Promise<void> }> = new Map(
  Object.entries(firstScreens),
);

/** Loads the code of the screen at the current address. Never rejects. */
export async function preloadScreen(): Promise<void> {
  const user = currentSession()?.user;
  if (!user) return;
  const path = window.location.pathname.slice(1) || 'dashboard';
  await screensByPath.get(user.role === 'student' && path === 'dashboard' ? 'reports' : path)?.preload();
}

const themes = { light: buildTheme('light'), dark: buildTheme('dark') };

function Screens() {
  const [queryClient] = useState(createQueryClient);
  const [store] = useState(() => userStore(currentSession()?.user.id ?? 0));
  return (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      lightTheme={themes[useThemeMode()]}
      darkTheme={null}
    >
      <AdminFrame>
        <Resource {...resources.programs} />
        <Resource {...resources.batches} />
        <Resource {...resources.subjects} />
        <Resource {...resources.students} />
        <Resource {...resources.users} />
        <Resource {...resources.archive} />
        <CustomRoutes>
          <Route path="/" element={<Navigate to="/dashboard" replace />} />
          <Route path="/login" element={<Navigate to="/dashboard" replace />} />
          <Route path="/dashboard" element={<DashboardPage />} />
          <Route path="/link-students" element={<LinkStudentsPage />} />
          <Route path="/duplicates" element={<DuplicatesPage />} />
          <Route path="/duplicates/:id/:other?" element={<MergePage />} />
          <Route path="/cleanup" element={<CleanupPage />} />
          <Route path="/guardians" element={<GuardiansPage />} />
          <Route path="/teachers" element={<TeachersPage />} />
          <Route path="/tell" element={<TellPage />} />
          <Route path="/grades" element={<GradesPage />} />
          <Route path="/daily-records" element={<DailyRecordsPage />} />
          <Route path="/absences" element={<AbsencesPage />} />
          <Route path="/announcements" element={<AnnouncementsPage />} />
          <Route path="/excuses" element={<ExcusesPage />} />
          <Route path="/behaviour" element={<BehaviourPage />} />
          <Route path="/halaqa" element={<HalaqaPage />} />
          <Route path="/halaqa/overview" element={<OverviewPage />} />
          <Route path="/reports/:part?" element={<reports.Page />} />
          <Route path="/assignments" element={<assignments.Page />} />
          <Route path="/assignments/:id" element={<assignments.Detail />} />
          <Route path="/submissions/:id" element={<SubmissionPage />} />
          <Route path="/assignments/:id/submit" element={<ownAssignments.Answer />} />
          <Route path="/assignments/:id/view" element={<ownAssignments.View />} />
          <Route path="/calendar" element={<CalendarPage />} />
          <Route path="/audit/:id?" element={<AuditPage />} />
          <Route path="/import" element={<ImportPage />} />
          <Route path="/outbox" element={<OutboxPage />} />
          <Route path="/settings/:section?" element={<SettingsPage />} />
        </CustomRoutes>
      </AdminFrame>
    </AdminContext>
  );
}

/** A data router can block navigation while work is unsaved. */
export default function App() {
  const [router] = useState(() => {
    prepareHistory();
    return createBrowserRouter([{ path: '*', element: <Screens /> }]);
  });
  return (
    <RightToLeft>
      <RouterProvider router={router} />
    </RightToLeft>
  );
}
