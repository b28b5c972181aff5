import { allRights, maxGuardians } from '../../contract/families/guardians';
import { type ChildNames, fatherName } from '../../contract/rules/families/guardians';
import type { ImportProblem } from '../../contract/rules/importsCells';
import { type GuardianCells, initialRelation } from '../../contract/rules/families/importsGuardians';
import type { StudentValues } from '../../contract/rules/importsRecords';
import { compareNames, isShorterName } from '../../contract/rules/personNames';
import { type GuardianRelation, guardianRelationNames } from '../../contract/vocabulary';
import { loadCountry } from '../db/log/derived';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { phoneKey } from '../db/search/phones';
import { findProposed, loadGuardians, type StoredGuardian } from '../domain/guardianMatches';
import { isLive, loadLinks } from '../domain/guardianLinks';
import { toRightsColumns } from '../domain/guardians';
import { type Draft, Drafts, type FieldChange, loadInChunks, type PlanContext, refuseRow } from './planning';
import type { StudentDraft } from './studentLookups';

type Warn = (problem: ImportProblem) => void;
type Numbers = { phone: string | null; second_phone: string | null };
type Columns = Numbers & { name: string | null };
const noColumns: Columns = { name: null, phone: null, second_phone: null };

/** A stored guardian, or a new one of this request. */
interface Person {
  draft: Draft<'guardians'>;
  name: string | null;
  childNames: ChildNames[];
  isShared: boolean;
  /** A live link. Nobody confirms a row, so a new student does not appear on the page of this guardian. */
  hasLink: boolean;
}

interface Relation {
  /** Null: the row adds this relation. */
  id: number | null;
  person: Person;
  relation: GuardianRelation;
  isPrimary: boolean;
  isChanged: boolean;
}

/** What one guardian of a row does to the student. */
interface Step {
  cells: GuardianCells;
  /** Null: the student gets a further guardian, a stored one or a new one. */
  own: Relation | null;
  person: Person | null;
  values: Columns & { relation: GuardianRelation };
  changes: FieldChange[];
  problems: ImportProblem[];
}

/** Finds the guardians of each row among those of the student, then among those with the same number. */
export async function createGuardianPlanner(
  context: PlanContext,
  rows: readonly StudentValues[],
  storedIds: readonly number[],
) {
  const country = await loadCountry(context.db);
  const cells = rows.flatMap(({ guardians = [] }) => guardians);
  const ids = cells.length === 0 ? [] : storedIds;
  const relations = await loadInChunks(ids, (chunk) =>
    context.db
      .selectFrom('student_guardians')
      .select(['id', 'student_row_id', 'guardian_id', 'relation', 'is_primary'])
      .where('student_row_id', 'in', chunk)
      .orderBy('id')
      .execute(),
  );
  const keys = cells.flatMap(({ phone }) => (phone && phoneKey(phone, country)) || []);
  const guardians = await loadGuardians(
    context.db,
    { keys, ids: relations.map(({ guardian_id }) => guardian_id) },
    context.scope.students,
  );
  const links = await loadLinks(
    context.db,
    guardians.map(({ row }) => row.id),
  );
  const linked = guardians.map((guardian) => ({
    ...guardian,
    hasLink: isLive(links.get(guardian.row.id), context.now),
  }));
  return new GuardianPlanner(linked, relations, country);
}

interface StoredRelation {
  id: number;
  student_row_id: number;
  guardian_id: number;
  relation: GuardianRelation;
  is_primary: number;
}

export class GuardianPlanner {
  readonly #drafts = new Drafts('guardians');
  readonly #storedRelations = new Map<number, Relation[]>();
  readonly #relations = new Map<StudentDraft, Relation[]>();
  readonly #byKey = new Map<string, Person[]>();

