import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageText, pageTexts } from '../../contract/families/guardianPageText';
import { foldDigits } from '../../contract/rules/arabicText';
import { addressGroup } from '../auth/addresses';
import { beginAttempt } from '../auth/attempts';
import type { CallLimits } from '../callLimits';
import { hashCode, isPinOf } from '../domain/guardianLinks';
import { Problem } from '../problem';
import { type Html, html } from './html';
import { pageHeaders, readLanguage, sendPage } from './layout';
import { renderAllMarks, renderStudies, type StudyLoaders } from './study';
import {
  EndedLink,
  endSession,
  findLink,
  findVisit,
  type GuardianVisit,
  type PageTools,
  pageAddress,
  readCode,
  readForm,
  refuseOtherSite,
  requireGuardian,
  startSession,
} from './session';

/** A part of the page about all children. */
export interface PagePart {
  /** True: above the sections of the children. The parts below are rendered first. */
  isAbove?: true;
  /** These bytes are reserved for the part. Default: 0. */
  minBytes?: number;
  /**
   * Null: there is nothing to show.
   * @param maxBytes the bytes that remain for the part
   */
  render(visit: GuardianVisit, refused: RefusedForm | null, maxBytes: number): Promise<Html | null>;
  actions?: readonly PageAction[];
}

/** The page shows a refused form again, with what was typed. */
export interface RefusedForm {
  action: string;
  form: URLSearchParams;
  message: string;
}

/** A form of a part, sent with `POST /g/{code}/{name}`. The session and the form token are checked before. */
export interface PageAction {
  name: string;
  /**
   * @throws VALIDATION, whose message the guardian reads in the form, or another Problem, which replaces the
   * page
   */
  run(visit: GuardianVisit, form: URLSearchParams): Promise<void>;
  /** What the page says afterwards. */
  doneText(visit: GuardianVisit): string;
}

/** A phone loads the page over a slow network. */
const maxPageBytes = 30_000;
/** The head, the style and the footer of the page. */
const frameBytes = 5_000;

/** A form is small. The excuse has a line of text. */
const maxFormBytes = 16_384;
const viewsPerMinute = 300;
const callKind = { path: '/g', limitPerMinute: viewsPerMinute };

/** Serves the private pages of guardians: HTML without scripts, outside of the API. */
export function serveGuardianPage(
  app: FastifyInstance,
  tools: PageTools & { limits: CallLimits },
  loaders: StudyLoaders,
  parts: readonly PagePart[] = [],
): void {
  const actions = new Map(
    parts.flatMap(({ actions: own = [] }) => own.map((action) => [action.name, action])),
  );
  void app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    pages.addHook('onRequest', async ({ ip }, reply) => {
      void reply.headers(pageHeaders);
      tools.limits.countAddress(callKind, addressGroup(ip));
    });
    pages.setErrorHandler((error, request, reply) => sendProblem(tools, request, reply, error));

    pages.get('/g/:code', (request, reply) => showPage(tools, { loaders, parts, actions }, request, reply));
    pages.post('/g/:code', (request, reply) => openPage(tools, request, reply));
    pages.get('/g/:code/', (request, reply) => reply.redirect(pageAddress(readCode(request), 'ar'), 308));
    pages.get('/g/:code/marks/:child', (request, reply) => showMarks(tools, loaders, request, reply));
    pages.post('/g/:code/leave', async (request, reply) => {
      const { href } = await requireGuardian(tools, request);
      await endSession(tools, request, reply);
      return reply.redirect(href(), 303);
    });
    // A refused form stays at the address of its action. Another language or a reload opens the page.
    pages.get('/g/:code/:action', (request, reply) =>
      reply.redirect(pageAddress(readCode(request), readLanguage(request)), 303),
    );
    pages.post('/g/:code/:action', async (request, reply) => {
      const action = actions.get((request.params as { action: string }).action);
      const visit = await requireGuardian(tools, request);
      if (!action) throw new Problem('NOT_FOUND');
      const form = readForm(request);
      try {
        await action.run(visit, form);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'VALIDATION') throw error;
        const refused = { action: action.name, form, message: error.message };
        return sendChildren(tools, { loaders, parts }, visit, { request, reply, refused });
      }
      const address = visit.href();
      return reply.redirect(`${address}${address.includes('?') ? '&' : '?'}done=${action.name}`, 303);
    });
  });
}

