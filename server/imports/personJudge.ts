import type { MissingFromFile, QuestionKind } from '../../contract/imports';
import { compareWords } from '../../contract/rules/personNames';
import { Yielder } from '../db/engine/yielder';
import { answerKey, loadPersonAnswers } from './personAnswers';
import {
  agreeing,
  type IdField,
  idFields,
  indexPeople,
  type People,
  type Person,
  type PersonRow,
} from './people';
import type { BatchMatch, PlanContext } from './planning';

export interface PersonQuestion {
  kind: QuestionKind;
  field: IdField | null;
  value: string;
  /** The most likely person first. */
  ids: readonly number[];
  canBeNew: boolean;
  without: readonly IdField[];
}

/** Who a row is (files.md). `without` are the fields of the row that are not stored for this person. */
export type Judgement =
  | { kind: 'same'; id: number; without: readonly IdField[] }
  | { kind: 'new'; without: readonly IdField[] }
  /** An equal row comes earlier in the file. */
  | { kind: 'repeated' }
  /** A student out of the caller's scope has the number or id. */
  | { kind: 'taken'; field: IdField }
  | { kind: 'asks'; question: PersonQuestion };

/** The student of each answer of an earlier import. */
type Answers = ReadonlyMap<string, number>;
/** Whether the row would change nothing of the stored student. */
export type ChangesNothing = (row: PersonRow, id: number) => boolean;

const maxCandidates = 5;

/** Judges all rows together, because a repeated number or name makes each of its rows a question. */
export class PersonJudge {
  readonly #repeated: Record<IdField, ReadonlySet<string>>;
  /** Students that a row has found by number or id. */
  readonly #claimed = new Set<number>();
  /** Students that a row has found by name alone. */
  readonly #found = new Set<number>();
  readonly #rowsByName: ReadonlyMap<string, PersonRow[]>;
  readonly #firstRows = new Map<string, PersonRow>();
  readonly #candidatesByRow = new Map<PersonRow, readonly Person[]>();

