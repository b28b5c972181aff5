import { sql } from 'kysely';
import type { QueryOf } from '../../../contract/endpoint';
import { ruleMessages } from '../../../contract/errors';
import { foldDigits } from '../../../contract/rules/arabicText';
import { comparableWords, compareWords } from '../../../contract/rules/personNames';
import {
  type DuplicatePair,
  type DuplicateReason,
  duplicateReasons,
  maxDuplicates,
  type mergeApi,
} from '../../../contract/students/merge';
import { Yielder } from '../../db/engine/yielder';
import type { Db } from '../../db/schema';
import type { Condition } from '../../db/search/matching';
import { studentsSelect } from '../../domain/students';
import type { Listing } from '../../mount';
import { TurnQueue } from '../../turnQueue';

/** Each call reads all students of the scope, so calls run one at a time, in rotation of the users. */
export const duplicatesQueue = new TurnQueue({
  maxRunning: 1,
  maxPerUser: 5,
  maxWaiting: 64,
  tooManyMessage: ruleMessages.tooManyComputations,
});

interface StudentKeys {
  id: number;
  full_name: string;
  national_id: string | null;
  phone_key: string | null;
  birth_date: string | null;
  batch_id: number | null;
}

/** Comparisons of names in one answer. Far above the need of an institute with usual names. */
const maxComparisons = 1_000_000;

const idKey = (nationalId: string | null) => foldDigits(nationalId ?? '').replace(/[\s-]/g, '') || null;

class PairSearch {
  readonly #reasons = new Map<string, DuplicateReason[]>();
  readonly #yielder: Yielder;
  #comparisons = 0;

  /** @param studentId only pairs with this student; undefined: all pairs */
  constructor(
    private readonly distinct: ReadonlySet<string>,
    private readonly studentId: number | undefined,
    signal: AbortSignal,
  ) {
    this.#yielder = new Yielder(undefined, undefined, signal);
  }

  get pairs(): ReadonlyMap<string, DuplicateReason[]> {
    return this.#reasons;
  }

  /** Adds the pairs of each group for which the check holds. */
  async addPairs<T extends { id: number }>(
    reason: DuplicateReason,
    items: readonly T[],
    keyOf: (item: T) => string | null,
    isPair: (first: T, second: T) => boolean = () => true,
  ): Promise<void> {
    const groups = new Map<string, T[]>();
    for (const item of items) {
      const key = keyOf(item);
      if (key === null) continue;
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    for (const group of groups.values())
      for (const [first, others] of this.#listPairs(group)) {
        for (const second of others) {
          if (this.#comparisons >= maxComparisons || this.#reasons.size >= maxDuplicates) return;
          this.#comparisons += 1;
          if (isPair(first, second)) this.#add(reason, first.id, second.id);
        }
        await this.#yielder.yieldIfDue();
      }
  }

  /** Each item with the items that it is compared with. */
  *#listPairs<T extends { id: number }>(group: readonly T[]): Generator<[first: T, others: readonly T[]]> {
    for (const [index, first] of group.entries())
      if (this.studentId === undefined) yield [first, group.slice(index + 1)];
      else if (first.id === this.studentId) yield [first, group.toSpliced(index, 1)];
  }

  #add(reason: DuplicateReason, first: number, second: number): void {
    const key = pairKey(first, second);
    if (this.distinct.has(key)) return;
    this.#reasons.set(key, [...(this.#reasons.get(key) ?? []), reason]);
  }

  yieldIfDue(): Promise<void> {
    return this.#yielder.yieldIfDue();
  }
}

const pairKey = (first: number, second: number): string =>
  first < second ? `${first}-${second}` : `${second}-${first}`;

/** Reads the keys of all students, groups them, and compares names only within a group. */
export async function listDuplicates(
  db: Db,
  scope: Condition,
  { range, filter }: QueryOf<typeof mergeApi.duplicates>,
  signal: AbortSignal,
): Promise<Listing<DuplicatePair>> {
  const distinctRows = await db
    .selectFrom('distinct_students')
    .select(['first_row_id', 'second_row_id'])
    .execute();
  const search = new PairSearch(
    new Set(distinctRows.map(({ first_row_id, second_row_id }) => pairKey(first_row_id, second_row_id))),
    filter?.student_row_id,
    signal,
  );
  const students = [];
  for (const student of await loadKeys(db, scope)) {
    students.push({ ...student, words: comparableWords(student.full_name) });
    await search.yieldIfDue();
  }
  await search.addPairs('national_id', students, ({ national_id }) => idKey(national_id));
  await search.addPairs('phone', students, ({ phone_key, words }) =>
    phone_key === null ? null : `${phone_key} ${words[0] ?? ''}`,
  );
  for (const reason of ['birth_date', 'batch'] as const)
    await search.addPairs(
      reason,
      students,
      ({ words, ...student }) => {
        const value = reason === 'batch' ? student.batch_id : student.birth_date;
        return value === null ? null : `${value} ${words[0] ?? ''}`;
      },
      (first, second) => compareWords(first.words, second.words) === 'agree',
    );
  const sorted = [...search.pairs].toSorted(([, a], [, b]) => rankOf(a) - rankOf(b));
  const [from, to] = range ?? [0, maxDuplicates];
  return { rows: await describePairs(db, sorted.slice(from, to + 1)), total: sorted.length };
}

/** The surest pairs come first: by their best reason, then by the number of reasons. */
const rankOf = (reasons: readonly DuplicateReason[]): number =>
  Math.min(...reasons.map((reason) => duplicateReasons.indexOf(reason))) * 10 - reasons.length;

async function loadKeys(db: Db, scope: Condition): Promise<StudentKeys[]> {
  return db
    .selectFrom('students')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .select(['students.id', 'full_name', 'national_id', 'phone_key', 'birth_date'])
    .select('enrolments.batch_id')
    .where(scope)
    .orderBy('students.id')
    .execute();
}

async function describePairs(
  db: Db,
  pairs: readonly (readonly [string, DuplicateReason[]])[],
): Promise<DuplicatePair[]> {
  const idsOf = (key: string) => key.split('-').map(Number) as [number, number];
  const ids = [...new Set(pairs.flatMap(([key]) => idsOf(key)))];
  const students = ids.length > 0 ? await studentsSelect(db).where('students.id', 'in', ids).execute() : [];
  const byId = new Map(students.map((student) => [student.id, student]));
  return pairs.flatMap(([id, reasons]) => {
    const [first, second] = idsOf(id).map((studentId) => byId.get(studentId));
    return first && second ? [{ id, first, second, reasons }] : [];
  });
}
