import { absencesApi } from './absences';
import { archiveApi } from './archive';
import { assignmentsApi } from './assignmentCalls';
import { auditApi } from './audit';
import { authApi } from './accounts/auth';
import { backupsApi } from './backups';
import { batchesApi } from './batches';
import { calendarApi } from './calendar';
import { circlesApi } from './circles';
import { cleanupApi } from './cleanup';
import { dailyRecordsApi, faultKindsApi, recitationsApi } from './dailyRecords';
import { dashboardApi, todayApi } from './dashboard';
import { choicesApi, docsApi, exportApi, systemApi } from './system';
import type { Endpoint } from './endpoint';
import { enrolmentsApi } from './students/enrolments';
import { gradesApi } from './grades';
import { hifzApi } from './hifz/map';
import { hifzPlansApi } from './hifz/plan';
import { sardApi } from './hifz/sard';
import { notificationsApi } from './notifications';
import { behaviourNotesApi, noteCategoriesApi } from './families/behaviourNotes';
import { guardianPhonesApi } from './families/guardianPhones';
import { guardianLinksApi } from './families/guardianLinks';
import { announcementsApi } from './families/announcements';
import { excusesApi } from './families/excuses';
import { guardiansApi } from './families/guardians';
import { importsApi } from './imports';
import { linksApi } from './students/links';
import { mergeApi } from './students/merge';
import { papersApi } from './reports/papers';
import { programsApi } from './programs';
import { reportLogApi } from './reports/reportLog';
import { reportsApi } from './reports/reports';
import { savedFiltersApi } from './savedFilters';
import { settingsApi } from './settings';
import { searchApi } from './search';
import { studentsApi } from './students/students';
import { subjectSettingsApi } from './subjectSettings';
import { subjectsApi } from './subjects';
import { tellApi } from './families/tell';
import { teachersApi } from './accounts/teachers';
import { usersApi } from './accounts/users';
import { undoApi } from './undo';

/** The whole API. The server does not start if an endpoint has no route, or a route has no endpoint. */
export const api = {
  absences: absencesApi,
  announcements: announcementsApi,
  archive: archiveApi,
  assignments: assignmentsApi,
  audit: auditApi,
  auth: authApi,
  backups: backupsApi,
  batches: batchesApi,
  behaviourNotes: behaviourNotesApi,
  calendar: calendarApi,
  choices: choicesApi,
  circles: circlesApi,
  cleanup: cleanupApi,
  dailyRecords: dailyRecordsApi,
  recitations: recitationsApi,
  dashboard: dashboardApi,
  docs: docsApi,
  enrolments: enrolmentsApi,
  excuses: excusesApi,
  export: exportApi,
  faultKinds: faultKindsApi,
  grades: gradesApi,
  guardianPhones: guardianPhonesApi,
  guardians: guardiansApi,
  guardianLinks: guardianLinksApi,
  hifz: hifzApi,
  hifzPlans: hifzPlansApi,
  imports: importsApi,
  noteCategories: noteCategoriesApi,
  notifications: notificationsApi,
  links: linksApi,
  merge: mergeApi,
  papers: papersApi,
  programs: programsApi,
  reportLog: reportLogApi,
  reports: reportsApi,
  sard: sardApi,
  savedFilters: savedFiltersApi,
  settings: settingsApi,
  search: searchApi,
  students: studentsApi,
  subjectSettings: subjectSettingsApi,
  subjects: subjectsApi,
  system: systemApi,
  teachers: teachersApi,
  tell: tellApi,
  today: todayApi,
  users: usersApi,
  undo: undoApi,
};

export const endpoints: readonly Endpoint[] = Object.values(api).flatMap(
  (part) => Object.values(part) as Endpoint[],
);
