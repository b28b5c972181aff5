import { absences } from './absences';
import { archive, cleanup } from './archive';
import { assignments, submissions } from './assignments';
import { audit } from './audit';
import { backups } from './families/backups';
import { calendar, dayOff } from './calendar';
import { cards } from './cards';
import { circles } from './circles';
import { counted, deletions } from './counted';
import { dailyRecords } from './dailyRecords';
import { dashboard } from './dashboard';
import { enrolments } from './enrolments';
import { behaviour, behaviourCategories, behaviourForm } from './families/behaviour';
import { guardians } from './families/guardians';
import { guardianPhones } from './families/guardianPhones';
import { announcements } from './families/announcements';
import { excuses } from './families/excuses';
import { gradeEntry, grades } from './grades';
import { hearing, mushaf } from './hearing';
import { imports, importsEnd } from './import/imports';
import { outbox } from './outbox';
import { ownAssignments } from './ownAssignments';
import { batches, programs } from './programs';
import { csv, ra } from './ra';
import { resources, savedFilters, validation } from './resources';
import { settings } from './settings';
import { menu, shell, stepUp, undo } from './shell';
import { issuedPapers, madeReports, reportPaper, staffReports, studentReport } from './staffReports';
import { duplicates, students } from './students';
import { tell, tellLink } from './families/tell';
import { subjects } from './subjects';
import { teaching } from './teaching';
import { days, labels, ui } from './ui';
import { notifications, search } from './topBar';
import { links, teachers, users } from './users';

/** For types only. At run time each module registers the namespaces that it uses: `textImports.ts`. */
export const ar = {
  ra,
  csv,
  resources,
  ui,
  labels,
  days,
  counted,
  deletions,
  validation,
  shell,
  menu,
  dashboard,
  programs,
  batches,
  subjects,
  circles,
  backups,
  calendar,
  dayOff,
  cards,
  students,
  guardians,
  enrolments,
  guardianPhones,
  undo,
  archive,
  cleanup,
  assignments,
  submissions,
  outbox,
  ownAssignments,
  audit,
  savedFilters,
  search,
  notifications,
  users,
  teachers,
  teaching,
  tell,
  tellLink,
  grades,
  gradeEntry,
  absences,
  dailyRecords,
  announcements,
  excuses,
  behaviour,
  behaviourForm,
  behaviourCategories,
  hearing,
  links,
  duplicates,
  mushaf,
  madeReports,
  issuedPapers,
  reportPaper,
  staffReports,
  settings,
  stepUp,
  studentReport,
  imports,
  importsEnd,
};
