import { sql, type SqlBool } from 'kysely';
import type { BodyOf, QueryOf } from '../../../contract/endpoint';
import { transcriptDocument } from '../../../contract/documents/transcript';
import type { ReportDocument } from '../../../contract/documents/document';
import { ruleMessages } from '../../../contract/errors';
import { successMessages } from '../../../contract/successMessages';
import {
  maxPaperCharacters,
  maxPaperRows,
  papersApi,
  type PaperRequest,
  type SlipsRequest,
  type IssuedPaper,
} from '../../../contract/reports/papers';
import { paperText } from '../../../contract/reports/paperText';
import { ownerSeenBy } from '../../auth/scope';
import {
  type Call,
  done,
  type FileAnswer,
  fileRoute,
  listRoute,
  type Route,
  route,
  type Listing,
} from '../../mount';
import { invalid, notFound, Problem } from '../../problem';
import type { Data } from '../../db/data';
import { type WordMatch, logTermMatches, pageWithWords } from '../../db/search/wordSearch';
import { allOf, type Condition, countRows } from '../../db/search/matching';
import type { Db } from '../../db/schema';
import { loadRetention } from '../../domain/institute';
import { isOneOf, equals, logOrder, offsetAndLimit, withinDays } from '../../db/search/lists';
import { findPerson } from '../person';
import { transcriptOf } from '../transcript';
import { refuseLost } from './batchFile';
import { checkPaper, codeByNumber } from './checking';
import { documentOf, requireParts, requireReader, fileName, letterhead, pdfOf, slipsPdf } from './documents';
import { handOut, type Issuable, issuePapers, publicAddress } from './issuing';
import type { PaperContent } from './paperData';
import { paperQueue, requireTypesetter } from './typesetter';
import { cancelWork, startWork, findMadeBatch, workState } from './work';

type Caller = Pick<Call, 'data' | 'user' | 'scope' | 'config' | 'origin' | 'signal'>;
type WeekReader = (call: Caller, request: PaperRequest) => Promise<ReportDocument>;

async function readIssuable(
  call: Caller,
  asked: { studentId: string; batchName: string },
  level?: number,
): Promise<Issuable> {
  const person = await findPerson(call, asked);
  return { person, transcript: await transcriptOf(call.data.read, person, level), level: level ?? null };
}

/** A transcript. For staff it is issued with a number; a student's download is not an issued paper. */
async function transcriptPaper(call: Caller, request: PaperRequest): Promise<PaperContent> {
  const paper = await readIssuable(call, requireParts(request, 'studentId', 'batchName'), request.level);
  const [issue] = call.user.role === 'student' ? [] : await issuePapers(call, [paper]);
  return { document: transcriptDocument(paper.transcript, paper.level), issue: issue ?? null };
}

/** @throws VALIDATION if a PDF cannot have so many rows or characters */
function refuseLong({ tables }: ReportDocument): void {
  const rows = tables.flatMap((table) => table.rows);
  if (rows.length > maxPaperRows)
    throw invalid({ path: '', message: ruleMessages.paperTooLong(maxPaperRows) });
  let letters = 0;
  for (const cell of rows.flat()) letters += String(cell ?? '').length;
  if (letters > maxPaperCharacters) throw invalid({ path: '', message: ruleMessages.paperTextTooLong });
}

/**
 * How the content of a paper is read in its turn. A week is read before: it may wait for a turn to compute, and would
 * keep other papers waiting meanwhile.
 */
async function contentOf(
  call: Caller,
  request: PaperRequest,
  weekOf: WeekReader,
): Promise<() => Promise<PaperContent>> {
  const { type } = request;
  if (type === 'transcript') return () => transcriptPaper(call, request);
  if (type !== 'week') return async () => ({ document: await documentOf[type](call, request), issue: null });
  const document = await weekOf(call, request);
  return async () => ({ document, issue: null });
}

async function makePaper({ data }: Caller, read: () => Promise<PaperContent>): Promise<FileAnswer> {
  await requireTypesetter();
  // Read before the paper is numbered, so that no other wait comes between numbering and setting.
  const head = await letterhead(data.read, data.now());
  const content = await read();
  refuseLong(content.document);
  const { title, about } = content.document;
  const bytes = await pdfOf([content], head);
  await handOut(data, content.issue ? [content.issue] : []);
  return { bytes, mediaType: 'application/pdf', name: fileName(`${title} - ${about}`, 'pdf') };
}

/** Slips with passwords: nothing of them is kept. @throws FORBIDDEN for everybody but admins */
async function makeSlips(call: Caller, { accounts }: SlipsRequest): Promise<FileAnswer> {
  const { data, config, origin, user } = call;
  if (user.role !== 'admin') throw new Problem('FORBIDDEN');
  await requireTypesetter();
  const head = await letterhead(data.read, data.now());
  const bytes = await slipsPdf(accounts, head, publicAddress(config, origin));
  return { bytes, mediaType: 'application/pdf', name: fileName(paperText.slipsName, 'pdf') };
}