  private constructor(
    readonly people: People,
    readonly rows: readonly PersonRow[],
    readonly answers: Answers,
  ) {
    this.#repeated = {
      student_id: this.#findRepeated('student_id'),
      national_id: this.#findRepeated('national_id'),
    };
    const unsettled = rows.filter((row) => !this.#claim(row));
    for (const row of unsettled) {
      const cells = JSON.stringify(row.values);
      if (!this.#firstRows.has(cells)) this.#firstRows.set(cells, row);
    }
    this.#rowsByName = indexPeople(
      unsettled.filter((row) => !this.#isRepeated(row)),
      nameKey,
    );
  }

  static async create(
    context: PlanContext,
    people: People,
    rows: readonly PersonRow[],
  ): Promise<PersonJudge> {
    const first = new PersonJudge(people, rows, new Map());
    const yielder = new Yielder();
    const keys: string[] = [];
    for (const row of rows) {
      if (context.isCheck) await yielder.yieldIfDue();
      keys.push(...first.#keysInConflict(row));
    }
    if (keys.length === 0) return first;
    const answers = await loadPersonAnswers(context.db, keys);
    if (answers.size === 0) return first;
    await people.load([...answers.values()]);
    return new PersonJudge(people, rows, answers);
  }

  /** The people that the name of a row can mean. Their whole rows are needed for `judge`. */
  candidateIds(): number[] {
    return this.rows.flatMap((row) => [
      ...([...idFields, 'batch'] as const).flatMap((field) => this.#answered(row, field)?.id ?? []),
      ...[...this.#candidates(row), ...this.people.namesakes(row.words)].map(({ id }) => id),
    ]);
  }

  async judge(context: PlanContext, changesNothing: ChangesNothing): Promise<Map<object, Judgement>> {
    const yielder = new Yielder();
    const judgements = new Map<object, Judgement>();
    for (const row of this.rows) {
      if (context.isCheck) await yielder.yieldIfDue();
      judgements.set(row.values, this.#judgeRow(row, changesNothing));
    }
    return judgements;
  }

  /** Values under names that disagree. */
  #findRepeated(field: IdField): ReadonlySet<string> {
    const namesByValue = new Map<string, (readonly string[])[]>();
    const repeated = new Set<string>();
    for (const row of this.rows) {
      const value = row.values[field];
      if (value === undefined || repeated.has(value) || this.#answered(row, field)) continue;
      const names = namesByValue.get(value) ?? [];
      if (names.some((name) => compareWords(name, row.words) !== 'agree')) repeated.add(value);
      const isNew = names.every((name) => name.join(' ') !== row.words.join(' '));
      if (isNew) namesByValue.set(value, [...names, row.words]);
    }
    return repeated;
  }

  /** The student of an earlier answer. After another name was stored, the answer counts no more. */
  #answered(row: PersonRow, field: IdField | 'batch'): Person | undefined {
    const value = field === 'batch' ? (row.batchId ?? 0) : row.values[field];
    if (this.answers.size === 0 || value === undefined) return undefined;
    const person = this.people.byId.get(this.answers.get(answerKey(row.name, field, value)) ?? 0);
    const isUsable = person && this.people.isVisible(person.id);
    return isUsable && compareWords(row.words, person.words) === 'agree' ? person : undefined;
  }

  /** Keys of the answers that can settle the number or id of a row. */
  #keysInConflict(row: PersonRow): string[] {
    const holders = idFields.map((field) => this.people.holders[field].get(row.values[field] ?? ''));
    const isInConflict =
      idFields.some((field) => this.#repeated[field].has(row.values[field] ?? '')) ||
      holders.some((holder) => holder && compareWords(row.words, holder.words) !== 'agree') ||
      (holders[0] !== undefined && holders[1] !== undefined && holders[0] !== holders[1]) ||
      hasOtherId(row, holders[1]);
    const isNameInDoubt =
      holders.every((holder) => holder === undefined) &&
      (this.#candidates(row).length > 0 || this.people.namesakes(row.words).length > 0);
    return [
      ...(isInConflict ? idFields : []).flatMap((field) => {
        const value = row.values[field];
        return value === undefined ? [] : [answerKey(row.name, field, value)];
      }),
      ...(isNameInDoubt ? [answerKey(row.name, 'batch', row.batchId ?? 0)] : []),
    ];
  }

  #holder(row: PersonRow, field: IdField): { person: Person | undefined; isAnswered: boolean } {
    const answered = this.#answered(row, field);
    return {
      person: answered ?? this.people.holders[field].get(row.values[field] ?? ''),
      isAnswered: answered !== undefined,
    };
  }

  #isRepeated = (row: PersonRow): boolean =>
    !hasOwnNumber(row) && this.#firstRows.get(JSON.stringify(row.values)) !== row;

  /** True if the number or id settles the row. */
  #claim(row: PersonRow): boolean {
    let isSettled = false;
    for (const field of idFields) {
      const { person, isAnswered } = this.#holder(row, field);
      if (!person || !(isAnswered || this.#isSamePerson(row, person, field))) continue;
      this.#claimed.add(person.id);
      isSettled = true;
    }
    return isSettled;
  }

  /** A given name that is one letter off is a correction, if number, batch and all other words are the same. */
  #isSamePerson({ words, batchId }: PersonRow, person: Person, field: IdField): boolean {
    const comparison = compareWords(words, person.words);
    const isSameBatch = batchId !== undefined && batchId === person.batch_id;
    return comparison === 'agree' || (comparison === 'correction' && field === 'student_id' && isSameBatch);
  }

  #judgeRow(row: PersonRow, changesNothing: ChangesNothing): Judgement {
    const { values } = row;
    for (const field of idFields) {
      const { person } = this.#holder(row, field);
      if (person && !this.people.isVisible(person.id)) return { kind: 'taken', field };
    }
    for (const field of idFields)
      if (this.#repeated[field].has(values[field] ?? '') && !this.#answered(row, field))
        return this.#ask(row, 'repeatedNumber', field, [this.people.holders[field].get(values[field] ?? '')]);
    const byId = this.#holder(row, 'national_id');
    const byNumber = this.#holder(row, 'student_id');
    if (byId.person && byNumber.person && byId.person !== byNumber.person) {
      if (byId.isAnswered !== byNumber.isAnswered)
        return this.#same(row, byId.isAnswered ? byId.person : byNumber.person);
      return this.#ask(row, 'twoPeople', 'national_id', [byId.person, byNumber.person]);
    }
    if (byId.person)
      return byId.isAnswered || this.#isSamePerson(row, byId.person, 'national_id')
        ? this.#same(row, byId.person)
        : this.#ask(row, 'otherName', 'national_id', [byId.person]);
    if (byNumber.person && (byNumber.isAnswered || this.#isSamePerson(row, byNumber.person, 'student_id')))
      return hasOtherId(row, byNumber.person) && !byId.isAnswered
        ? this.#ask(row, 'otherId', 'national_id', [byNumber.person])
        : this.#same(row, byNumber.person);
    const byName = this.#judgeName(row, changesNothing);
    if (byNumber.person && byName.kind !== 'same')
      return this.#ask(row, 'otherName', 'student_id', [byNumber.person]);
    return byName;
  }

  /** Students of the batch with this name; students with exactly this name come alone. */
  #candidates(row: PersonRow): readonly Person[] {
    const cached = this.#candidatesByRow.get(row);
    if (cached) return cached;
    const candidates = this.#findCandidates(row);
    this.#candidatesByRow.set(row, candidates);
    return candidates;
  }

  #findCandidates(row: PersonRow): readonly Person[] {
    const { batchId, words } = row;
    if (batchId === undefined)
      return hasOwnNumber(row)
        ? []
        : this.people.namesakes(words).filter(({ batch_id }) => batch_id === null);
    const inBatch = this.people.inBatch(batchId, words);
    const exact = inBatch.filter((person) => person.words.join(' ') === words.join(' '));
    return exact.length > 0 ? exact : inBatch;
  }

  #judgeName(row: PersonRow, changesNothing: ChangesNothing): Judgement {
    const { values } = row;
    if (this.#isRepeated(row)) return { kind: 'repeated' };
    const candidates = this.#candidates(row);
    const free = candidates.filter(({ id }) => !this.#claimed.has(id) && !this.#found.has(id));
    // A student of whom nothing changes is never the wrong one.
    const answered = this.#answered(row, 'batch');
    const sure =
      free.find(({ id }) => changesNothing(row, id)) ??
      (answered && !contradicts(row, answered) ? answered : undefined);
    if (sure && !this.#found.has(sure.id)) return this.#foundByName(row, sure);
    const rowsOfName = agreeing(this.#rowsByName.get(nameKey(row)) ?? [], row.words, ({ words }) => words);
    const [only] = free;
    if (candidates.length === 1 && only && rowsOfName.length === 1)
      return contradicts(row, only)
        ? this.#ask(row, 'contradiction', null, [only])
        : this.#foundByName(row, only);
    if (candidates.length > 0) return this.#ask(row, 'namesakes', null, candidates);
    if (!hasOwnNumber(row) && rowsOfName.length > 1) return this.#ask(row, 'namesakes', null, []);
    const elsewhere = this.people
      .namesakes(row.words)
      .filter((person) => !this.#claimed.has(person.id) && !contradicts(row, person));
    if (values.student_id === undefined && elsewhere.length > 0)
      return this.#ask(row, 'otherBatch', null, elsewhere);
    return { kind: 'new', without: this.#fieldsOfOthers(row, null) };
  }

  #foundByName(row: PersonRow, person: Person): Judgement {
    this.#found.add(person.id);
    return this.#same(row, person);
  }

  #same = (row: PersonRow, person: Person): Judgement => ({
    kind: 'same',
    id: person.id,
    without: this.#fieldsOfOthers(row, person.id),
  });

  /** Fields whose value belongs to another student, or that an earlier answer gave to another person. */
  #fieldsOfOthers(row: PersonRow, id: number | null): IdField[] {
    return idFields.filter((field) => {
      const value = row.values[field];
      if (value === undefined) return false;
      const holder = this.people.holders[field].get(value);
      const answered = this.#answered(row, field);
      return (
        (holder !== undefined && holder.id !== id) || (answered !== undefined && answered[field] !== value)
      );
    });
  }

  #ask(
    row: PersonRow,
    kind: QuestionKind,
    field: IdField | null,
    candidates: readonly (Person | undefined)[],
  ): Judgement {
    const people = candidates.flatMap((person) => person ?? []).slice(0, maxCandidates);
    const without = new Set(this.#fieldsOfOthers(row, null));
    if (field !== null && kind === 'repeatedNumber') without.add(field);
    return {
      kind: 'asks',
      question: {
        kind,
        field,
        value: (field && row.values[field]) ?? '',
        ids: people.map(({ id }) => id),
        canBeNew: true,
        without: [...without],
      },
    };
  }
}

const nameKey = ({ batchId, words }: PersonRow): string => `${batchId}/${words[0]}`;

const hasOwnNumber = ({ values: { student_id, national_id } }: PersonRow): boolean =>
  student_id !== undefined || national_id !== undefined;

const hasOtherId = ({ values }: PersonRow, person: Person | undefined): boolean =>
  person !== undefined &&
  values.national_id !== undefined &&
  person.national_id !== null &&
  person.national_id !== values.national_id;

/** The id, the gender or the birth date of the row cannot belong to this student. */
function contradicts(row: PersonRow, person: Person): boolean {
  const { gender, birth_date } = row.values;
  const isBornOtherwise = Boolean(birth_date && person.birth_date && birth_date !== person.birth_date);
  return hasOtherId(row, person) || (gender !== undefined && gender !== person.gender) || isBornOtherwise;
}

const maxMissingNames = 200;

/** Students on the rosters of these batches that no row can mean. */
export function findMissing(
  people: People,
  judgements: Iterable<Judgement>,
  batches: readonly BatchMatch[],
): MissingFromFile[] {
  const foundIds = new Set<number>();
  for (const judgement of judgements) {
    if (judgement.kind === 'same') foundIds.add(judgement.id);
    if (judgement.kind === 'asks') for (const id of judgement.question.ids) foundIds.add(id);
  }
  return batches.flatMap(({ id, batch_name }) => {
    const missing = people
      .roster(id)
      .filter((person) => person.is_on_roster === 1 && !foundIds.has(person.id));
    const names = missing.slice(0, maxMissingNames).map(({ full_name }) => full_name);
    return missing.length === 0 ? [] : [{ batch_name, count: missing.length, names }];
  });
}
