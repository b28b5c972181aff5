import type { Data } from '../db/data';
import type { Rules } from '../db/log/unitOfWork';
import { openData, type OpenOptions } from '../db/openData';
import { afterWrites } from './afterWrites';
import { tableRules, undoRules } from './undoRules';

const concurrentTables: Rules['concurrentTables'] = new Set([
  'grades',
  'registers',
  'absences',
  'daily_records',
  'daily_record_ranges',
  'daily_record_faults',
  'submissions',
  'submission_answers',
  // Anyone can request a password without a session, so these writes must not block others.
  'password_requests',
]);

const rules: Rules = { afterWrites, tables: tableRules, undo: undoRules, concurrentTables };

export const openInstitute = (url: string, options: OpenOptions = {}): Promise<Data> =>
  openData(url, rules, options);