interface PageContents {
  loaders: StudyLoaders;
  parts: readonly PagePart[];
  actions: ReadonlyMap<string, PageAction>;
}

async function showPage(
  tools: PageTools,
  { loaders, parts, actions }: PageContents,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const link = await findLink(tools, readCode(request));
  const visit = link && (await findVisit(tools, request, link));
  if (!visit) return sendPinForm(tools, request, reply, 200, null);
  const done = actions.get(String((request.query as { done?: unknown }).done));
  return sendChildren(tools, { loaders, parts }, visit, { request, reply, done });
}

interface ChildrenAnswer {
  request: FastifyRequest;
  reply: FastifyReply;
  done?: PageAction | undefined;
  refused?: RefusedForm | null;
}

async function sendChildren(
  tools: PageTools,
  { loaders, parts }: Pick<PageContents, 'loaders' | 'parts'>,
  visit: GuardianVisit,
  { request, reply, done, refused = null }: ChildrenAnswer,
): Promise<FastifyReply> {
  const text = pageTexts[visit.language];
  const studies = await renderStudies(visit, loaders);
  const sections = visit.children.map(
    ({ rowId, name }) =>
      html`<section>
        <h2><bdi>${name}</bdi></h2>
        ${studies.get(rowId) ?? null}
      </section>`,
  );
  const [above, below] = await renderParts(
    parts,
    maxPageBytes - frameBytes - countBytes(sections),
    (part, maxBytes) => part.render(visit, refused, maxBytes),
  );
  return send(
    tools,
    request,
    reply,
    refused ? 422 : 200,
    html`${done ? html`<p role="status">${done.doneText(visit)}</p>` : null} ${above}
      ${sections.length > 0 ? sections : html`<p>${text.noChildren}</p>`} ${below}
      <footer>
        <form method="post" action="${visit.href('leave')}">
          ${visit.formFields}<button class="plain">${text.leave}</button>
        </form>
      </footer>`,
  );
}

/** Each part gets the bytes that the parts before it leave, without those reserved for the others. */
async function renderParts(
  parts: readonly PagePart[],
  maxBytes: number,
  render: (part: PagePart, maxBytes: number) => Promise<Html | null>,
): Promise<[above: Html[], below: Html[]]> {
  const [above, below]: [Html[], Html[]] = [[], []];
  let reserved = parts.reduce((sum, { minBytes = 0 }) => sum + minBytes, 0);
  for (const part of parts.toSorted((a, b) => Number(a.isAbove ?? false) - Number(b.isAbove ?? false))) {
    const { isAbove, minBytes = 0 } = part;
    reserved -= minBytes;
    const room = maxBytes - reserved - countBytes([...above, ...below]);
    const body = await render(part, Math.max(room, minBytes));
    if (body) (isAbove ? above : below).push(body);
  }
  return [above, below];
}

const countBytes = (parts: readonly Html[]): number =>
  parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

async function showMarks(
  tools: PageTools,
  loaders: StudyLoaders,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await requireGuardian(tools, request);
  const rowId = Number((request.params as { child: string }).child);
  const child = visit.children.find((one) => one.rowId === rowId);
  const body = child ? await renderAllMarks(visit, child, loaders) : null;
  if (!body) throw new Problem('NOT_FOUND');
  const text = pageTexts[visit.language];
  return send(
    tools,
    request,
    reply,
    200,
    html`<p><a href="${visit.href()}">${text.back}</a></p>
      ${body}`,
  );
}

