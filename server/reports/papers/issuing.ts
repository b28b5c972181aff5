import { randomBytes } from 'node:crypto';
import type { Transcript } from '../../../contract/reports/academicReports';
import type { TranscriptRow } from '../../../contract/reports/studentReport';
import { type Issue, type IssuedContent, issuedRow } from '../../../contract/reports/papers';
import { ruleMessages } from '../../../contract/errors';
import type { Data } from '../../db/data';
import { advisoryLock } from '../../db/engine/dialect';
import { loadInstituteDay } from '../../domain/institute';
import { indexLogTerms } from '../../db/log/operationTerms';
import type { Call } from '../../mount';
import { publicAddress } from '../../publicAddress';
import type { Db } from '../../db/schema';
import type { ReportStudent } from '../reportStudent';

export interface IssueRequest {
  student: ReportStudent & { batchId: number; batchName: string };
  transcript: Transcript;
  level: number | null;
}

const maskNationalId = (nationalId: string | null): string | null =>
  nationalId && `${'•'.repeat(Math.max(0, nationalId.length - 4))}${nationalId.slice(-4)}`;

export function buildIssuedContent(
  { student, transcript, level }: IssueRequest,
  nationalId: string | null,
): IssuedContent {
  const { totalHours, totalSubjects, levelGPA, cumulativeGPA, former } = transcript;
  const toIssuedRows = (rows: readonly TranscriptRow[]) => rows.map((row) => issuedRow.parse(row));
  return {
    studentName: student.studentName,
    studentId: student.studentId,
    nationalId: maskNationalId(nationalId),
    programName: student.programName,
    batchName: student.batchName,
    level,
    rows: toIssuedRows(transcript.transcript),
    totalHours,
    totalSubjects,
    levelGPA,
    cumulativeGPA,
    former: former.map((programme) => ({ ...programme, transcript: toIssuedRows(programme.transcript) })),
  };
}

export type IssueContext = Pick<Call, 'data' | 'config' | 'user' | 'origin'>;

/** Thrown while the papers get their numbers. No paper is stored. */
export class JobCancelled extends Error {}

/**
 * The papers are stored as withdrawn until `markAsIssued` runs. So a failure leaves no valid number for a
 * paper that was not sent.
 * @throws JobCancelled; then nothing is stored
 */
export async function issuePapers(
  { data, config, user, origin }: IssueContext,
  papers: readonly IssueRequest[],
  isCancelled: (db: Db) => Promise<boolean> = async () => false,
): Promise<Issue[]> {
  const address = publicAddress(config, origin);
  const { today } = await loadInstituteDay(data.read, data.now());
  const rowIds = papers.map(({ student }) => student.rowId);
  const nationalIds = await loadNationalIds(data.read, rowIds);
  const year = Number(today.slice(0, 4));
  return data.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'issued-papers')?.execute(trx);
    const lastPaper = await trx
      .selectFrom('issued_papers')
      .select('sequence')
      .where('year', '=', year)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    const issues: Issue[] = [];
    for (const [index, paper] of papers.entries()) {
      const sequence = (lastPaper?.sequence ?? 0) + index + 1;
      const number = `${year}-${String(sequence).padStart(6, '0')}`;
      const code = randomBytes(16).toString('hex');
      const content = buildIssuedContent(paper, nationalIds.get(paper.student.rowId) ?? null);
      const { id } = await trx
        .insertInto('issued_papers')
        .values({
          year,
          sequence,
          number,
          code,
          created_at: data.now().toISOString(),
          user_id: user.id,
          user_name: user.name,
          student_row_id: paper.student.rowId,
          batch_id: paper.student.batchId,
          student_id: content.studentId,
          student_name: content.studentName,
          batch_name: content.batchName,
          level: paper.level,
          content: JSON.stringify(content),
          withdrawn_at: data.now().toISOString(),
          withdrawn_by: user.name,
          withdrawn_reason: ruleMessages.paperNotHandedOut,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const texts = [number, content.studentId, content.studentName, content.batchName, user.name];
      const rows = (await indexLogTerms(trx, texts)).map((term) => ({ term, paper_id: id }));
      await trx.insertInto('paper_terms').values(rows).execute();
      issues.push({ number, code, address: `${address}/verify/${code}` });
    }
    if (await isCancelled(trx)) throw new JobCancelled();
    return issues;
  });
}

/** Makes the papers valid just before they are sent. */
export async function markAsIssued(data: Data, issues: readonly Issue[]): Promise<void> {
  if (issues.length === 0) return;
  const codes = issues.map(({ code }) => code);
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('issued_papers')
      .set({ withdrawn_at: null, withdrawn_by: null, withdrawn_reason: null })
      .where('code', 'in', codes)
      .where('withdrawn_reason', '=', ruleMessages.paperNotHandedOut)
      .execute(),
  );
}

async function loadNationalIds(db: Db, rowIds: readonly number[]): Promise<Map<number, string | null>> {
  if (rowIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('students')
    .select(['id', 'national_id'])
    .where('id', 'in', rowIds)
    .execute();
  return new Map(rows.map(({ id, national_id }) => [id, national_id]));
}
