import { sql } from 'kysely';
import type { BodyOf } from '../../contract/endpoint';
import { tellApi } from '../../contract/families/tell';
import { tellMessages } from '../../contract/families/tellMessages';
import { freeTextMark, type MessageKind } from '../../contract/rules/messages/message';
import { dayNumber, dayToDate, teachingWeekStart } from '../../contract/rules/hifz/days';
import { defaultWeekendDays } from '../../contract/vocabulary';
import { databaseKind, numbersInJson } from '../db/engine/dialect';
import type { Db } from '../db/schema';
import { type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import { findAbsences } from './absences';
import { findAbsentDays } from './absentDays';
import { type Audience, loadAudience, type TellCall } from './audience';
import { type Finding, toldBefore } from './finding';
import { loadToldLog, type ToldLog } from './log';
import { buildRecipients } from './recipients';
import { findJuzTests, findMarks, findWeeks, lastDayOfWeek, type LoadDueJuzTests } from './studies';
import { loadMessageTemplates, templateRoutes } from './templates';

const logRoutes: Route[] = [
  route(tellApi.opened, async ({ body, ...call }) => {
    await refuseStrangers(call, body);
    const { kind, date, students, guardian_id, channel, text } = body;
    const { weekend } = await loadTellSettings(call.data.read);
    const opened_at = call.data.now().toISOString();
    const { id: user_id, name: opened_by } = call.user;
    const message_id = await call.data.writeUnlogged(async (trx) => {
      const about = aboutOf(kind, date, weekStart(date, weekend));
      const message = { kind, about, guardian_id, channel, text, opened_at, user_id, opened_by };
      const { id } = await trx
        .insertInto('messages')
        .values(message)
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('message_students')
        .values(
          students.map((student) => ({
            message_id: id,
            student_row_id: student.id,
            content: student.content,
          })),
        )
        .execute();
      return id;
    });
    return { message_id, opened_at, opened_by };
  }),

  route(tellApi.notSent, async ({ body: { message_id }, ...call }) => {
    const { students } = await loadAudience(call);
    const isInScope = sql<boolean>`exists (select 1 from message_students where message_students.message_id = messages.id)
      and not exists (select 1 from message_students where message_students.message_id = messages.id
        and message_students.student_row_id not in (select students.id from students where ${students}))`;
    await call.data.writeUnlogged(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('messages')
        .set({ not_sent_at: call.data.now().toISOString() })
        .where('id', '=', message_id)
        .where(isInScope)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound();
    });
    return { message_id };
  }),
];

/** @param loadDueJuzTests the part of memorisation computes the tests */
export const tellRoutes = (loadDueJuzTests: LoadDueJuzTests): Route[] => [
  route(tellApi.list, async ({ query, ...call }) => {
    const { kind, text_key } = query;
    const db = call.data.read;
    if (kind === 'free' && query.batch_id === undefined && query.circle_id === undefined)
      throw invalid({ path: 'batch_id', message: tellMessages.freeNeedsGroup });
    const audience = await loadAudience(call, query);
    const settings = await loadTellSettings(db);
    const weekFrom = weekStart(audience.date, settings.weekend);
    const about = aboutOf(kind, audience.date, weekFrom);
    const log = await loadToldLog(db, { kind, about, today: audience.today }, audience.students);
    const findings = await findAll[kind]({
      call,
      audience,
      log,
      weekFrom,
      loadDueJuzTests,
      textKey: text_key,
    });
    return buildRecipients(db, findings, log, {
      templates: await loadMessageTemplates(db),
      context: { institute: settings.institute_name, sender: call.user.name, today: audience.today },
      adultAge: settings.adult_age,
      freeText: kind === 'free' ? freeTextMark : undefined,
    });
  }),

  ...logRoutes,
  ...templateRoutes,
];

interface Search {
  call: TellCall;
  audience: Audience;
  log: ToldLog;
  weekFrom: string;
  textKey: string | undefined;
  loadDueJuzTests: LoadDueJuzTests;
}

const findAll: Record<MessageKind, (search: Search) => Promise<Finding[]>> = {
  absent: ({ call, audience, log }) => findAbsences(call.data.read, audience, log),
  absent_days: ({ call, audience, log }) => findAbsentDays(call.data.read, audience, log),
  juz_test: ({ call, audience, log, loadDueJuzTests }) => findJuzTests(call, audience, log, loadDueJuzTests),
  week: ({ call, audience, log, weekFrom: from }) =>
    findWeeks(call.data.read, audience, log, { from, to: lastDayOfWeek(from) }),
  marks: ({ call, audience, log }) => findMarks(call.data.read, audience, log),
  free: ({ call, audience, log, textKey }) => findAllStudents(call.data.read, audience, log, textKey),
};

/** Before the text is typed, all recipients are new. */
async function findAllStudents(
  db: Db,
  { onRoster }: Audience,
  log: ToldLog,
  textKey = '',
): Promise<Finding[]> {
  const rows = await db.selectFrom('students').select('id').where(onRoster).execute();
  return rows.map(({ id }) => ({
    studentId: id,
    // The text stands instead of the sentences.
    sentence: 'present',
    values: {},
    content: textKey === '' ? '-' : textKey,
    toldBy: toldBefore(log, id, textKey),
  }));
}

/** Messages of a kind about the same day or week replace each other. */
function aboutOf(kind: MessageKind, date: string, weekFrom: string): string {
  if (kind === 'absent' || kind === 'free') return date;
  return kind === 'week' ? weekFrom : '';
}

const weekStart = (date: string, weekend: readonly number[]): string =>
  dayToDate(teachingWeekStart(dayNumber(date), weekend));

async function loadTellSettings(db: Db) {
  const { weekend_days, ...settings } = await db
    .selectFrom('settings')
    .select(['institute_name', 'adult_age', 'weekend_days'])
    .executeTakeFirstOrThrow();
  return {
    ...settings,
    weekend: weekend_days === null ? defaultWeekendDays : (JSON.parse(weekend_days) as number[]),
  };
}

/** @throws NOT_FOUND for a student outside of the scope, or a guardian who gets no messages about him */
async function refuseStrangers(
  call: TellCall,
  { students, guardian_id }: BodyOf<typeof tellApi.opened>,
): Promise<void> {
  const { students: inScope } = await loadAudience(call);
  const db = call.data.read;
  const ids = [...new Set(students.map(({ id }) => id))];
  if (ids.length < students.length || (guardian_id === null && ids.length > 1)) throw notFound();
  const { rows } = await sql<{ id: number }>`
    select students.id from students
    where students.id in (${numbersInJson(databaseKind(db), ids)}) and ${inScope}
      and ${
        guardian_id === null
          ? sql`1 = 1`
          : sql`exists (select 1 from student_guardians where student_guardians.student_row_id = students.id
              and student_guardians.guardian_id = ${guardian_id} and student_guardians.can_message = 1)`
      }`.execute(db);
  if (rows.length < ids.length) throw notFound();
}
