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
import { isOfCircle } from '../auth/recordScope';
import { loadInstituteDay } from '../domain/institute';
import { rosterQuery } from '../domain/offering';
import type { Db } from '../db/schema';
import { always } from '../db/search/matching';
import { type Call, type Route, route } from '../mount';
import { notFound } from '../problem';
import { computeEach, inParts } from './computing';
import { historyOf } from './history';
import { asPlan, nameOfAyah, namedRange, plansOf } from './plans';
import { circlePupils, type Pupil, pupilOf } from './pupils';
import { roundedFaults } from './taskRoutes';

/** Three decimals: the shares and pages of a map are shown, and not added up. */
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

export const mapRoutes: Route[] = [
  route(hifzApi.map, async (call) => {
    const { data, params } = call;
    const pupil = await pupilOf(call, data.read, params.student);
    const { today } = await loadInstituteDay(data.read, data.now());
    const plans = (await plansOf(data.read, [pupil.id], today)).get(pupil.id) ?? [];
    // With several plans the strictest one.
    const cycle = plans.length > 0 ? Math.min(...plans.map((plan) => plan.far_cycle_days)) : defaultCycle;
    const known = computeMemorisation(await historyOf(data.read, pupil.id, { last: null }));
    const map = buildHifzMap(known, dayNumber(today), cycle);
    return {
      pages: map.pages.map(({ state, share, lastHeard, faults }) => ({
        state,
        share: rounded(share),
        last_heard: lastHeard === null ? null : dayToDate(lastHeard),
        faults: roundedFaults(faults),
      })),
      juz: map.juz.map(({ memorised, due, weak }) => ({ memorised: rounded(memorised), due, weak })),
      memorised_pages: rounded(map.memorisedPages),
      memorised: spansWhere({ from: 1, to: totalAyahs }, known.memorised, true).map(namedRange),
    };
  }),

  route(hifzApi.batchMap, async (call) => {
    const { params, query } = call;
    const pupils = await pupilsOfBatch(call, params.batchId, query.circle_id);
    return computeEach(call, pupils, 'lessons', ({ id, student_id, full_name }, { hearings, declared }) => {
      const memorised = markSpans(createAyahMarks(), declared);
      for (const { spans } of hearings) markSpans(memorised, spans);
      return { id, student_id, name: full_name, juz: juzShares(memorised).map(rounded) };
    });
  }),

  route(hifzApi.progress, async (call) => {
    const pupil = await pupilOf(call, call.data.read, call.params.student);
    return progressAnswer(call, [pupil], null);
  }),
  route(hifzApi.batchProgress, async (call) =>
    progressAnswer(call, await pupilsOfBatch(call, call.params.batchId), null),
  ),
  route(hifzApi.circleProgress, async (call) => {
    const { subjectId, pupils } = await circlePupils(call, call.params.id);
    return progressAnswer(call, pupils, subjectId);
  }),

  route(hifzApi.hotSpots, async (call) => {
    const pupil = await pupilOf(call, call.data.read, call.params.student);
    return hotSpots(call, [pupil], null);
  }),
  route(hifzApi.circleHotSpots, async (call) => {
    const { subjectId, pupils } = await circlePupils(call, call.params.id);
    return hotSpots(call, pupils, subjectId);
  }),
];

type Asking = Pick<Call, 'user' | 'scope' | 'data' | 'signal'>;

/** The students of a batch today whom the caller may see, of one circle where it is named; by name. @throws NOT_FOUND */
async function pupilsOfBatch(call: Asking, batchId: number, circleId?: number): Promise<Pupil[]> {
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
    const pupil = { subject: sql`${circle.subject_id}`, student: sql.ref('enrolments.student_row_id') };
    return asPupils(rosterQuery(read, batch.id, today).where(isOfCircle(circleId, pupil, today)));
  }
  return asPupils(rosterQuery(read, batch.id, today).where(scope.students));
}

async function asPupils(members: ReturnType<typeof rosterQuery>): Promise<Pupil[]> {
  const rows = await members.execute();
  return rows.map(({ rowId, studentId, studentName }) => ({
    id: rowId,
    student_id: studentId,
    full_name: studentName,
  }));
}

/** @param subjectId whose plans count; null: those of all subjects */
async function progressAnswer(call: Asking, pupils: readonly Pupil[], subjectId: number | null) {
  const { data } = call;
  const { today } = await loadInstituteDay(data.read, data.now());
  const ids = pupils.map(({ id }) => id);
  const plans = await plansOf(data.read, ids, today);
  const day = dayNumber(today);
  const all = await computeEach(call, pupils, 'lessons', ({ id }, history): WeekProgress[] => {
    const own = (plans.get(id) ?? []).filter((plan) => subjectId === null || plan.subject_id === subjectId);
    return weeklyProgress(own.map(asPlan), history, day);
  });
  return sumWeeklyProgress(all, day).map(({ week, plannedPages, heardPages }) => ({
    week: dayToDate(week),
    planned_pages: rounded(plannedPages),
    heard_pages: rounded(heardPages),
  }));
}

/** How many ayahs are told. */
const mostSpots = 30;

/** The ayahs with the most faults in records and sard of students. @param subjectId null: of all subjects */
async function hotSpots(
  call: Asking,
  pupils: readonly Pupil[],
  subjectId: number | null,
): Promise<HotSpot[]> {
  const found = new Map<number, Spot>();
  await inParts(call, pupils, async (part) => {
    const ids = part.map(({ id }) => id);
    for (const { ayah, times, last } of await spotsOf(call.data.read, ids, subjectId)) {
      const known = found.get(ayah) ?? { ayah, times: 0, last };
      known.times += Number(times);
      if (last > known.last) known.last = last;
      found.set(ayah, known);
    }
  });
  const most = [...found.values()].toSorted(
    (a, b) => b.times - a.times || (a.last < b.last ? 1 : a.last > b.last ? -1 : a.ayah - b.ayah),
  );
  return most
    .slice(0, mostSpots)
    .map(({ ayah, times, last }) => ({ ayah: nameOfAyah(ayah), count: times, last }));
}

interface Spot {
  ayah: number;
  times: number;
  last: string;
}

async function spotsOf(db: Db, students: readonly number[], subjectId: number | null): Promise<Spot[]> {
  const within = (of: RawBuilder<unknown>) => sql`${of}.student_row_id in (${sql.join([...students])})
    and ${subjectId === null ? always : sql`${of}.subject_id = ${subjectId}`}`;
  const { rows } = await sql<Spot>`
    select ayah, sum(times) as times, max(date) as last from (
      select faults.ayah, faults.count as times, heard.date
      from daily_records as heard join daily_record_faults as faults on faults.record_id = heard.id
      where ${within(sql`heard`)}
      union all
      select faults.ayah, faults.count, heard.date
      from sard as heard join sard_faults as faults on faults.sard_id = heard.id
      where ${within(sql`heard`)}) as counted
    where ayah is not null group by ayah`.execute(db);
  return rows;
}
