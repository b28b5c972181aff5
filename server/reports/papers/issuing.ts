import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import type { Transcript } from '../../../contract/reports/academicReports';
import type { TranscriptRow } from '../../../contract/reports/studentReport';
import { type Issue, type IssuedContent, issuedRow } from '../../../contract/reports/papers';
import { ruleMessages } from '../../../contract/errors';
import type { Config } from '../../config';
import type { Data } from '../../db/data';
import { advisoryLock } from '../../db/engine/dialect';
import { loadInstituteDay } from '../../domain/institute';
import { indexLogTerms } from '../../db/log/operationTerms';
import type { Call } from '../../mount';
import type { Db } from '../../db/schema';
import type { Person } from '../person';

/** A transcript to be issued. */
export interface Issuable {
  person: Person & { batchId: number; batchName: string };
  transcript: Transcript;
  level: number | null;
}

/** Masks all but the last four digits of a national id. */
const maskNationalId = (nationalId: string | null): string | null =>
  nationalId && `${'•'.repeat(Math.max(0, nationalId.length - 4))}${nationalId.slice(-4)}`;

/** The content that is stored, and shown when the paper is verified. */
export function contentOf({ person, transcript, level }: Issuable, nationalId: string | null): IssuedContent {
  const { totalHours, totalSubjects, levelGPA, cumulativeGPA, former } = transcript;
  const asIssued = (rows: readonly TranscriptRow[]) => rows.map((row) => issuedRow.parse(row));
  return {
    studentName: person.studentName,
    studentId: person.studentId,
    nationalId: maskNationalId(nationalId),
    programName: person.programName,
    batchName: person.batchName,
    level,
    rows: asIssued(transcript.transcript),
    totalHours,
    totalSubjects,
    levelGPA,
    cumulativeGPA,
    former: former.map((part) => ({ ...part, transcript: asIssued(part.transcript) })),
  };
}

export type Issuer = Pick<Call, 'data' | 'config' | 'user' | 'origin'>;

/** The job was cancelled while its papers were being numbered; none was stored. */
export class GivenUp extends Error {}

/**
 * Numbers transcripts in the given order and stores their content, in one transaction. They are stored as withdrawn
 * until `handOut`, so that after a failure no valid number exists for a paper that nobody has.
 * @param isGivenUp called before the end of the transaction
 * @throws GivenUp, with nothing numbered
 */
export async function issuePapers(
  { data, config, user, origin }: Issuer,
  papers: readonly Issuable[],
  isGivenUp: () => boolean = () => false,
): Promise<Issue[]> {
  const address = publicAddress(config, origin);
  const { today } = await loadInstituteDay(data.read, data.now());
  const rowIds = papers.map(({ person }) => person.rowId);
  const nationalIds = await nationalIdsOf(data.read, rowIds);
  const year = Number(today.slice(0, 4));
  return data.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'issued-papers')?.execute(trx);
    const last = await trx
      .selectFrom('issued_papers')
      .select('sequence')
      .where('year', '=', year)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    const issued: Issue[] = [];
    for (const [place, paper] of papers.entries()) {
      const sequence = (last?.sequence ?? 0) + place + 1;
      const number = `${year}-${String(sequence).padStart(6, '0')}`;
      const code = randomBytes(16).toString('hex');
      const content = contentOf(paper, nationalIds.get(paper.person.rowId) ?? null);
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
          student_row_id: paper.person.rowId,
          batch_id: paper.person.batchId,
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
      issued.push({ number, code, address: `${address}/verify/${code}` });
    }
    if (isGivenUp()) throw new GivenUp();
    return issued;
  });
}

/** Makes these papers valid, just before they are sent. */
export async function handOut(data: Data, issues: readonly Issue[]): Promise<void> {
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

async function nationalIdsOf(db: Db, rowIds: readonly number[]): Promise<Map<number, string | null>> {
  if (rowIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('students')
    .select(['id', 'national_id'])
    .where('id', 'in', rowIds)
    .execute();
  return new Map(rows.map(({ id, national_id }) => [id, national_id]));
}

/**
 * The address of the screens that is printed on papers: PUBLIC_URL if set. A server that listens on all interfaces
 * without PUBLIC_URL uses the address of the request.
 * @param origin of the request that issues the paper
 */
export function publicAddress({ PUBLIC_URL, HOST, PORT }: Config, origin: string): string {
  if (PUBLIC_URL) return PUBLIC_URL;
  if (allInterfaces.has(HOST)) return reachableOrigin(origin) ?? `http://${hostname()}:${PORT}`;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}

/** Hosts that mean all interfaces; a browser cannot open them. */
const allInterfaces = new Set(['0.0.0.0', '::', '[::]']);
/** Loopback: not reachable from another machine. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const hostPattern = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])$/;

/** The origin if other machines can open it, else null. */
function reachableOrigin(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  const isBare = url.username === '' && url.pathname === '/' && url.search === '' && url.hash === '';
  const isReachable =
    hostPattern.test(url.hostname) && !loopback.test(url.hostname) && !allInterfaces.has(url.hostname);
  return isBare && isReachable ? url.origin : null;
}
