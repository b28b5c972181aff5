import { sql, type SqlBool } from 'kysely';
import type { BodyOf, QueryOf } from '../../../contract/endpoint';
import { transcriptDocument } from '../../../contract/documents/transcript';
import { documentFor, type ReportDocument } from '../../../contract/documents/document';
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
import { visibleAuthorId } from '../../auth/scope';
import {
  type Call,
  successBody,
  type FileResponse,
  fileRoute,
  listRoute,
  type Route,
  route,
  type Listing,
} from '../../mount';
import { invalid, notFound, Problem } from '../../problem';
import { publicAddress } from '../../publicAddress';
import type { Data } from '../../db/data';
import { type WordMatch, termCondition, searchWithTypos } from '../../db/search/wordSearch';
import { allOf, type Condition, countRows } from '../../db/search/matching';
import type { Db } from '../../db/schema';
import { loadRetention, loadTimeZone } from '../../domain/institute';
import { isOneOf, equals, logOrder, offsetAndLimit, withinDays } from '../../db/search/lists';
import { findStudent } from '../reportStudent';
import { buildTranscript } from '../transcript';
import { refuseOutsideScope } from './batchFile';
import { checkPaper, findCode } from './checking';
import {
  loadDocument,
  requireFields,
  requireReportRole,
  fileName,
  loadLetterhead,
  typesetPapers,
  typesetSlips,
} from './documents';
import { markAsIssued, type IssueRequest, issuePapers } from './issuing';
import { makeGuardianSlips } from './guardianSlips';
import type { PaperContent } from './paperData';
import { paperQueue, requireTypesetter } from './typesetter';
import { cancelJob, startJob, findBatchResult, touchJob } from './batchJobs';

type Caller = Pick<Call, 'data' | 'user' | 'scope' | 'config' | 'origin' | 'signal'>;
type WeekLoader = (call: Caller, request: PaperRequest) => Promise<ReportDocument>;

async function loadTranscript(
  call: Caller,
  query: { studentId: string; batchName: string },
  level?: number,
): Promise<IssueRequest> {
  const student = await findStudent(call, query);
  return { student, transcript: await buildTranscript(call.data.read, student, level), level: level ?? null };
}

/** A student's download has no number, because it is not an issued paper. */
async function issueTranscript(call: Caller, request: PaperRequest): Promise<PaperContent> {
  const issueRequest = await loadTranscript(
    call,
    requireFields(request, 'studentId', 'batchName'),
    request.level,
  );
  const [issuedPaper] = call.user.role === 'student' ? [] : await issuePapers(call, [issueRequest]);
  return {
    document: documentFor(
      issueRequest.student.section,
      transcriptDocument(issueRequest.transcript, issueRequest.level),
    ),
    issue: issuedPaper ?? null,
  };
}

function refuseLongDocument({ tables }: ReportDocument): void {
  const rows = tables.flatMap((table) => table.rows);
  if (rows.length > maxPaperRows)
    throw invalid({ path: '', message: ruleMessages.paperTooLong(maxPaperRows) });
  let characters = 0;
  for (const cell of rows.flat()) characters += String(cell ?? '').length;
  if (characters > maxPaperCharacters) throw invalid({ path: '', message: ruleMessages.paperTextTooLong });
}

/**
 * The document of the week is loaded before the paper takes a turn in the queue. Its computation may wait in
 * another queue, and other papers must not wait for it.
 */
async function prepareContent(
  call: Caller,
  request: PaperRequest,
  loadWeek: WeekLoader,
): Promise<() => Promise<PaperContent>> {
  const { type } = request;
  if (type === 'transcript') return () => issueTranscript(call, request);
  if (type !== 'week')
    return async () => ({ document: await loadDocument(call, type, request), issue: null });
  const document = await loadWeek(call, request);
  return async () => ({ document, issue: null });
}

async function makePaper({ data }: Caller, loadContent: () => Promise<PaperContent>): Promise<FileResponse> {
  await requireTypesetter();
  // The letterhead is read before the paper gets its number, so that typesetting follows at once.
  const letterhead = await loadLetterhead(data.read, data.now());
  const content = await loadContent();
  refuseLongDocument(content.document);
  const { title, about } = content.document;
  const bytes = await typesetPapers([content], letterhead);
  await markAsIssued(data, content.issue ? [content.issue] : []);
  return { bytes, mediaType: 'application/pdf', name: fileName(`${title} - ${about}`, 'pdf') };
}

/** Slips contain passwords, so they are not stored. @throws FORBIDDEN unless the caller is an admin */
async function makeSlips(call: Caller, { accounts }: SlipsRequest): Promise<FileResponse> {
  const { data, config, origin, user } = call;
  if (user.role !== 'admin') throw new Problem('FORBIDDEN');
  await requireTypesetter();
  const letterhead = await loadLetterhead(data.read, data.now());
  const ends = await findPasswordEnds(call, accounts);
  const slipAccounts = accounts.map((account) => ({
    ...account,
    password_ends_at: ends.get(account.username) ?? null,
  }));
  const address = publicAddress(config, origin);
  const bytes = await typesetSlips(slipAccounts, letterhead, await loadTimeZone(data.read), address);
  return { bytes, mediaType: 'application/pdf', name: fileName(paperText.slipsName, 'pdf') };
}

