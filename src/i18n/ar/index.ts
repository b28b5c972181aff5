import { absences } from './absences';
import { archive, cleanup } from './archive';
import { assignments, submissions } from './assignments';
import { audit } from './audit';
import { cards } from './cards';
import { circles } from './circles';
import { dashboard } from './dashboard';
import { enrolments } from './enrolments';
import { dailyRecords, gradeEntry, grades, mushaf, teaching } from './grades';
import { hearing } from './hearing';
import { csv, imports, importsEnd } from './imports';
import { outbox } from './outbox';
import { ownAssignments } from './ownAssignments';
import { batches, programs, students } from './programs';
import { ra } from './ra';
import { resources, savedFilters, validation } from './resources';
import { settings } from './settings';
import { notifications, search, shell, stepUp, undo } from './shell';
import { issuedPapers, madeReports, reportPaper, staffReports, studentReport } from './staffReports';
import { subjects } from './subjects';
import { days, counted, labels, ui } from './ui';
import { duplicates, links, teachers, users } from './users';

export const ar = {
  ra,
  csv,
  resources,
  ui,
  labels,
  days,
  counted,
  validation,
  shell,
  dashboard,
  programs,
  batches,
  subjects,
  circles,
  cards,
  students,
  enrolments,
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
  grades,
  gradeEntry,
  absences,
  dailyRecords,
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
