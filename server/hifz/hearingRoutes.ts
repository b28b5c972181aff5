import { sql } from 'kysely';
import { type PastRecitation, hifzApi } from '../../contract/hifz/map';
import { juzSpan, pageSpan } from '../../contract/rules/hifz/spans';
import { juzOf, rangeOfPages } from '../../contract/rules/mushaf';
import { loadRecordParts } from '../domain/recordParts';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { type Route, route } from '../mount';
import { namedRange } from './plans';
import { findStudent } from './students';
import { areRecordsVisible } from './weekRoutes';

const maxRecitations = 60;

export const hearingRoutes: Route[] = [
  route(hifzApi.hearings, async (call) => {
    const { user, data, params, query } = call;
    const student = await findStudent(call, data.read, params.student);
    const isOwn = user.role === 'student';
    const scope = await call.scope();
    const filter = { student: student.id, page: query.page, subjectCode: query.subject_code };
    const visibleCondition = isOwn ? always : areRecordsVisible(scope);
    const visibleSard = isOwn
      ? always
      : sql<boolean>`${scope.subjects} and ${scope.isStudentVisible({ subject: sql.ref('subjects.id'), student: sql`${student.id}` })}`;
    const recitations = await loadRecords(data.read, { ...filter, visibleCondition, kind: query.kind });
    if (query.kind === undefined)
      recitations.push(...(await loadSard(data.read, { ...filter, visibleCondition: visibleSard })));
    return recitations
      .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
      .slice(0, maxRecitations);
  }),
];

interface RecitationFilter {
  student: number;
  page: number | undefined;
  subjectCode: string | undefined;
  visibleCondition: Condition;
}

async function loadRecords(
  db: Db,
  {
    student,
    page,
    subjectCode,
    visibleCondition,
    kind,
  }: RecitationFilter & { kind: PastRecitation['kind'] | undefined },
): Promise<PastRecitation[]> {
  const span = page === undefined ? null : pageSpan(page);
  const rows = await db
    .selectFrom('daily_records')
    .innerJoin('subjects', 'subjects.id', 'daily_records.subject_id')
    .select([
      'daily_records.id',
      'daily_records.date',
      'daily_records.kind',
      'daily_records.pages_count',
      'daily_records.mistakes_count',
      'daily_records.result',
      'subjects.subject_code',
      'subjects.name as subject_name',
      'subjects.batch_id',
    ])
    .where('daily_records.student_row_id', '=', student)
    .where(visibleCondition)
    .where(kind === undefined ? always : sql<boolean>`daily_records.kind = ${kind}`)
    .where(subjectCode === undefined ? always : sql<boolean>`subjects.subject_code = ${subjectCode}`)
    .where(
      sql<boolean>`exists (select 1 from daily_record_ranges as ranges
      where ranges.record_id = daily_records.id
        and ${span === null ? always : sql`ranges.from_ayah <= ${span.to} and ranges.to_ayah >= ${span.from}`})`,
    )
    .orderBy('daily_records.date', 'desc')
    .orderBy('daily_records.id', 'desc')
    .limit(maxRecitations)
    .execute();
  const parts = await loadRecordParts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, pages_count, mistakes_count, ...row }) => ({
    ...row,
    ranges: (parts.get(id)?.ranges ?? []).map(({ from_ayah, to_ayah }) =>
      namedRange({ from: from_ayah, to: to_ayah }),
    ),
    pages: pages_count,
    faults: mistakes_count ?? 0,
  }));
}

/** A page belongs to the juz in which it begins. */
async function loadSard(
  db: Db,
  { student, page, subjectCode, visibleCondition }: RecitationFilter,
): Promise<PastRecitation[]> {
  const firstAyah = page === undefined ? null : (rangeOfPages(page)?.from ?? null);
  const juz = firstAyah === null ? null : juzOf(firstAyah);
  const rows = await db
    .selectFrom('sard')
    .innerJoin('subjects', 'subjects.id', 'sard.subject_id')
    .select([
      'sard.date',
      'sard.from_juz',
      'sard.to_juz',
      'subjects.subject_code',
      'subjects.name as subject_name',
      'subjects.batch_id',
    ])
    .select(
      sql<number>`(select coalesce(sum(faults.count), 0) from sard_faults as faults where faults.sard_id = sard.id)`.as(
        'faults',
      ),
    )
    .where('sard.student_row_id', '=', student)
    .where(visibleCondition)
    .where(subjectCode === undefined ? always : sql<boolean>`subjects.subject_code = ${subjectCode}`)
    .where(juz === null ? always : sql<boolean>`sard.from_juz <= ${juz} and sard.to_juz >= ${juz}`)
    .orderBy('sard.date', 'desc')
    .orderBy('sard.id', 'desc')
    .limit(maxRecitations)
    .execute();
  return rows.map(({ from_juz, to_juz, faults, ...row }) => ({
    ...row,
    kind: 'sard',
    ranges: [namedRange({ from: juzSpan(from_juz).from, to: juzSpan(to_juz).to })],
    pages: null,
    faults: Number(faults),
    result: null,
  }));
}
