import { sql } from 'kysely';
import { sortKey } from '../../contract/rules/arabicText';
import type { StudentValues } from '../../contract/rules/importsRecords';
import { fullName } from '../../contract/rules/identity';
import { comparableWords, compareWords } from '../../contract/rules/personNames';
import { isOnRoster } from '../domain/enrolments';
import { findByFormerNumber } from '../domain/studentNumbers';
import type { Row } from '../db/schema';
import { distinctRows, loadInChunks, type PlanContext } from './planning';

export type IdField = 'student_id' | 'national_id';
export const idFields = ['national_id', 'student_id'] as const;

interface LoadedPerson extends Pick<
  Row<'students'>,
  'id' | 'full_name' | 'student_id' | 'national_id' | 'gender' | 'birth_date'
> {
  batch_id: number | null;
  is_on_roster: number;
}

/** A stored student, as far as a row of a file is compared with him. */
export interface Person extends LoadedPerson {
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
  return { values, name, words: wordsOf(name), batchId };
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
  /** The students of a batch of the file. Only a check has them. */
  roster: (batchId: number) => readonly Person[];
  /** Loads further students into `byId`, as far as the caller sees them. */
  load: (ids: readonly number[]) => Promise<void>;
}

const selectPeople = ({ db }: PlanContext) =>
  db
    .selectFrom('students')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .select(['students.id', 'full_name', 'student_id', 'national_id', 'gender', 'birth_date'])
    .select('enrolments.batch_id')
    .select(sql<number>`case when ${isOnRoster} then 1 else 0 end`.as('is_on_roster'))
    .orderBy('full_name_sort')
    .orderBy('students.id');

/** @param decided rows with a decision; only the holders of their numbers and ids are loaded */
export async function loadPeople(
  context: PlanContext,
  rows: readonly PersonRow[],
  decided: readonly StudentValues[],
): Promise<People> {
  const { scope, isCheck } = context;
  const { holders, formerHolders } = await loadHolders(context, [
    ...rows.map(({ values }) => values),
    ...decided,
  ]);
  const rosters = await loadRosters(context, rows);
  const namesakes = await loadInChunks(
    rows.map(({ name, values }) => (values.student_id === undefined ? sortKey(name) : null)),
    (chunk) => selectPeople(context).where('full_name_sort', 'in', chunk).where(scope.students).execute(),
  );
  const isVisibleHolder = await loadVisible(
    context,
    holders.map(({ id }) => id),
  );
  const holderIds = new Set(holders.map(({ id }) => id));
  const people = new Map<number, Person>();
  const add = (loaded: readonly LoadedPerson[]) => {
    for (const one of loaded) people.set(one.id, { ...one, words: wordsOf(one.full_name) });
  };
  add(distinctRows(holders, rosters, namesakes));
  const find = ({ id }: LoadedPerson) => people.get(id) ?? [];
  const rosterPeople = rosters.flatMap(find);
  const byGivenName = indexPeople(rosterPeople, ({ batch_id, words }) => `${batch_id}/${words[0]}`);
  const byName = indexPeople(namesakes.flatMap(find), ({ words }) => words.join(' '));
  const byBatch = indexPeople(isCheck ? rosterPeople : [], ({ batch_id }) => String(batch_id));
  return {
    byId: people,
    holders: {
      student_id: new Map([
        ...[...formerHolders].flatMap(([number, id]) => entry(number, people.get(id))),
        ...holders.flatMap((one) => entry(one.student_id, people.get(one.id))),
      ]),
      national_id: new Map(holders.flatMap((one) => entry(one.national_id, people.get(one.id)))),
    },
    isVisible: (id) => !holderIds.has(id) || isVisibleHolder(id),
    inBatch: (batchId, words) =>
      agreeing(byGivenName.get(`${batchId}/${words[0]}`) ?? [], words, (person) => person.words),
    namesakes: (words) => byName.get(words.join(' ')) ?? [],
    roster: (batchId) => byBatch.get(String(batchId)) ?? [],
    load: async (ids) =>
      add(
        await loadInChunks(ids, (chunk) =>
          selectPeople(context).where('students.id', 'in', chunk).where(scope.students).execute(),
        ),
      ),
  };
}