/** Errors after the answer are logged by the server. */
const startBatch: Route = {
  endpoint: papersApi.startBatch,
  answer: ({ user, scope, config, origin, data, body }, { log }) =>
    startWork(
      { user, scope, config, origin, data: data.outside },
      body as BodyOf<typeof papersApi.startBatch>,
      (error) => log.error({ err: error }, 'transcripts of a batch'),
    ),
};

/** @param weekOf reads the week of a student or circle */
export const paperRoutes = (weekOf: WeekReader): Route[] => [
  fileRoute(papersApi.make, async (call) => {
    const { body, user, signal } = call;
    if (body.type === 'slips') return paperQueue.run(user, () => makeSlips(call, body), { signal });
    requireReader(call, body.type);
    const read = await contentOf(call, body, weekOf);
    return paperQueue.run(user, () => makePaper(call, read), { signal });
  }),

  route(papersApi.issue, async (call) => {
    const { data, body } = call;
    const issues = await issuePapers(call, [await readIssuable(call, body, body.level)]);
    await handOut(data, issues);
    const [issue] = issues;
    if (!issue) throw new Error('one paper was to be issued');
    return issue;
  }),

  startBatch,
  route(papersApi.batch, async (call) => workState(call, call.params.id)),
  fileRoute(papersApi.batchFile, async (call) => {
    const { file, issues, batchName, students } = findMadeBatch(call, call.params.id);
    await refuseLost(call, batchName, students);
    await handOut(call.data, issues);
    return file;
  }),
  route(papersApi.cancelBatch, async (call) => {
    cancelWork(call, call.params.id);
    return done(successMessages.workCancelled);
  }),

  listRoute(papersApi.issued, async (call) => {
    const { data, query } = call;
    const { timeZone } = await loadRetention(data.read, data.now());
    return issuedPage(data.read, query, await papersSeen(call), timeZone);
  }),
  route(papersApi.withdraw, async (call) => {
    const { data, user, params, body } = call;
    await withdraw(data, params.id, await papersSeen(call), user.name, body.reason);
    return done(successMessages.paperWithdrawn);
  }),

  route(papersApi.verify, ({ data, params }) => checkPaper(data.read, params.code)),
  route(papersApi.verifyNumber, async ({ data, params: { number, check } }) =>
    checkPaper(data.read, await codeByNumber(data.read, number, check)),
  ),
];

const withWord = (word: WordMatch): Condition =>
  sql`issued_papers.id in (select paper_id from paper_terms where ${logTermMatches(word)})`;

/** Which papers a person sees: their own; all for an admin; those of its students for an admin of one section. */
async function papersSeen({ user, scope }: Pick<Call, 'user' | 'scope'>): Promise<Condition[]> {
  const { section, students } = await scope();
  const ofStudents = sql<SqlBool>`issued_papers.student_row_id in (select students.id from students where ${students})`;
  return [...equals('issued_papers.user_id', ownerSeenBy(user)), ...(section === null ? [] : [ofStudents])];
}

/** One page of the issued papers that the caller sees. */
async function issuedPage(
  db: Db,
  { range, sort = ['id', 'DESC'], filter = {} }: QueryOf<typeof papersApi.issued>,
  seen: readonly Condition[],
  timeZone: string,
): Promise<Listing<IssuedPaper>> {
  const { is_withdrawn: isWithdrawn } = filter;
  const filtered = [
    ...seen,
    ...isOneOf('issued_papers.id', filter.ids),
    ...equals('issued_papers.batch_name', filter.batch_name),
    ...equals('issued_papers.user_id', filter.user_id),
    ...withinDays('issued_papers.created_at', filter, timeZone),
    ...(isWithdrawn === undefined
      ? []
      : [isWithdrawn ? sql<SqlBool>`withdrawn_at is not null` : sql<SqlBool>`withdrawn_at is null`]),
  ];
  const { offset, limit } = offsetAndLimit(range);
  return pageWithWords(db, filter.q, async (words) => {
    const conditions = allOf([...filtered, ...words.map(withWord)]);
    const rows = await db
      .selectFrom('issued_papers')
      .select(['id', 'number', 'code', 'created_at', 'user_name', 'student_id', 'student_name', 'batch_name'])
      .select(['level', 'withdrawn_at', 'withdrawn_by', 'withdrawn_reason'])
      .where(conditions)
      .orderBy(logOrder('issued_papers', sort))
      .limit(limit)
      .offset(offset)
      .execute();
    return { rows, total: await countRows(db, sql`from issued_papers where ${conditions}`) };
  });
}

/** Withdraws a paper permanently. @throws NOT_FOUND; VALIDATION if it was withdrawn before */
async function withdraw(
  data: Data,
  id: number,
  seen: readonly Condition[],
  by: string,
  reason: string,
): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const paper = await trx
      .selectFrom('issued_papers')
      .select('withdrawn_at')
      .where('id', '=', id)
      .where(allOf(seen))
      .executeTakeFirstOrThrow(notFound);
    if (paper.withdrawn_at !== null) throw invalid({ path: '', message: ruleMessages.withdrawnAlready });
    await trx
      .updateTable('issued_papers')
      .set({ withdrawn_at: data.now().toISOString(), withdrawn_by: by, withdrawn_reason: reason })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .execute();
  });
}
