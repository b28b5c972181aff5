import { type RawBuilder, sql } from 'kysely';
import { hifzApi, type HotSpot } from '../../contract/hifz/map';
import { dayToDate, dayNumber } from '../../contract/rules/hifz/days';
import {
  defaultCycle,
  buildHifzMap,
  computeMemorisation,
  juzShares,
} from '../../contract/rules/hifz/memorised';
import { weeklyProgress, sumWeeklyProgress, type WeekProgress } from '../../contract/rules/hifz/progress';
import { markSpans, createAyahMarks, spansWhere } from '../../contract/rules/hifz/spans';
import { totalAyahs } from '../../contract/rules/mushaf';
import { isInCircle } from '../auth/recordScope';
import { loadDaysOff } from '../domain/calendar';
import { loadInstituteDay } from '../domain/institute';
import { rosterQuery } from '../domain/offering';
import type { Db } from '../db/schema';
import { always } from '../db/search/matching';
import { type Call, type Route, route } from '../mount';
import { notFound } from '../problem';
import { computeEach, forEachChunk } from './computing';
import { loadHistory } from './history';
import { toPlan, nameOfAyah, namedRange, loadPlans } from './plans';
import { loadCircleMembers, type HifzStudent, findStudent } from './students';
import { roundFaults } from './taskRoutes';

/** The client only displays the values. */
const roundToThousandth = (value: number) => Math.round(value * 1_000) / 1_000;

export const mapRoutes: Route[] = [
  route(hifzApi.map, async (call) => {
    const { data, params } = call;
    const student = await findStudent(call, data.read, params.student);
    const { today } = await loadInstituteDay(data.read, data.now());
    const plans =
      (await loadPlans(data.read, [student.id], today, await loadDaysOff(data.read))).get(student.id) ?? [];
    // If there are several plans, the shortest cycle counts.
    const cycle = plans.length > 0 ? Math.min(...plans.map((plan) => plan.far_cycle_days)) : defaultCycle;
    const memorisation = computeMemorisation(await loadHistory(data.read, student.id, { last: null }));
    const map = buildHifzMap(memorisation, dayNumber(today), cycle);
    return {
      pages: map.pages.map(({ state, share, lastHeard, faults }) => ({
        state,
        share: roundToThousandth(share),
        last_heard: lastHeard === null ? null : dayToDate(lastHeard),
        faults: roundFaults(faults),
      })),
      juz: map.juz.map(({ memorised, due, weak }) => ({
        memorised: roundToThousandth(memorised),
        due,
        weak,
      })),
      memorised_pages: roundToThousandth(map.memorisedPages),
      memorised: spansWhere({ from: 1, to: totalAyahs }, memorisation.memorised, true).map(namedRange),
    };
  }),

  route(hifzApi.batchMap, async (call) => {
    const { params, query } = call;
    const students = await loadStudentsOfBatch(call, params.batchId, query.circle_id);
    return computeEach(
      call,
      students,
      'lessons',
      ({ id, student_id, full_name }, { recitations, declared }) => {
        const memorised = markSpans(createAyahMarks(), declared);
        for (const { spans } of recitations) markSpans(memorised, spans);
        return { id, student_id, name: full_name, juz: juzShares(memorised).map(roundToThousandth) };
      },
    );
  }),

  route(hifzApi.progress, async (call) => {
    const student = await findStudent(call, call.data.read, call.params.student);
    return loadProgress(call, [student], null);
  }),
  route(hifzApi.batchProgress, async (call) =>
    loadProgress(call, await loadStudentsOfBatch(call, call.params.batchId), null),
  ),
  route(hifzApi.circleProgress, async (call) => {
    const { subjectId, students } = await loadCircleMembers(call, call.params.id);
    return loadProgress(call, students, subjectId);
  }),

  route(hifzApi.hotSpots, async (call) => {
    const student = await findStudent(call, call.data.read, call.params.student);
    return loadHotSpots(call, [student], null);
  }),
  route(hifzApi.circleHotSpots, async (call) => {
    const { subjectId, students } = await loadCircleMembers(call, call.params.id);
    return loadHotSpots(call, students, subjectId);
  }),
];

type CallContext = Pick<Call, 'user' | 'scope' | 'data' | 'signal'>;

