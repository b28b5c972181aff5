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
import { type Person, personOfRow } from '../person';
import { transcriptOf } from '../transcript';
import { contentOf } from './issuing';

/**
 * The code of a paper, from the number and the check that are printed on it. The number alone and the check alone both
 * give NOT_FOUND, so that neither can be guessed separately.
 * @throws NOT_FOUND
 */
export async function codeByNumber(
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
  // If there is no such paper, zeros are compared, so that the answer takes equally long.
  const code = paper?.code ?? '0'.repeat(check.length);
  const isRight = timingSafeEqual(Buffer.from(code.slice(0, check.length)), Buffer.from(check));
  if (!paper || !isRight) throw notFound();
  return code;
}

/**
 * The state of an issued transcript, and its content if the state is `valid` or `altered`.
 * @throws NOT_FOUND for an unknown code
 */
export async function checkPaper(db: Db, code: string): Promise<Verification> {
  const paper = await db
    .selectFrom('issued_papers')
    .select(['number', 'created_at', 'student_row_id', 'batch_id', 'level', 'content', 'withdrawn_at'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow(notFound);
  const settings = await db.selectFrom('settings').select(['institute_name', 'time_zone']).executeTakeFirst();
  const dayOf = (moment: string) => dateInZone(new Date(moment), settings?.time_zone ?? defaultTimeZone);
  const content = issuedContent.parse(JSON.parse(paper.content));
  const state = paper.withdrawn_at === null ? await stateOf(db, paper, content) : 'withdrawn';
  return {
    state,
    number: paper.number,
    instituteName: settings?.institute_name ?? '',
    issuedOn: dayOf(paper.created_at),
    withdrawnOn: paper.withdrawn_at && dayOf(paper.withdrawn_at),
    // No personal data once the paper is withdrawn or its student is deleted.
    content: state === 'valid' || state === 'altered' ? content : null,
  };
}

type StoredPaper = Pick<IssuedPapersTable, 'student_row_id' | 'batch_id' | 'level' | 'created_at'>;

/**
 * Compares the paper with the current record: `valid` if the results are equal (names may differ), else `altered`;
 * `gone` if the student or the batch is deleted.
 */
async function stateOf(db: Db, paper: StoredPaper, issued: IssuedContent): Promise<PaperState> {
  const person = await personOfRow(db, paper.student_row_id);
  const batch = await db
    .selectFrom('batches')
    .select('id')
    .where('id', '=', paper.batch_id)
    .executeTakeFirst();
  if (!person || !batch) return 'gone';
  const personAtIssue = asOfIssue(person, paper, issued);
  const transcript = await transcriptOf(db, personAtIssue, paper.level ?? undefined);
  const now = contentOf({ person: personAtIssue, transcript, level: paper.level }, null);
  return resultsIn(now) === resultsIn(issued) ? 'valid' : 'altered';
}

/** The student in the batch of the paper; a later move does not change the results of the paper. */
function asOfIssue(person: Person, { batch_id, created_at }: StoredPaper, { batchName }: IssuedContent) {
  const earlier = person.enrolments.filter(
    ({ moment, batchId }) => moment <= created_at || batchId === batch_id,
  );
  return { ...person, batchId: batch_id, batchName, enrolments: earlier };
}

/** The results of a paper as JSON for comparison, sorted by subject code. */
function resultsIn(content: IssuedContent): string {
  const { rows, former, totalHours, levelGPA, cumulativeGPA, studentId } = content;
  const results = (some: IssuedContent['rows']) =>
    some
      .map(({ subjectCode, hours, total, grade, isRepeated }) => [
        subjectCode,
        hours,
        total,
        grade,
        isRepeated,
      ])
      .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  const parts = former.map((part) => [part.totalHours, part.cumulativeGPA, results(part.transcript)]);
  return JSON.stringify([studentId, results(rows), totalHours, levelGPA, cumulativeGPA, parts]);
}