const entry = (value: string | null, person: Person | undefined): [string, Person][] =>
  value && person ? [[value, person]] : [];

/** The students that have, or had before a merge, the numbers and ids of these rows. */
async function loadHolders(context: PlanContext, rows: readonly StudentValues[]) {
  const select = selectPeople(context);
  const loadBy = (field: IdField) =>
    loadInChunks(
      rows.map((one) => one[field]),
      (chunk) => select.where(`students.${field}`, 'in', chunk).execute(),
    );
  const formerHolders = await findByFormerNumber(
    context.db,
    rows.flatMap(({ student_id }) => student_id ?? []),
  );
  const former = await loadInChunks(formerHolders.values(), (chunk) =>
    select.where('students.id', 'in', chunk).execute(),
  );
  return {
    holders: distinctRows(await loadBy('student_id'), await loadBy('national_id'), former),
    formerHolders,
  };
}

/** A request of a few rows does not load larger rosters. There only equal names are the same person. */
const maxRosterOfRequest = 1_000;

async function loadRosters(context: PlanContext, rows: readonly PersonRow[]): Promise<LoadedPerson[]> {
  const { db, scope, isCheck } = context;
  const batchIds = [...new Set(rows.flatMap(({ batchId }) => batchId ?? []))];
  const largeIds: number[] = [];
  if (!isCheck)
    for (const id of batchIds) {
      const beyond = db
        .selectFrom('enrolments')
        .select('id')
        .where('batch_id', '=', id)
        .where('is_shown', '=', 1);
      if (await beyond.limit(1).offset(maxRosterOfRequest).executeTakeFirst()) largeIds.push(id);
    }
  const select = selectPeople(context).where(scope.students);
  const ofSmallBatches = await loadInChunks(
    batchIds.filter((id) => !largeIds.includes(id)),
    (chunk) => select.where('enrolments.batch_id', 'in', chunk).execute(),
  );
  const ofLargeBatches = await loadInChunks(
    rows.map(({ name, batchId }) =>
      batchId !== undefined && largeIds.includes(batchId) ? sortKey(name) : null,
    ),
    (chunk) =>
      select.where('full_name_sort', 'in', chunk).where('enrolments.batch_id', 'in', largeIds).execute(),
  );
  return [...ofSmallBatches, ...ofLargeBatches];
}

export const nameInBatch = (name: string, batchId: number | null | undefined): string =>
  `${batchId ?? null}/${wordsOf(name).join(' ')}`;

/** The stored names and batches of new people without a number, who were not stored at the check. */
export async function loadNames(
  context: PlanContext,
  decided: readonly StudentValues[],
): Promise<ReadonlySet<string>> {
  const names = decided.flatMap((values) => {
    const isNew = context.decisionOf(values)?.as === 'new';
    return isNew && idFields.every((field) => values[field] === undefined)
      ? sortKey(values.full_name ?? fullName(values))
      : [];
  });
  const stored = await loadInChunks(names, (chunk) =>
    selectPeople(context).where('full_name_sort', 'in', chunk).where(context.scope.students).execute(),
  );
  return new Set(stored.map(({ full_name, batch_id }) => nameInBatch(full_name, batch_id)));
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

/** Among more people with one given name only equal names agree, because each is compared with each. */
const maxOfGivenName = 500;

export const agreeing = <P>(
  people: readonly P[],
  words: readonly string[],
  wordsOfPerson: (person: P) => readonly string[],
): P[] =>
  people.length > maxOfGivenName
    ? people.filter((person) => wordsOfPerson(person).join(' ') === words.join(' '))
    : people.filter((person) => compareWords(words, wordsOfPerson(person)) === 'agree');

const maxCachedNames = 20_000;
const wordsCache = new Map<string, readonly string[]>();

/** The cache saves time, because each request of an import compares the names of the same batch. */
export function wordsOf(name: string): readonly string[] {
  const cached = wordsCache.get(name);
  if (cached) return cached;
  if (wordsCache.size >= maxCachedNames) wordsCache.clear();
  const words = comparableWords(name);
  wordsCache.set(name, words);
  return words;
}
