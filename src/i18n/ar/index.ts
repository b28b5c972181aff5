import { absences } from './absences';
import { archive } from './archive';
import { assignments } from './assignments';
import { audit } from './audit';
import { batches } from './batches';
import { cleanup } from './cleanup';
import { csv, quickImport } from './csv';
import { dailyRecords } from './dailyRecords';
import { dashboard } from './dashboard';
import { gradeEntry } from './gradeEntry';
import { grades } from './grades';
import { imports } from './imports';
import { importHelp, importsEnd } from './importsEnd';
import { mushaf } from './mushaf';
import { notifications } from './notifications';
import { ownAssignments } from './ownAssignments';
import { programs } from './programs';
import { ra } from './ra';
import { resources } from './resources';
import { savedFilters } from './savedFilters';
import { search } from './search';
import { settings } from './settings';
import { shell } from './shell';
import { studentReport } from './studentReport';
import { reportPaper } from './reportPaper';
import { staffReports } from './staffReports';
import { stepUp } from './stepUp';
import { students } from './students';
import { subjects } from './subjects';
import { submissions } from './submissions';
import { counted, ui } from './ui';
import { ago, undo } from './undo';
import { links } from './links';
import { teachers } from './teachers';
import { teaching } from './teaching';
import { users } from './users';
import { validation } from './validation';

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