/**
 * An unknown link, a wrong PIN and an empty PIN take the same steps: one failure is stored before the PIN is
 * compared, so parallel tries cannot exceed the limit.
 */
async function openPage(
  tools: PageTools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  refuseOtherSite(tools, request);
  const code = readCode(request);
  const language = readLanguage(request);
  const text = pageTexts[language];
  const link = await findLink(tools, code);
  const attempt = await beginAttempt(tools.data, {
    kind: 'guardian',
    usernameOrSession: hashCode(code),
    address: request.ip,
  });
  const pin = foldDigits((readForm(request).get('pin') ?? '').slice(0, 40)).replaceAll(/\D/g, '');
  if (!isPinOf(link?.pinHash ?? null, { code, pin }) || !link)
    return sendPinForm(tools, request, reply, 403, text.wrongPin);
  await attempt.succeed();
  await startSession(tools, link, request, reply);
  return reply.redirect(pageAddress(code, language), 303);
}

function sendPinForm(
  tools: PageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  problem: string | null,
): Promise<FastifyReply> {
  const language = readLanguage(request);
  const text = pageTexts[language];
  const body = html`<h2>${text.title}</h2>
    ${problem === null ? null : html`<p role="alert" id="problem">${problem}</p>`}
    <form method="post" action="${pageAddress(readCode(request), language)}">
      <label for="pin">${text.pin}</label>
      <p class="quiet" id="hint">${text.pinHint}</p>
      <input
        class="pin"
        id="pin"
        name="pin"
        inputmode="numeric"
        autocomplete="off"
        maxlength="12"
        required
        aria-describedby="${problem === null ? 'hint' : 'problem hint'}"
      />
      <div><button>${text.open}</button></div>
    </form>`;
  return send(tools, request, reply, status, body);
}

async function send(
  { data }: PageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: Html,
): Promise<FastifyReply> {
  const settings = await data.read
    .selectFrom('settings')
    .select('institute_name')
    .executeTakeFirst()
    // The page of an error also opens without the database.
    .catch(() => undefined);
  const language = readLanguage(request);
  const [path = ''] = request.url.split('?', 1);
  const otherAddress = `${path}?lang=${language === 'ar' ? 'en' : 'ar'}`;
  const institute = settings?.institute_name ?? '';
  return sendPage(reply, { language, otherAddress, institute, status, body });
}

const problemText = (error: unknown, text: PageText): { status: number; message: string } => {
  if (error instanceof EndedLink) return { status: 410, message: text.over };
  if (!(error instanceof Problem)) {
    // Fastify refuses bodies that are too large or no form.
    const { statusCode: code = 500 } = error as { statusCode?: number };
    return code < 500 ? { status: code, message: text.refused } : { status: 500, message: text.failed };
  }
  const { status, code, message } = error;
  if (code === 'NOT_FOUND') return { status, message: text.notFound };
  if (code === 'UNAUTHENTICATED') return { status, message: text.askForPin };
  if (code === 'FORBIDDEN') return { status, message: text.refused };
  if (code === 'TOO_MANY') return { status, message: text.tooMany };
  return { status, message: status >= 500 ? text.failed : message };
};

/** An address that no link can have, and an ended link, have no page behind them. */
const backLink = (request: FastifyRequest, status: number, text: PageText): Html | null =>
  status === 404 || status === 410
    ? null
    : html`<p><a href="${pageAddress(readCode(request), readLanguage(request))}">${text.back}</a></p>`;

async function sendProblem(
  tools: PageTools,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  const text = pageTexts[readLanguage(request)];
  const { status, message } = problemText(error, text);
  if (!(error instanceof Problem) && status >= 500) request.log.error({ err: error }, 'unforeseen');
  if (error instanceof Problem && error.options.retryAfterSeconds)
    void reply.header('Retry-After', error.options.retryAfterSeconds);
  return send(
    tools,
    request,
    reply,
    status,
    html`<p role="alert">${message}</p>
      ${backLink(request, status, text)}`,
  );
}
