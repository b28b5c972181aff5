import { timingSafeEqual } from 'node:crypto';
import { type IssuedContent, issuedContent, type PaperState, type Verified } from '../../../contract/papers';
import { dateInZone, defaultTimeZone } from '../../../contract/rules/hijri';
import type { IssuedPapersTable } from '../../db/schema/papers';
import { notFound } from '../../problem';
import type { Db } from '../../db/schema';
import { personOfRow } from '../person';
import { transcriptOf } from '../transcript';
import { contentOf } from './issuing';

/**
 * The code of a paper by what it shows of itself. Who has one of the two alone learns nothing, not even that it is right.
 * @throws NOT_FOUND
 */
export async function codeOf(
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
  // Of a paper that is not there another is compared, so that both take as long.
  const code = paper?.code ?? '0'.repeat(check.length);
  const isRight = timingSafeEqual(Buffer.from(code.slice(0, check.length)), Buffer.from(check));
  if (!paper || !isRight) throw notFound();
  return code;
}

/**
 * Whether an issued transcript holds, and what it said as long as it may be told.
 * @throws NOT_FOUND for a code that was never given out
 */
export async function checkPaper(db: Db, code: string): Promise<Verified> {
  const paper = await db
    .selectFrom('issued_papers')
    .select(['number', 'created_at', 'student_row_id', 'batch_id', 'level', 'content', 'withdrawn_at'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (!paper) throw notFound();
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
    // Of nobody whom it no longer speaks for.
    content: state === 'valid' || state === 'altered' ? content : null,
  };
}

type Kept = Pick<IssuedPapersTable, 'student_row_id' | 'batch_id' | 'level'>;

/** What the record says now beside what the paper said; names may change, results may not. */
async function stateOf(db: Db, kept: Kept, then: IssuedContent): Promise<PaperState> {
  const person = await personOfRow(db, kept.student_row_id);
  const batch = await db
    .selectFrom('batches')
    .select('id')
    .where('id', '=', kept.batch_id)
    .executeTakeFirst();
  if (!person || !batch) return 'gone';
  const asThen = { ...person, batchId: kept.batch_id, batchName: then.batchName };
  const transcript = await transcriptOf(db, asThen, kept.level ?? undefined);
  const now = contentOf({ person: asThen, transcript, level: kept.level }, null);
  return resultsIn(now) === resultsIn(then) ? 'valid' : 'altered';
}

/** What a paper vouches for, in an order of its own. */
function resultsIn({ rows, totalHours, levelGPA, cumulativeGPA, studentId }: IssuedContent): string {
  const results = rows
    .map(({ subjectCode, hours, total, grade }) => [subjectCode, hours, total, grade])
    .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  return JSON.stringify([studentId, results, totalHours, levelGPA, cumulativeGPA]);
}