/** Students of a batch or circle who are visible today, sorted by name. @throws NOT_FOUND */
async function loadStudentsOfBatch(
  call: CallContext,
  batchId: number,
  circleId?: number,
): Promise<HifzStudent[]> {
  const { read } = call.data;
  const { today } = await loadInstituteDay(read, call.data.now());
  const scope = await call.scope();
  const batch = await read
    .selectFrom('batches')
    .select('id')
    .where('id', '=', batchId)
    .where(scope.batches)
    .executeTakeFirstOrThrow(notFound);
  if (circleId !== undefined) {
    const circle = await read
      .selectFrom('circles')
      .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
      .select('circles.subject_id')
      .where('circles.id', '=', circleId)
      .where('subjects.batch_id', '=', batch.id)
      .where((await call.scope(today)).circlesOn(today))
      .executeTakeFirstOrThrow(notFound);
    const enrolment = { subject: sql`${circle.subject_id}`, student: sql.ref('enrolments.student_row_id') };
    return loadStudents(rosterQuery(read, batch.id, today).where(isInCircle(circleId, enrolment, today)));
  }
  return loadStudents(rosterQuery(read, batch.id, today).where(scope.students));
}

async function loadStudents(members: ReturnType<typeof rosterQuery>): Promise<HifzStudent[]> {
  const rows = await members.execute();
  return rows.map(({ rowId, studentId, studentName }) => ({
    id: rowId,
    student_id: studentId,
    full_name: studentName,
  }));
}

async function loadProgress(call: CallContext, students: readonly HifzStudent[], subjectId: number | null) {
  const { data } = call;
  const { today } = await loadInstituteDay(data.read, data.now());
  const ids = students.map(({ id }) => id);
  const plans = await loadPlans(data.read, ids, today, await loadDaysOff(data.read));
  const day = dayNumber(today);
  const progresses = await computeEach(call, students, 'lessons', ({ id }, history): WeekProgress[] => {
    const plansOfSubject = (plans.get(id) ?? []).filter(
      (plan) => subjectId === null || plan.subject_id === subjectId,
    );
    return weeklyProgress(plansOfSubject.map(toPlan), history, day);
  });
  return sumWeeklyProgress(progresses, day).map(({ week, plannedPages, heardPages }) => ({
    week: dayToDate(week),
    planned_pages: roundToThousandth(plannedPages),
    heard_pages: roundToThousandth(heardPages),
  }));
}

const maxSpots = 30;

/** @param subjectId null: all subjects */
async function loadHotSpots(
  call: CallContext,
  students: readonly HifzStudent[],
  subjectId: number | null,
): Promise<HotSpot[]> {
  const spotsByAyah = new Map<number, Spot>();
  await forEachChunk(call, students, async (chunk) => {
    const ids = chunk.map(({ id }) => id);
    for (const { ayah, times, last } of await loadSpots(call.data.read, ids, subjectId)) {
      const spot = spotsByAyah.get(ayah) ?? { ayah, times: 0, last };
      spot.times += Number(times);
      if (last > spot.last) spot.last = last;
      spotsByAyah.set(ayah, spot);
    }
  });
  const spots = [...spotsByAyah.values()].toSorted(
    (a, b) => b.times - a.times || (a.last < b.last ? 1 : a.last > b.last ? -1 : a.ayah - b.ayah),
  );
  return spots
    .slice(0, maxSpots)
    .map(({ ayah, times, last }) => ({ ayah: nameOfAyah(ayah), count: times, last }));
}

interface Spot {
  ayah: number;
  times: number;
  last: string;
}

async function loadSpots(db: Db, studentIds: readonly number[], subjectId: number | null): Promise<Spot[]> {
  const isIncluded = (
    table: RawBuilder<unknown>,
  ) => sql`${table}.student_row_id in (${sql.join([...studentIds])})
    and ${subjectId === null ? always : sql`${table}.subject_id = ${subjectId}`}`;
  const { rows } = await sql<Spot>`
    select ayah, sum(times) as times, max(date) as last from (
      select faults.ayah, faults.count as times, heard.date
      from daily_records as heard join daily_record_faults as faults on faults.record_id = heard.id
      where ${isIncluded(sql`heard`)}
      union all
      select faults.ayah, faults.count, heard.date
      from sard as heard join sard_faults as faults on faults.sard_id = heard.id
      where ${isIncluded(sql`heard`)}) as counted
    where ayah is not null group by ayah`.execute(db);
  return rows;
}
