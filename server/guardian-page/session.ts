import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageLanguage } from '../../contract/families/guardianPageText';
import type { Config } from '../config';
import type { Data } from '../db/data';
import type { Db } from '../db/schema';
import { codePattern, expiryAfter, hashCode, linkLifetime } from '../domain/guardianLinks';
import { loadInstituteDay } from '../domain/institute';
import { notFound, Problem } from '../problem';
import { loadPageChildren, type PageChild } from './children';
import { html, type Html } from './html';
import { readLanguage } from './layout';

/** The private page of a guardian, as a request with a valid session sees it. */
export interface GuardianVisit {
  data: Data;
  now: Date;
  /** The day of the institute. */
  today: string;
  language: PageLanguage;
  guardianId: number;
  /** Read anew at each request, so that a removed relation or right counts at once. */
  children: readonly PageChild[];
  /** The address of the page, or of a part of it, in the language of the visit. */
  href(part?: string): string;
  /** Each form of the page needs these hidden fields. */
  formFields: Html;
}

export interface PageTools {
  data: Data;
  config: Config;
}

interface PageLink {
  id: number;
  pinHash: string;
  guardianId: number;
  lastUsedAt: string | null;
}

/** The link has expired or was removed. Only a holder of its code can ask for it. */
export class EndedLink extends Error {}

/** @throws NOT_FOUND for an address that no link can have */
export function readCode(request: FastifyRequest): string {
  const { code } = request.params as { code: string };
  if (!codePattern.test(code)) throw notFound();
  return code;
}

/**
 * Returns null for an unknown code.
 * @throws EndedLink
 */
export async function findLink({ data }: PageTools, code: string): Promise<PageLink | null> {
  const row = await data.read
    .selectFrom('guardian_link_codes')
    .leftJoin('guardian_links', 'guardian_links.id', 'guardian_link_codes.link_id')
    .select(['link_id', 'pin_hash', 'expires_at', 'last_used_at', 'guardian_links.guardian_id'])
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst();
  if (!row) return null;
  if (row.guardian_id === null || row.expires_at <= data.now().toISOString()) throw new EndedLink();
  const { link_id: id, pin_hash: pinHash, guardian_id: guardianId, last_used_at: lastUsedAt } = row;
  return { id, pinHash, guardianId, lastUsedAt };
}

const cookieName = 'rasd_guardian';
const tokenPattern = /^[\w-]{43}$/;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

function readToken({ headers }: FastifyRequest): string | null {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=');
    if (name === cookieName && tokenPattern.test(value)) return value;
  }
  return null;
}

/** Browsers send the cookie only to this page. `Lax`, because links in messages open the page. */
function sendCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAgeMs: number): void {
  const attributes = [
    `Path=/g/${readCode(request)}`,
    `Max-Age=${maxAgeMs / 1_000}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(request.protocol === 'https' ? ['Secure'] : []),
  ];
  void reply.header('Set-Cookie', [`${cookieName}=${value}`, ...attributes].join('; '));
}

/** Also renews the link. */
export async function startSession(
  { data }: PageTools,
  link: PageLink,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const now = data.now();
  await data.writeUnlogged(async (trx) => {
    await trx.deleteFrom('guardian_sessions').where('expires_at', '<', now.toISOString()).execute();
    await trx
      .insertInto('guardian_sessions')
      .values({ token_hash: hashToken(token), link_id: link.id, expires_at: expiryAfter(now) })
      .execute();
    await renewLink(trx, link, now);
  });
  sendCookie(request, reply, token, linkLifetime);
}

export async function endSession(
  { data }: PageTools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = readToken(request);
  if (token)
    await data.writeUnlogged((trx) =>
      trx.deleteFrom('guardian_sessions').where('token_hash', '=', hashToken(token)).execute(),
    );
  sendCookie(request, reply, '', 0);
}

const renewLink = (db: Db, { id }: PageLink, now: Date) =>
  db
    .updateTable('guardian_link_codes')
    .set({ expires_at: expiryAfter(now), last_used_at: now.toISOString() })
    .where('link_id', '=', id)
    .execute();

const renewalIntervalMs = 3_600_000;

/** The page opens even if the database cannot be written. */
async function renewUsedLink({ data }: PageTools, link: PageLink, { log }: FastifyRequest): Promise<void> {
  const now = data.now();
  const unused = now.getTime() - Date.parse(link.lastUsedAt ?? '1970-01-01');
  if (unused >= 0 && unused < renewalIntervalMs) return;
  await data
    .writeUnlogged((trx) => renewLink(trx, link, now))
    .catch((error: unknown) => log.warn({ err: error }, 'the use of a link was not stored'));
}

const formTokenName = 'form_token';

/** Another site cannot read the token, so it cannot send a form of the page. */
const formToken = (token: string): string =>
  createHmac('sha256', token).update(formTokenName).digest('base64url');

/** Returns null without a session of this link. */
export async function findVisit(
  tools: PageTools,
  request: FastifyRequest,
  link: PageLink,
): Promise<GuardianVisit | null> {
  const { data } = tools;
  const token = readToken(request);
  const now = data.now();
  const session = token
    ? await data.read
        .selectFrom('guardian_sessions')
        .select('link_id')
        .where('token_hash', '=', hashToken(token))
        .where('link_id', '=', link.id)
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst()
    : undefined;
  if (!token || !session) return null;
  await renewUsedLink(tools, link, request);
  const { today } = await loadInstituteDay(data.read, now);
  const language = readLanguage(request);
  const code = readCode(request);
  return {
    data,
    now,
    today,
    language,
    guardianId: link.guardianId,
    children: await loadPageChildren(data.read, link.guardianId, today),
    href: (part = '') => pageAddress(code, language, part),
    formFields: html`<input type="hidden" name="${formTokenName}" value="${formToken(token)}" />`,
  };
}

export const pageAddress = (code: string, language: PageLanguage, part = ''): string =>
  `/g/${code}${part && `/${part}`}${language === 'en' ? '?lang=en' : ''}`;

/**
 * The visit of a request below `/g/{code}/`.
 * @throws EndedLink, UNAUTHENTICATED without a session, FORBIDDEN for a form of another site, NOT_FOUND
 */
export async function requireGuardian(tools: PageTools, request: FastifyRequest): Promise<GuardianVisit> {
  const link = await findLink(tools, readCode(request));
  const visit = link && (await findVisit(tools, request, link));
  if (!visit) throw new Problem('UNAUTHENTICATED');
  if (request.method === 'POST') {
    refuseOtherSite(tools, request);
    const expected = Buffer.from(formToken(readToken(request) ?? ''));
    const sent = Buffer.from(readForm(request).get(formTokenName) ?? '');
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw new Problem('FORBIDDEN');
  }
  return visit;
}

export const readForm = (request: FastifyRequest): URLSearchParams =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams();

/**
 * With `Referrer-Policy: no-referrer`, browsers send the origin `null` also for forms of the page itself.
 * Then `Sec-Fetch-Site` decides, and in older browsers the token.
 * @throws FORBIDDEN
 */
export function refuseOtherSite({ config }: PageTools, { headers, hostname }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Problem('FORBIDDEN');
  const { origin } = headers;
  if (site !== undefined || origin === undefined || origin === 'null') return;
  // Without their ports, because a proxy may listen on another one.
  const names = [hostname, ...(config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).hostname] : [])];
  if (!URL.canParse(origin) || !names.includes(new URL(origin).hostname)) throw new Problem('FORBIDDEN');
}
