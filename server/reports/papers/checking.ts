import { timingSafeEqual } from 'node:crypto';
import {
  type IssuedContent,
  issuedContent,
  type PaperState,
  type Verification,
} from '../../../contract/reports/papers';
import { dateInZone, defaultTimeZone } from '../../../contract/rules/hijri';
import type { IssuedPapersTable } from '../../db/schema/papers';
import { notFound } from '../../problem';
import type { Db } from '../../db/schema';
import { type ReportStudent, loadStudent } from '../reportStudent';
import { buildTranscript } from '../transcript';
import { buildIssuedContent } from './issuing';

/**
 * A wrong number and a wrong check code give the same error, so that nobody can guess one without the
 * other.
 * @throws NOT_FOUND
 */
export async function findCode(
  db: Db,
  { year, sequence }: { year: number; sequence: number },
  check: string,
): Promise<string> {
  const paper = await db
    .selectFrom('issued_papers')
    .select('code')
    .where('year', '=', year)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  // If the paper does not exist, the comparison with zeros takes the same time.
  const code = paper?.code ?? '0'.repeat(check.length);
  const isRight = timingSafeEqual(Buffer.from(code.slice(0, check.length)), Buffer.from(check));
  if (!paper || !isRight) throw notFound();
  return code;
}

/** The content is null unless the state is `valid` or `altered`. @throws NOT_FOUND for an unknown code */
export async function checkPaper(db: Db, code: string): Promise<Verification> {
  const paper = await db
    .selectFrom('issued_papers')
    .select(['number', 'created_at', 'student_row_id', 'batch_id', 'level', 'content', 'withdrawn_at'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow(notFound);
  const settings = await db.selectFrom('settings').select(['institute_name', 'time_zone']).executeTakeFirst();
  const toDate = (moment: string) => dateInZone(new Date(moment), settings?.time_zone ?? defaultTimeZone);
  const content = issuedContent.parse(JSON.parse(paper.content));
  const state = paper.withdrawn_at === null ? await findState(db, paper, content) : 'withdrawn';
  return {
    state,
    number: paper.number,
    instituteName: settings?.institute_name ?? '',
    issuedOn: toDate(paper.created_at),
    withdrawnOn: paper.withdrawn_at && toDate(paper.withdrawn_at),
    // Withdrawn papers, and papers of deleted students, show no personal data.
    content: state === 'valid' || state === 'altered' ? content : null,
  };
}

type StoredPaper = Pick<IssuedPapersTable, 'student_row_id' | 'batch_id' | 'level' | 'created_at'>;

/** Compares the results, but not the names. `gone`: the student or the batch does not exist. */
async function findState(db: Db, paper: StoredPaper, issued: IssuedContent): Promise<PaperState> {
  const student = await loadStudent(db, paper.student_row_id);
  const batch = await db
    .selectFrom('batches')
    .select('id')
    .where('id', '=', paper.batch_id)
    .executeTakeFirst();
  if (!student || !batch) return 'gone';
  const studentAtIssue = restoreEnrolments(student, paper, issued);
  const transcript = await buildTranscript(db, studentAtIssue, paper.level ?? undefined);
  const current = buildIssuedContent({ student: studentAtIssue, transcript, level: paper.level }, null);
  return comparableResults(current) === comparableResults(issued) ? 'valid' : 'altered';
}

/** Restores the enrolments of the issue date, because a later move must not change the results. */
function restoreEnrolments(
  student: ReportStudent,
  { batch_id, created_at }: StoredPaper,
  { batchName }: IssuedContent,
) {
  const enrolments = student.enrolments.filter(
    ({ storedAt, batchId }) => storedAt <= created_at || batchId === batch_id,
  );
  return { ...student, batchId: batch_id, batchName, enrolments };
}

/** JSON, sorted by subject code. */
function comparableResults(content: IssuedContent): string {
  const { rows, former, totalHours, levelGPA, cumulativeGPA, studentId } = content;
  const comparableRows = (resultRows: IssuedContent['rows']) =>
    resultRows
      .map(({ subjectCode, hours, total, grade, isRepeated }) => [
        subjectCode,
        hours,
        total,
        grade,
        isRepeated,
      ])
      .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  const formerResults = former.map((programme) => [
    programme.totalHours,
    programme.cumulativeGPA,
    comparableRows(programme.transcript),
  ]);
  return JSON.stringify([
    studentId,
    comparableRows(rows),
    totalHours,
    levelGPA,
    cumulativeGPA,
    formerResults,
  ]);
}
