import { useEffect, useState } from 'react';
import { AdminContext, CustomRoutes, Resource } from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router';
import { absences } from './custom-pages/absences';
import { assignments } from './custom-pages/assignments';
import { ownAssignments } from './custom-pages/assignments/student';
import { audit } from './custom-pages/audit';
import { cleanup } from './custom-pages/cleanup';
import { dailyRecords } from './custom-pages/daily-records';
import { dashboard } from './custom-pages/dashboard';
import { grades } from './custom-pages/grades';
import { importCentre } from './custom-pages/import';
import { linkStudents } from './custom-pages/link-students';
import { reports } from './custom-pages/reports';
import { settings } from './custom-pages/settings';
import { submissions } from './custom-pages/submissions';
import { teachers } from './custom-pages/teachers';
import { dataProvider } from './dataProvider';
import { sendWaitingSubmissions } from './dataProvider/answerOutbox';
import { authProvider } from './dataProvider/authProvider';
import { createQueryClient } from './dataProvider/queryClient';
import { sendWaiting } from './dataProvider/registerQueue';
import { currentSession } from './dataProvider/session';
import { i18nProvider } from './i18n/i18nProvider';
import { AdminFrame } from './layout/AdminFrame';
import { userStore } from './layout/userStore';
import { archive } from './resources/archive';
import { batches } from './resources/batches';
import { programs } from './resources/programs';
import { students } from './resources/students';
import { subjects } from './resources/subjects';
import { users } from './resources/users';
import { RightToLeft } from './theme/RightToLeft';
import { useThemeMode } from './theme/choice';
import { themeOf } from './theme/theme';
import { prepareHistory } from './ui/dialog/overlays';

const themes = { light: themeOf('light'), dark: themeOf('dark') };

/** The whole product behind the sign-in: every resource and every page. */
function Screens() {
  const [queryClient] = useState(createQueryClient);
  const [store] = useState(() => userStore(currentSession()?.user.id ?? 0));
  // Registers and submissions that this person left without a network, on this device.
  useEffect(sendWaiting, []);
  useEffect(sendWaitingSubmissions, []);
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
        <Resource {...programs} />
        <Resource {...batches} />
        <Resource {...subjects} />
        <Resource {...students} />
        <Resource {...users} />
        <Resource {...archive} />
        <CustomRoutes>
          <Route path="/" element={<Navigate to="/dashboard" replace />} />
          <Route path="/login" element={<Navigate to="/dashboard" replace />} />
          <Route path="/dashboard" element={<dashboard.Page />} />
          <Route path="/link-students" element={<linkStudents.Page />} />
          <Route path="/cleanup" element={<cleanup.Page />} />
          <Route path="/teachers" element={<teachers.Page />} />
          <Route path="/grades" element={<grades.Page />} />
          <Route path="/daily-records" element={<dailyRecords.Page />} />
          <Route path="/absences" element={<absences.Page />} />
          <Route path="/reports" element={<reports.Page />} />
          <Route path="/assignments" element={<assignments.Page />} />
          <Route path="/assignments/:id" element={<assignments.Detail />} />
          <Route path="/submissions/:id" element={<submissions.Page />} />
          <Route path="/assignments/:id/submit" element={<ownAssignments.Answer />} />
          <Route path="/assignments/:id/view" element={<ownAssignments.View />} />
          <Route path="/audit/:id?" element={<audit.Page />} />
          <Route path="/import" element={<importCentre.Page />} />
          <Route path="/settings" element={<settings.Page />} />
        </CustomRoutes>
      </AdminFrame>
    </AdminContext>
  );
}

/** A data router, so that leaving unsaved work can be held back. */
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
