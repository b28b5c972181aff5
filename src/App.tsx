import { useState } from 'react';
import { AdminContext, CustomRoutes, Resource } from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router';
import { assignments } from './custom-pages/assignments';
import { ownAssignments } from './custom-pages/assignments/student';
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
import { themeOf } from './theme/theme';
import { later } from './ui/page/later';
import { prepareHistory } from './ui/page/overlays';

const AbsencesPage = later(() => import('./custom-pages/absences/AbsencesPage'));
const AuditPage = later(() => import('./custom-pages/audit/AuditPage'));
const CleanupPage = later(() => import('./custom-pages/cleanup/CleanupPage'));
const DailyRecordsPage = later(() => import('./custom-pages/daily-records/DailyRecordsPage'));
const DashboardPage = later(() => import('./custom-pages/dashboard/DashboardPage'));
const GradesPage = later(() => import('./custom-pages/grades/GradesPage'));
const HalaqaPage = later(() => import('./custom-pages/halaqa/HalaqaPage'));
const OverviewPage = later(() => import('./custom-pages/halaqa/OverviewPage'));
const ImportPage = later(() => import('./custom-pages/import/ImportPage'));
const LinkStudentsPage = later(() => import('./custom-pages/link-students/LinkStudentsPage'));
const OutboxPage = later(() => import('./custom-pages/outbox/OutboxPage'));
const ReportsPage = later(() => import('./custom-pages/reports/ReportsPage'));
const SettingsPage = later(() => import('./custom-pages/settings/SettingsPage'));
const SubmissionPage = later(() => import('./custom-pages/submissions/SubmissionPage'));
const TeachersPage = later(() => import('./custom-pages/teachers/TeachersPage'));

const themes = { light: themeOf('light'), dark: themeOf('dark') };

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
          <Route path="/cleanup" element={<CleanupPage />} />
          <Route path="/teachers" element={<TeachersPage />} />
          <Route path="/grades" element={<GradesPage />} />
          <Route path="/daily-records" element={<DailyRecordsPage />} />
          <Route path="/absences" element={<AbsencesPage />} />
          <Route path="/halaqa" element={<HalaqaPage />} />
          <Route path="/halaqa/overview" element={<OverviewPage />} />
          <Route path="/reports/:part?" element={<ReportsPage />} />
          <Route path="/assignments" element={<assignments.Page />} />
          <Route path="/assignments/:id" element={<assignments.Detail />} />
          <Route path="/submissions/:id" element={<SubmissionPage />} />
          <Route path="/assignments/:id/submit" element={<ownAssignments.Answer />} />
          <Route path="/assignments/:id/view" element={<ownAssignments.View />} />
          <Route path="/audit/:id?" element={<AuditPage />} />
          <Route path="/import" element={<ImportPage />} />
          <Route path="/outbox" element={<OutboxPage />} />
          <Route path="/settings" element={<SettingsPage />} />
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
