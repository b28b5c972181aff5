import { sql } from 'kysely';
import type { StudentValues } from '../../contract/rules/importsRecords';
import { sortKey } from '../../contract/rules/arabicText';
import { fullName } from '../../contract/rules/identity';
import { comparableWords, compareWords } from '../../contract/rules/personNames';
import { isOnRoster } from '../domain/enrolments';
import { findByFormerNumber } from '../domain/studentNumbers';
import type { Row } from '../db/schema';
import { distinctRows, loadInChunks, type PlanContext } from './planning';

export type IdField = 'student_id' | 'national_id';
export const idFields = ['national_id', 'student_id'] as const;

/** A stored student, as far as a row of a file is compared with him. */
export interface Person extends Pick<
  Row<'students'>,
  'id' | 'full_name' | 'student_id' | 'national_id' | 'gender'
> {
  batch_id: number | null;
  is_on_roster: number;
  words: readonly string[];
}

/** A row of a file that has no decision. */
export interface PersonRow {
  values: StudentValues;
  name: string;
  words: readonly string[];
  /** Undefined: the row has no batch. */
  batchId: number | undefined;
}

export function toPersonRow(values: StudentValues, batchId: number | undefined): PersonRow {
  const name = values.full_name ?? fullName(values);
  return { values, name, words: comparableWords(name), batchId };
}

/** The people that rows can be. Numbers and ids are unique over all sections, so some are not visible. */
export interface People {
  byId: ReadonlyMap<number, Person>;
  holders: Record<IdField, ReadonlyMap<string, Person>>;
  isVisible: (id: number) => boolean;
  /** Students of a batch whose name agrees. */
  inBatch: (batchId: number, words: readonly string[]) => readonly Person[];
  /** Students with the same name in any batch, or in none. */
  namesakes: (words: readonly string[]) => readonly Person[];
  roster: (batchId: number) => readonly Person[];
  /** Loads further students into `byId`, as far as the caller sees them. */
  load: (ids: readonly number[]) => Promise<void>;
}

/** @param settled rows with a decision; only their numbers and ids are loaded */
export async function loadPeople(
  context: PlanContext,
  rows: readonly PersonRow[],
  settled: readonly StudentValues[],
): Promise<People> {
  const { db, scope, isCheck } = context;
  const select = db
    .selectFrom('students')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .select(['students.id', 'full_name', 'student_id', 'national_id', 'gender', 'enrolments.batch_id'])
    .select(sql<number>`case when ${isOnRoster} then 1 else 0 end`.as('is_on_roster'))
    .orderBy('full_name_sort')
    .orderBy('students.id');
  const values = [...rows.map((row) => row.values), ...settled];
  const loadHolders = (field: IdField) =>
    loadInChunks(
      values.map((one) => one[field]),
      (chunk) => select.where(`students.${field}`, 'in', chunk).execute(),
    );
  const formerHolders = await findByFormerNumber(
    db,
    values.flatMap(({ student_id }) => student_id ?? []),
  );
  const holders = distinctRows(
    await loadHolders('student_id'),
    await loadHolders('national_id'),
    await loadInChunks(formerHolders.values(), (chunk) => select.where('students.id', 'in', chunk).execute()),
  );
  const hasHolder = new Set([
    ...holders.flatMap((one) => [one.student_id, one.national_id]),
    ...formerHolders.keys(),
  ]);
  const unsettled = rows.filter(
    ({ values: { student_id, national_id } }) =>
      !hasHolder.has(student_id ?? '') && !hasHolder.has(national_id ?? ''),
  );
  const rosters = await loadInChunks(
    rows.map(({ batchId }) => batchId),
    (chunk) => select.where('enrolments.batch_id', 'in', chunk).where(scope.students).execute(),
  );
  const namesakes = await loadInChunks(
    unsettled.map(({ name, values: { student_id } }) => (student_id === undefined ? sortKey(name) : null)),
    (chunk) => select.where('full_name_sort', 'in', chunk).where(scope.students).execute(),
  );
  const isVisibleHolder = await loadVisible(
    context,
    holders.map(({ id }) => id),
  );
  const holderIds = new Set(holders.map(({ id }) => id));
  const people = new Map<number, Person>();
  const add = (loaded: typeof holders) => {
    for (const one of loaded) people.set(one.id, { ...one, words: comparableWords(one.full_name) });
  };
  add(distinctRows(holders, rosters, namesakes));
  const formerPeople = [...formerHolders].flatMap(([number, id]) => {
    const person = people.get(id);
    return person ? [[number, person] as const] : [];
  });
  const holdersBy = (field: IdField) =>
    new Map([
      ...(field === 'student_id' ? formerPeople : []),
      ...holders.flatMap(({ id }) => {
        const person = people.get(id);
        const value = person?.[field];
        return person && value ? [[value, person] as const] : [];
      }),
    ]);
  const rosterIndex = indexPeople(
    rosters.flatMap(({ id }) => people.get(id) ?? []),
    ({ batch_id, words }) => `${batch_id}/${words[0]}`,
  );
  const namesakeIndex = indexPeople(
    namesakes.flatMap(({ id }) => people.get(id) ?? []),
    ({ words }) => words.join(' '),
  );
  const byBatch = indexPeople(
    isCheck ? rosters.flatMap(({ id }) => people.get(id) ?? []) : [],
    ({ batch_id }) => String(batch_id),
  );
  return {
    byId: people,
    holders: { student_id: holdersBy('student_id'), national_id: holdersBy('national_id') },
    isVisible: (id) => !holderIds.has(id) || isVisibleHolder(id),
    inBatch: (batchId, words) =>
      (rosterIndex.get(`${batchId}/${words[0]}`) ?? []).filter(
        (person) => compareWords(words, person.words) === 'agree',
      ),
    namesakes: (words) => namesakeIndex.get(words.join(' ')) ?? [],
    roster: (batchId) => byBatch.get(String(batchId)) ?? [],
    load: async (ids) =>
      add(
        await loadInChunks(ids, (chunk) =>
          select.where('students.id', 'in', chunk).where(scope.students).execute(),
        ),
      ),
  };
}

/** Tells which of these students the caller may see. */
export async function loadVisible(
  { db, scope }: PlanContext,
  ids: readonly number[],
): Promise<(id: number) => boolean> {
  if (scope.section === null) return () => true;
  const visible = await loadInChunks(ids, (chunk) =>
    db.selectFrom('students').select('id').where('id', 'in', chunk).where(scope.students).execute(),
  );
  const visibleIds = new Set(visible.map(({ id }) => id));
  return (id) => visibleIds.has(id);
}

export function indexPeople<P>(people: readonly P[], keyOf: (person: P) => string): ReadonlyMap<string, P[]> {
  const index = new Map<string, P[]>();
  for (const person of people) {
    const group = index.get(keyOf(person));
    if (group) group.push(person);
    else index.set(keyOf(person), [person]);
  }
  return index;
}
