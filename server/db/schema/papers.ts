import type { Generated } from 'kysely';
import type { IssuedPaper } from '../../../contract/reports/papers';
import type { LoggedReport } from '../../../contract/reports/reportLog';

/** Issued papers and the log of reports. */
export interface PaperTables {
  report_log: ReportLogTable;
  report_terms: ReportTermsTable;
  issued_papers: IssuedPapersTable;
  paper_terms: PaperTermsTable;
}

/** A report that was made, with the names at that time. Not in the operation log. */
export interface ReportLogTable extends Omit<LoggedReport, 'id' | 'batch_id' | 'program_id'> {
  id: Generated<number>;
  user_id: number;
}

/** An issued transcript, with its content at that time. Not in the operation log; it can only be withdrawn. */
export interface IssuedPapersTable extends Omit<IssuedPaper, 'id'> {
  id: Generated<number>;
  year: number;
  /** Counts within the year. */
  sequence: number;
  user_id: number;
  /** Records that it was made from; they may be deleted. */
  student_row_id: number;
  batch_id: number;
  /** JSON object; its shape is `issuedContent` of `contract/reports/papers.ts`. */
  content: string;
}

/** The search terms of issued papers. */
interface PaperTermsTable {
  term: string;
  paper_id: number;
}

/** The search terms of the log of reports. */
interface ReportTermsTable {
  term: string;
  report_id: number;
}