  constructor(
    guardians: readonly (StoredGuardian & { hasLink: boolean })[],
    relations: readonly StoredRelation[],
    private readonly country: string,
  ) {
    const people = new Map<number, Person>();
    for (const { row, ...guardian } of guardians) {
      const person = { ...guardian, draft: { stored: row, changes: {} } };
      people.set(row.id, person);
      this.#register(person);
    }
    for (const { id, student_row_id, guardian_id, relation, is_primary } of relations) {
      const person = people.get(guardian_id);
      const own = { id, relation, isPrimary: is_primary === 1, isChanged: false };
      const others = this.#storedRelations.get(student_row_id) ?? [];
      if (person) this.#storedRelations.set(student_row_id, [...others, { ...own, person }]);
    }
  }

  /** Later rows find the guardian by his number. A number of an unknown country identifies nobody. */
  #register(person: Person): void {
    for (const number of Object.values(numbersOf(person))) {
      const key = number === null ? null : phoneKey(number, this.country);
      const others = this.#byKey.get(key ?? '') ?? [];
      if (key !== null && !others.includes(person)) this.#byKey.set(key, [...others, person]);
    }
  }

  #relationsOf(student: StudentDraft): Relation[] {
    return this.#relations.get(student) ?? this.#storedRelations.get(student.stored?.id ?? 0) ?? [];
  }

  /** What the row would change of this student. */
  compare(student: StudentDraft, values: StudentValues): FieldChange[] {
    return this.#plan(student, values).flatMap(({ changes }) => changes);
  }

  /** @throws RowRefused if the student would have too many guardians */
  refuseTooMany(student: StudentDraft, values: StudentValues): void {
    const added = this.#plan(student, values).filter(({ own }) => own === null);
    const [first] = added;
    if (first && this.#relationsOf(student).length + added.length > maxGuardians)
      refuseRow(
        first.cells.fields.phone,
        'GUARDIANS_FULL',
        first.values.phone ?? first.values.name ?? '',
        maxGuardians,
      );
  }

  /** Of a new student only the changes of stored guardians are reported. */
  place(student: StudentDraft, values: StudentValues, warn: Warn): FieldChange[] {
    const steps = this.#plan(student, values);
    for (const step of steps) {
      for (const problem of step.problems) warn(problem);
      this.#apply(student, step, namesOf(student, values));
    }
    return steps
      .flatMap(({ changes }) => changes)
      .filter(({ from }) => student.stored !== null || from !== null);
  }

  #plan(student: StudentDraft, values: StudentValues): Step[] {
    const { guardians = [] } = values;
    const relations = this.#relationsOf(student);
    const owners = this.#findOwn(guardians, relations);
    const child = namesOf(student, values);
    const usedPeople = new Set(relations.map(({ person }) => person));
    return guardians.map((cells) => {
      const own = owners.get(cells);
      const step = own ? this.#planChange(cells, own) : this.#planAddition(cells, child, usedPeople);
      if (step.person) usedPeople.add(step.person);
      return step;
    });
  }

  /** A guardian of the student has the number, else the name, else he is the only father or mother. */
  #findOwn(
    guardians: readonly GuardianCells[],
    relations: readonly Relation[],
  ): ReadonlyMap<GuardianCells, Relation> {
    const owners = new Map<GuardianCells, Relation>();
    const hasNumber = (cells: GuardianCells, { person }: Relation) => {
      const stored = Object.values(numbersOf(person));
      return [cells.phone, cells.second_phone].some(
        (number) => number !== undefined && stored.some((other) => this.#isSameNumber(number, other)),
      );
    };
    const changesNothing = (cells: GuardianCells, relation: Relation) =>
      this.#planChange(cells, relation).changes.length === 0;
    const tests: ((cells: GuardianCells, relation: Relation) => boolean)[] = [
      // The second import of a file finds each guardian where the first one stored him.
      (cells, relation) =>
        changesNothing(cells, relation) &&
        (cells.phone === undefined || this.#isSameNumber(cells.phone, numbersOf(relation.person).phone)),
      changesNothing,
      (cells, relation) => hasNumber(cells, relation) && cells.relation === relation.relation,
      (cells, relation) => hasNumber(cells, relation) && !differ(cells.name, relation.person.name),
      hasNumber,
      ({ name }, { person }) =>
        name !== undefined && person.name !== null && compareNames(name, person.name) === 'agree',
      ({ relation, name }, { relation: stored, person }) =>
        (relation === 'father' || relation === 'mother') && relation === stored && !differ(name, person.name),
    ];
    for (const test of tests)
      for (const cells of guardians) {
        if (owners.has(cells)) continue;
        const used = new Set(owners.values());
        const own = relations.find((relation) => !used.has(relation) && test(cells, relation));
        if (own) owners.set(cells, own);
      }
    return owners;
  }

  #isSameNumber(first: string, second: string | null): boolean {
    if (second === null) return false;
    const key = phoneKey(first, this.country);
    return first === second || (key !== null && key === phoneKey(second, this.country));
  }

  #planChange(cells: GuardianCells, own: Relation): Step {
    const { person } = own;
    const { columns, problems } = this.#mergePerson(cells, person);
    const values = { ...columns, relation: cells.relation ?? own.relation };
    const before = { ...columnsOf(person), relation: own.relation };
    return { cells, own, person, values, changes: describeChanges(cells, before, values), problems };
  }

  #mergePerson(cells: GuardianCells, person: Person): { columns: Columns; problems: ImportProblem[] } {
    const { name, fields } = cells;
    const before = columnsOf(person);
    const columns = {
      name: name === undefined || isKeptName(name, person.name) ? person.name : name,
      ...this.#mergeNumbers(cells, before),
    };
    const isChanged = columns.name !== before.name || joinNumbers(columns) !== joinNumbers(before);
    if (!isChanged || !person.isShared) return { columns, problems: [] };
    // The unit of work refuses changes of a person who also belongs to another section.
    return { columns: before, problems: [{ field: fields.phone, code: 'GUARDIAN_OUT_OF_SCOPE', value: '' }] };
  }

  /** Afterwards the guardian has all numbers of the cell. A spelling of a stored number changes nothing. */
  #mergeNumbers({ phone, second_phone }: GuardianCells, stored: Numbers): Numbers {
    const numbers = { phone: stored.phone, second_phone: stored.second_phone };
    if (phone === undefined) return numbers;
    const isStored = (number: string) =>
      Object.values(numbers).some((other) => this.#isSameNumber(number, other));
    if (second_phone === undefined) return isStored(phone) ? numbers : { ...numbers, phone };
    return isStored(phone) && isStored(second_phone) ? numbers : { phone, second_phone };
  }

  #planAddition(cells: GuardianCells, child: ChildNames, usedPeople: ReadonlySet<Person>): Step {
    const { name, phone, fields } = cells;
    const key = phone === undefined ? null : phoneKey(phone, this.country);
    const candidates = (this.#byKey.get(key ?? '') ?? []).filter((person) => !usedPeople.has(person));
    const person = findProposed(candidates, { name, child }) ?? null;
    const relation = initialRelation(cells, child);
    if (person) {
      const { columns, problems } = this.#mergePerson(cells, person);
      const values = { ...columns, relation };
      // A stored value that changes is shown, because it also changes for the other children.
      const stored = person.draft.stored ? columnsOf(person) : noColumns;
      const changes = describeChanges(cells, { ...stored, relation: null }, values);
      const added = describeChanges(cells, { ...noColumns, relation: null }, values);
      const isChanged = (field: string) => changes.some((change) => change.field === field);
      const unchanged = added.filter(({ field }) => !isChanged(field));
      if (person.hasLink)
        problems.push({ field: fields.phone, code: 'GUARDIAN_HAS_LINK', value: phone ?? '' });
      return { cells, own: null, person, values, changes: [...unchanged, ...changes], problems };
    }
    const ownName = name ?? (cells.relation === 'father' ? fatherName(child) || null : null);
    const columns = { name: ownName, phone: phone ?? null, second_phone: cells.second_phone ?? null };
    const values = { ...columns, relation };
    const isOfOthers = candidates.length > 0;
    return {
      cells,
      own: null,
      person,
      values,
      changes: describeChanges(cells, { ...noColumns, relation: null }, values),
      problems: isOfOthers ? [{ field: fields.phone, code: 'GUARDIAN_OF_OTHERS', value: phone ?? '' }] : [],
    };
  }

  #apply(student: StudentDraft, step: Step, child: ChildNames): void {
    const { own } = step;
    const { relation, ...columns } = step.values;
    const person = step.person ?? {
      draft: { stored: null, changes: {} },
      name: columns.name,
      childNames: [],
      isShared: false,
      hasLink: false,
    };
    this.#drafts.apply(person.draft, { email: null, note: null, ...personChanges(person, columns) });
    person.name = columns.name;
    this.#register(person);
    if (own) {
      own.isChanged ||= own.relation !== relation;
      own.relation = relation;
      return;
    }
    person.childNames.push(child);
    const relations = this.#relationsOf(student);
    const isPrimary = relations.every((other) => !other.isPrimary);
    this.#relations.set(student, [...relations, { id: null, person, relation, isPrimary, isChanged: true }]);
  }

  /** @param rowIds the ids of the new students */
  async write(unit: UnitOfWork, rowIds: ReadonlyMap<StudentDraft, number | undefined>): Promise<void> {
    const added = await this.#drafts.write(unit);
    const ids = new Map(this.#drafts.added.map((draft, index) => [draft, added[index]?.id]));
    const stored = [...this.#storedRelations.values()].flat();
    await unit.updateMany(
      'student_guardians',
      stored.flatMap(({ id, relation, isChanged }) =>
        id !== null && isChanged ? [{ id, changes: { relation } }] : [],
      ),
    );
    await unit.insertMany(
      'student_guardians',
      [...this.#relations].flatMap(([student, relations]) =>
        relations
          .filter(({ id }) => id === null)
          .map(({ person, relation, isPrimary }) => ({
            student_row_id: student.stored?.id ?? rowIds.get(student) ?? 0,
            guardian_id: person.draft.stored?.id ?? ids.get(person.draft) ?? 0,
            relation,
            is_primary: Number(isPrimary),
            ...toRightsColumns({ ...allRights, page: !person.hasLink }),
            consent_on: null,
          })),
      ),
    );
  }
}

const numbersOf = ({ draft }: Person): Numbers => {
  const { phone = null, second_phone = null } = Drafts.current(draft);
  return { phone, second_phone };
};

const columnsOf = (person: Person): Columns => ({ name: person.name, ...numbersOf(person) });

const namesOf = (student: StudentDraft, values: StudentValues): ChildNames => {
  const { second_name, third_name, last_name } = Drafts.current(student);
  return {
    second_name: values.second_name ?? second_name,
    third_name: values.third_name ?? third_name,
    last_name: values.last_name ?? last_name,
  };
};

const differ = (name: string | undefined, stored: string | null): boolean =>
  name !== undefined && stored !== null && compareNames(name, stored) !== 'agree';

/** A shorter form of the stored name changes nothing. */
const isKeptName = (name: string, stored: string | null): boolean =>
  stored !== null && (name === stored || isShorterName(name, stored));

/** A stored guardian keeps his other columns. */
const personChanges = ({ draft }: Person, columns: Columns) =>
  draft.stored === null ? columns : { ...columns, email: undefined, note: undefined };

type DescribedValues = Columns & { relation: GuardianRelation | null };

const joinNumbers = ({ phone, second_phone }: Numbers): string | null =>
  [phone, second_phone].filter((number) => number !== null).join(' / ') || null;

function describeChanges(
  { fields }: GuardianCells,
  from: DescribedValues,
  to: DescribedValues,
): FieldChange[] {
  const relationName = ({ relation }: DescribedValues) => relation && guardianRelationNames[relation];
  return [
    { field: fields.name, from: from.name, to: to.name },
    { field: fields.phone, from: joinNumbers(from), to: joinNumbers(to) },
    { field: fields.relation, from: relationName(from), to: relationName(to) },
  ].filter((change) => change.from !== change.to);
}
