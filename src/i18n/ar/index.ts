import { absences } from './absences';
import { archive } from './archive';
import { assignments } from './assignments';
import { audit } from './audit';
import { cleanup } from './cleanup';
import { csv, quickImport } from './csv';
import { dailyRecords } from './dailyRecords';
import { dashboard } from './dashboard';
import { gradeEntry, grades, teaching } from './grades';
import { imports } from './imports';
import { importHelp, importsEnd } from './importsEnd';
import { mushaf } from './mushaf';
import { notifications } from './notifications';
import { ownAssignments } from './ownAssignments';
import { batches, programs } from './programs';
import { ra } from './ra';
import { resources, savedFilters, validation } from './resources';
import { settings } from './settings';
import { search, shell, stepUp } from './shell';
import { studentReport } from './studentReport';
import { reportPaper, staffReports } from './staffReports';
import { students } from './students';
import { subjects } from './subjects';
import { submissions } from './submissions';
import { counted, ui } from './ui';
import { ago, undo } from './undo';
import { links } from './links';
import { teachers } from './teachers';
import { users } from './users';

/** Every Arabic sentence of the screens behind the sign-in. */
export const ar = {
  ra,
  csv,
  quickImport,
  resources,
  ui,
  counted,
  validation,
  shell,
  dashboard,
  programs,
  batches,
  subjects,
  students,
  undo,
  ago,
  archive,
  cleanup,
  assignments,
  submissions,
  ownAssignments,
  audit,
  savedFilters,
  search,
  notifications,
  users,
  teachers,
  teaching,
  grades,
  gradeEntry,
  absences,
  dailyRecords,
  links,
  mushaf,
  reportPaper,
  staffReports,
  settings,
  stepUp,
  studentReport,
  imports,
  importsEnd,
  importHelp,
};
