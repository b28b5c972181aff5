import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint';
import type { Data } from '../db/engine/connection';
import type { CallLimits } from '../callLimits';
import { Problem } from '../problem';
import { addressGroup } from './addresses';
import { findSession, type Session } from './sessions';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

const bearer = /^Bearer ([\w-]{20,200})$/;

/**
 * Lets a call through or not: not too many a minute, a living session, the person it was sent for, an allowed role.
 * The headers `X-User-*` never grant anything; they only show that a page was left open by somebody else.
 */
export async function requireAccess(
  endpoint: Endpoint,
  request: FastifyRequest,
  data: Data,
  limits: CallLimits,
): Promise<void> {
  if (endpoint.roles === 'public') return limits.ofAddress(endpoint, addressGroup(request.ip));
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  const session = token ? await findSession(data, token, request.ip) : null;
  if (!session) throw new Problem('UNAUTHENTICATED');
  request.session = session;
  limits.ofPerson(endpoint, session.user.id);
  const claimed = request.headers['x-user-id'];
  if (claimed !== undefined && claimed !== String(session.user.id)) throw new Problem('IDENTITY_MISMATCH');
  if (session.user.must_change_password && !endpoint.isOpenBeforePasswordChange)
    throw new Problem('MUST_CHANGE_PASSWORD');
  if (!endpoint.roles.includes(session.user.role))
    throw new Problem(endpoint.isHidden ? 'NOT_FOUND' : 'FORBIDDEN');
}
