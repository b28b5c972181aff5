import { sql } from 'kysely';
import {
  announcementDescriptions,
  announcementMessages,
  untilProblems,
} from '../../contract/families/announcementMessages';
import { announcementsApi, maxCurrentAnnouncements } from '../../contract/families/announcements';
import type { QueryOf } from '../../contract/endpoint';
import { findUntilProblem } from '../../contract/rules/families/announcements';
import { loadOwnScope } from '../auth/scope';
import { isForRole, loadCurrentAnnouncements, reachesStudent } from '../domain/announcements';
import { loadInstituteDay } from '../domain/institute';
import type { Db } from '../db/schema';
import { allOf, type Condition } from '../db/search/matching';
import { type Call, listRoute, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import {
  type Caller,
  countReached,
  findOwnAnnouncement,
  findPlace,
  loadAnnouncement,
  loadAnnouncementPage,
  type PlaceColumns,
  reachesStaff,
} from './queries';

const callerOf = async ({ data, user }: Pick<Call, 'data' | 'user'>): Promise<Caller> => ({
  user,
  scope: await loadOwnScope(data, user),
  today: (await loadInstituteDay(data.read, data.now())).today,
});

export const announcementRoutes: Route[] = [
  listRoute(announcementsApi.list, async (call) =>
    loadAnnouncementPage(call.data.read, call.query, await callerOf(call)),
  ),

  route(announcementsApi.current, async (call) => {
    const caller = await callerOf(call);
    const { user, today } = caller;
    const reached = user.role === 'student' ? reachesOwn(user.id, today) : reachesStaff(caller);
    return loadCurrentAnnouncements(call.data.read, reached, { today, maxRows: maxCurrentAnnouncements });
  }),

  route(announcementsApi.reach, async (call) => {
    const { data, query } = call;
    const caller = await callerOf(call);
    const place = await findReadPlace(data.read, query, caller);
    return countReached(data.read, place, { today: caller.today, now: data.now() });
  }),

  route(announcementsApi.create, async (call) => {
    const { data, actor, user, body } = call;
    const caller = await callerOf(call);
    const { unit, id } = await data.write(actor, async (writingUnit) => {
      const { title, text = null, until, is_pinned = false, role = null } = body;
      refuseUntil(until, caller.today);
      writingUnit.describe('create', 'announcements', title, announcementDescriptions.created(title));
      const place = await findPlace(writingUnit.trx, body, caller);
      const author = { author_id: user.id, author: user.name };
      const row = { title, text, until, is_pinned: Number(is_pinned), role, ...place, ...author };
      return { unit: writingUnit, id: (await writingUnit.insert('announcements', row)).id };
    });
    return { ...(await loadAnnouncement(data.read, id, caller)), operation_id: unit.operation };
  }),

  route(announcementsApi.update, async (call) => {
    const { data, actor, params, body } = call;
    const caller = await callerOf(call);
    const { operation } = await data.write(actor, async (unit) => {
      const before = await findOwnAnnouncement(unit.trx, params.id, caller);
      const { title, text, until, is_pinned, role, section, program_id, batch_id, circle_id } = {
        ...before,
        ...body,
      };
      // An announcement that is over can still be corrected.
      if (until !== before.until) refuseUntil(until, caller.today);
      unit.describe('update', 'announcements', title, announcementDescriptions.updated(title));
      const place = await findPlace(unit.trx, { section, program_id, batch_id, circle_id }, caller);
      await unit.update(
        'announcements',
        params.id,
        { title, text, until, is_pinned: Number(is_pinned), role, ...place },
        body.version,
        () => loadAnnouncement(unit.trx, params.id, caller),
      );
      return unit;
    });
    return { ...(await loadAnnouncement(data.read, params.id, caller)), operation_id: operation };
  }),

  route(announcementsApi.remove, async (call) => {
    const { data, actor, params } = call;
    const caller = await callerOf(call);
    const { operation } = await data.write(actor, async (unit) => {
      const { title } = await findOwnAnnouncement(unit.trx, params.id, caller);
      unit.describe('delete', 'announcements', title, announcementDescriptions.deleted(title));
      await unit.remove('announcements', [params.id]);
      return unit;
    });
    return { message: announcementMessages.removed, operation_id: operation };
  }),
];

/** The narrowest place counts. @throws NOT_FOUND for a place out of scope, because this is a read */
async function findReadPlace(
  db: Db,
  { section, program_id, batch_id, circle_id }: QueryOf<typeof announcementsApi.reach>,
  caller: Caller,
): Promise<PlaceColumns> {
  const place = circle_id
    ? { circle_id }
    : batch_id
      ? { batch_id }
      : program_id
        ? { program_id }
        : { section };
  return findPlace(db, place, caller).catch((problem: unknown) => {
    throw problem instanceof Problem && problem.code === 'VALIDATION' ? notFound() : problem;
  });
}

/** An account without a student sees nothing, as there is no student whom an announcement reaches. */
const reachesOwn = (userId: number, today: string): Condition =>
  allOf([
    isForRole('student'),
    sql`exists (select 1 from users where users.id = ${userId} and users.student_row_id is not null
      and ${reachesStudent(sql.ref('users.student_row_id'), today)})`,
  ]);

/** @throws VALIDATION */
function refuseUntil(until: string, today: string): void {
  const problem = findUntilProblem(until, today);
  if (problem) throw invalid({ path: 'until', message: untilProblems[problem] });
}
