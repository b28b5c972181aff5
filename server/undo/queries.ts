import type { InferResult, Kysely } from 'kysely';
import type { Role } from '../../contract/vocabulary';
import { isKept } from '../db/undo';
import type { Database } from '../db/schema';

/** One person at one sign-in: the headers name the session, the token the person. */
export interface UndoSession {
  userId: number;
  role: Role;
  undoSession: string | null;
}

const ofSession = (db: Kysely<Database>, { userId, undoSession }: UndoSession) =>
  db
    .selectFrom('operations')
    .where('user_id', '=', userId)
    .where('undo_session', '=', undoSession ?? '');

/** What may be taken back, newest first: done in this session and role, not undone, and no undo itself. */
export const offeredOperations = (
  db: Kysely<Database>,
  session: UndoSession,
  most: number,
  below = 2_147_483_647,
) =>
  ofSession(db, session)
    .where('id', '<', below)
    .select(['id', 'description', 'performed_at', 'rows_count'])
    .where('undone_at', 'is', null)
    .where('undo_of', 'is', null)
    .where(isKept)
    .where('user_role', 'in', session.role === 'admin' ? ['admin', 'teacher'] : [session.role])
    .orderBy('id', 'desc')
    .limit(most);

export type Offered = InferResult<ReturnType<typeof offeredOperations>>[number];

/** An operation of this session, whatever has become of it. */
export const ownOperation = (db: Kysely<Database>, session: UndoSession, id: number) =>
  ofSession(db, session).select(['id', 'user_role', 'undo_of']).where('id', '=', id).executeTakeFirst();
