import { sql } from 'kysely';
import type { MessageKind } from '../../contract/rules/messages/message';
import { daysAfter } from '../../contract/rules/retention';
import type { Db } from '../db/schema';
import type { Condition } from '../db/search/matching';

/** Without a day or week of its own, a kind of message looks back this far. Days. */
const oldestDays = 400;

export interface ToldMessage {
  id: number;
  content: string;
  openedAt: string;
  openedBy: string;
  wasSent: boolean;
}

/** The messages about each student, oldest first, by his row id. */
export type ToldLog = ReadonlyMap<number, readonly ToldMessage[]>;

/** @param students SQL condition on `students` */
export async function loadToldLog(
  db: Db,
  { kind, about, today }: { kind: MessageKind; about: string; today: string },
  students: Condition,
): Promise<ToldLog> {
  const { rows } = await sql<{
    student: number;
    id: number;
    content: string;
    opened_at: string;
    opened_by: string;
    not_sent_at: string | null;
  }>`
    select message_students.student_row_id as student, messages.id, message_students.content, messages.opened_at,
      messages.opened_by, messages.not_sent_at
    from messages join message_students on message_students.message_id = messages.id
      join students on students.id = message_students.student_row_id
    where messages.kind = ${kind} and messages.about = ${about}
      and messages.opened_at >= ${daysAfter(today, -oldestDays)} and ${students}
    order by messages.id`.execute(db);
  const log = new Map<number, ToldMessage[]>();
  for (const { student, id, content, opened_at, opened_by, not_sent_at } of rows) {
    const messages = log.get(student) ?? [];
    messages.push({ id, content, openedAt: opened_at, openedBy: opened_by, wasSent: not_sent_at === null });
    log.set(student, messages);
  }
  return log;
}

/** The last message about the student that was not put back. */
export const lastTold = (log: ToldLog, student: number): ToldMessage | undefined =>
  log.get(student)?.findLast(({ wasSent }) => wasSent);

/** The last opened message was put back. */
export const wasPutBack = (log: ToldLog, student: number): boolean =>
  log.get(student)?.at(-1)?.wasSent === false;
