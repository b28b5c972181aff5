import type { Generated } from 'kysely';
import type { BatchJob, IssuedPaper } from '../../../contract/reports/papers';
import type { LoggedReport } from '../../../contract/reports/reportLog';

export interface PaperTables {
  report_log: ReportLogTable;
  report_terms: ReportTermsTable;
  issued_papers: IssuedPapersTable;
  paper_terms: PaperTermsTable;
  paper_jobs: PaperJobsTable;
}

export interface ReportLogTable extends Omit<LoggedReport, 'id' | 'batch_id' | 'program_id'> {
  id: Generated<number>;
  user_id: number;
}

/** Not in the operation log. A paper can only be withdrawn. */
export interface IssuedPapersTable extends Omit<IssuedPaper, 'id'> {
  id: Generated<number>;
  year: number;
  sequence: number;
  user_id: number;
  student_row_id: number;
  batch_id: number;
  /** JSON object `issuedContent` of `contract/reports/papers.ts`. */
  content: string;
}

interface PaperTermsTable {
  term: string;
  paper_id: number;
}

interface ReportTermsTable {
  term: string;
  report_id: number;
}

/** Transcripts of a batch in preparation, or ready for download. */
interface PaperJobsTable extends BatchJob {
  user_id: number;
  /** Time of the user's last request. */
  requested_at: string;
  /** Time of the last heartbeat of the server that works on the job. */
  worked_at: string;
  /** JSON object `StoredResult` of `batchJobs.ts`, without the bytes of the file. */
  result: string | null;
  file: Buffer | null;
}