/** Only of visible accounts that still have a one-time password. */
async function findPasswordEnds({ data, scope }: Caller, accounts: SlipsRequest['accounts']) {
  const { users } = await scope();
  const rows = await data.read
    .selectFrom('users')
    .select(['username', 'password_ends_at'])
    .where(
      'username',
      'in',
      accounts.map(({ username }) => username),
    )
    .where('must_change_password', '=', 1)
    .where(users)
    .execute();
  return new Map(rows.map(({ username, password_ends_at }) => [username, password_ends_at]));
}

/** The response is sent before the job ends, so errors of the job go to the server's log. */
const startBatch: Route = {
  endpoint: papersApi.startBatch,
  answer: ({ user, scope, config, origin, data, body }, { log }) =>
    startJob(
      { user, scope, config, origin, data: data.dataOutsideCall },
      body as BodyOf<typeof papersApi.startBatch>,
      (error) => log.error({ err: error }, 'creating the transcripts of a batch failed'),
    ),
};

export const paperRoutes = (loadWeek: WeekLoader): Route[] => [
  fileRoute(papersApi.make, async (call) => {
    const { body, user, signal } = call;
    if (body.type === 'slips') return paperQueue.run(user, () => makeSlips(call, body), { signal });
    if (body.type === 'guardian-slips')
      return paperQueue.run(user, () => makeGuardianSlips(call, body), { signal });
    requireReportRole(call, body.type);
    const loadContent = await prepareContent(call, body, loadWeek);
    return paperQueue.run(user, () => makePaper(call, loadContent), { signal });
  }),

  route(papersApi.issue, async (call) => {
    const { data, body } = call;
    const issues = await issuePapers(call, [await loadTranscript(call, body, body.level)]);
    await markAsIssued(data, issues);
    const [issue] = issues;
    if (!issue) throw new Error('expected one issued paper');
    return issue;
  }),

  startBatch,
  route(papersApi.batch, (call) => touchJob(call, call.params.id)),
  fileRoute(papersApi.batchFile, async (call) => {
    const { file, issues, batchName, studentIds } = await findBatchResult(call, call.params.id);
    await refuseOutsideScope(call, batchName, studentIds);
    await markAsIssued(call.data, issues);
    return file;
  }),
  route(papersApi.cancelBatch, async (call) => {
    await cancelJob(call, call.params.id);
    return successBody(successMessages.workCancelled);
  }),

  listRoute(papersApi.issued, async (call) => {
    const { data, query } = call;
    const { timeZone } = await loadRetention(data.read, data.now());
    return loadIssuedPage(data.read, query, await visiblePapers(call), timeZone);
  }),
  route(papersApi.withdraw, async (call) => {
    const { data, user, params, body } = call;
    await withdrawPaper(data, params.id, await visiblePapers(call), user.name, body.reason);
    return successBody(successMessages.paperWithdrawn);
  }),

  route(papersApi.verify, ({ data, params }) => checkPaper(data.read, params.code)),
  route(papersApi.verifyNumber, async ({ data, params: { number, check } }) =>
    checkPaper(data.read, await findCode(data.read, number, check)),
  ),
];

const matchesWord = (word: WordMatch): Condition =>
  sql`issued_papers.id in (select paper_id from paper_terms where ${termCondition(word)})`;

/** Admins see all papers, admins of one section the papers of its students, other users their own. */
async function visiblePapers({ user, scope }: Pick<Call, 'user' | 'scope'>): Promise<Condition[]> {
  const { section, students } = await scope();
  const isOfSection = sql<SqlBool>`issued_papers.student_row_id in (select students.id from students where ${students})`;
  return [
    ...equals('issued_papers.user_id', visibleAuthorId(user)),
    ...(section === null ? [] : [isOfSection]),
  ];
}

async function loadIssuedPage(
  db: Db,
  { range, sort = ['id', 'DESC'], filter = {} }: QueryOf<typeof papersApi.issued>,
  visible: readonly Condition[],
  timeZone: string,
): Promise<Listing<IssuedPaper>> {
  const { is_withdrawn: isWithdrawn } = filter;
  const filterConditions = [
    ...visible,
    ...isOneOf('issued_papers.id', filter.ids),
    ...equals('issued_papers.batch_name', filter.batch_name),
    ...equals('issued_papers.user_id', filter.user_id),
    ...withinDays('issued_papers.created_at', filter, timeZone),
    ...(isWithdrawn === undefined
      ? []
      : [isWithdrawn ? sql<SqlBool>`withdrawn_at is not null` : sql<SqlBool>`withdrawn_at is null`]),
  ];
  const { offset, limit } = offsetAndLimit(range);
  return searchWithTypos(db, filter.q, async (words) => {
    const conditions = allOf([...filterConditions, ...words.map(matchesWord)]);
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

/** A withdrawal cannot be undone. @throws NOT_FOUND; VALIDATION if the paper is already withdrawn */
async function withdrawPaper(
  data: Data,
  id: number,
  visible: readonly Condition[],
  userName: string,
  reason: string,
): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const paper = await trx
      .selectFrom('issued_papers')
      .select('withdrawn_at')
      .where('id', '=', id)
      .where(allOf(visible))
      .executeTakeFirstOrThrow(notFound);
    if (paper.withdrawn_at !== null) throw invalid({ path: '', message: ruleMessages.withdrawnAlready });
    await trx
      .updateTable('issued_papers')
      .set({ withdrawn_at: data.now().toISOString(), withdrawn_by: userName, withdrawn_reason: reason })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .execute();
  });
}
