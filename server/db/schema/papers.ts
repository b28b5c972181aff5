import type { Generated } from 'kysely';
import type { ReportAction, ReportType } from '../../../contract/reportLog';

/** Issued papers and the log of reports. */
export interface PaperTables {
  report_log: ReportLogTable;
  report_terms: ReportTermsTable;
  issued_papers: IssuedPapersTable;
  paper_terms: PaperTermsTable;
}

/** A report that was made, with the names of then. Not recorded: it tells of work and is none. */
export interface ReportLogTable {
  id: Generated<number>;
  created_at: string;
  user_id: number;
  user_name: string;
  type: ReportType;
  action: ReportAction;
  batch_name: string;
  student_id: string | null;
  student_name: string | null;
  subject_code: string | null;
  subject_name: string | null;
  level: number | null;
  start_date: string | null;
  end_date: string | null;
}

/** An issued transcript, with its content at that time. Not in the operation log; it can only be withdrawn. */
export interface IssuedPapersTable {
  id: Generated<number>;
  year: number;
  /** Counts within the year. */
  sequence: number;
  number: string;
  code: string;
  created_at: string;
  user_id: number;
  user_name: string;
  /** Of the records that it was made of; they may be gone. */
  student_row_id: number;
  batch_id: number;
  student_id: string;
  student_name: string;
  batch_name: string;
  level: number | null;
  /** JSON object; its shape is `issuedContent` of `contract/papers.ts`. */
  content: string;
  withdrawn_at: string | null;
  withdrawn_by: string | null;
  withdrawn_reason: string | null;
}

/** By which issued papers are searched. */
interface PaperTermsTable {
  term: string;
  paper_id: number;
}

/** By which the log of reports is searched. */
interface ReportTermsTable {
  term: string;
  report_id: number;
}
