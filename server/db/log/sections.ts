import { defaultSection, type Section, type StaffSection } from '../../../contract/vocabulary';
import { notFound } from '../../problem';
import { chunks } from '../engine/chunks';
import { anyTable, type Db, type Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { asChange, lastContents, readChanges } from './loggedRows';
import type { Actor, Change } from './operationLog';

/** The sections that something belongs to; null means no section, as for a programme or the settings. */
export type Sections = ReadonlySet<Section | null>;

/**
 * How to find the section of a row: the column that names the record it belongs to; `null` if it belongs to the whole
 * institute; `person` if it belongs to its author; `own` if it needs code of its own.
 */
const ways: Record<RecordedTable, readonly [column: string, table: RecordedTable] | 'own' | 'person' | null> =
  {
    settings: null,
    terms: null,
    users: 'own',
    password_requests: ['user_id', 'users'],
    saved_filters: 'person',
    programs: null,
    batches: 'own',
    subjects: ['batch_id', 'batches'],
    subject_curriculum: ['subject_id', 'subjects'],
    subject_grade_settings: ['subject_id', 'subjects'],
    subject_teachers: ['subject_id', 'subjects'],
    circles: ['subject_id', 'subjects'],
    circle_members: ['circle_id', 'circles'],
    circle_substitutes: ['circle_id', 'circles'],
    students: 'own',
    enrolments: ['batch_id', 'batches'],
    student_statuses: ['student_row_id', 'students'],
    grades: ['subject_id', 'subjects'],
    registers: ['subject_id', 'subjects'],
    absences: ['subject_id', 'subjects'],
    fault_kinds: null,
    daily_records: ['subject_id', 'subjects'],
    daily_record_ranges: ['record_id', 'daily_records'],
    daily_record_faults: ['record_id', 'daily_records'],
    hifz_plans: ['subject_id', 'subjects'],
    hifz_prior: ['student_row_id', 'students'],
    hifz_skips: ['subject_id', 'subjects'],
    sard: ['subject_id', 'subjects'],
    sard_faults: ['sard_id', 'sard'],
    assignments: ['subject_id', 'subjects'],
    assignment_questions: ['assignment_id', 'assignments'],
    question_options: ['question_id', 'assignment_questions'],
    submissions: ['assignment_id', 'assignments'],
    submission_answers: ['submission_id', 'submissions'],
  };

/** Tables before the tables that they refer to, so that each table is looked up once. */
const order: readonly RecordedTable[] = [
  'submissions',
  'assignment_questions',
  'assignments',
  'daily_records',
  'sard',
  'circles',
  'users',
  'subjects',
  'students',
  'batches',
];

/** Rows per statement. */
const chunkSize = 500;

/** The only section of the rows; null if there is none or more than one. */
export const onlyOf = (found: Sections): StaffSection | null => {
  const [only] = found;
  return found.size === 1 && only && only !== 'mixed' ? only : null;
};

/** Whether everything belongs to this section. */
export const isOnly = (found: Sections, section: StaffSection): boolean =>
  [...found].every((one) => one === section);

/** An admin of one section may only write rows of that section, in any call. @throws NOT_FOUND */
export function refuseOtherSections({ section }: Actor, found: Sections): void {
  if (section && !isOnly(found, section)) throw notFound();
}

/** The sections of rows, before and after the change; empty if the institute has no sections. */
export async function sectionsOf(db: Db, changes: readonly Change[]): Promise<Sections> {
  const settings = await db.selectFrom('settings').select('sections_enabled').executeTakeFirst();
  return settings?.sections_enabled === 1 ? new Search(db).of(changes) : new Set();
}

/** The present sections of the rows that an operation wrote. */
export async function sectionsOfOperation(db: Db, operationId: number): Promise<Sections> {
  const found = new Set<Section | null>();
  const people = await peopleOf(db, operationId);
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('operation_rows')
      .select(['id', 'table_name', 'row_id', 'before', 'after'])
      .where('operation_id', '=', operationId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(4 * chunkSize)
      .execute();
    const last = rows.at(-1);
    if (!last || found.size > 1) return found;
    after = last.id;
    for (const section of await new Search(db, people).of(rows.map(asChange))) found.add(section);
  }
}

/** The students that an operation created or removed, and the enrolments that it wrote: other rows are theirs. */
async function peopleOf(db: Db, operationId: number): Promise<Change[]> {
  const people: Change[] = [];
  for await (const change of readChanges(db, operationId, ['students', 'enrolments'])) {
    const { table, id, before, after } = change;
    if (table === 'enrolments') people.push(change);
    else if (before === null || after === null) people.push({ table, id, before: {}, after: null });
  }
  return people;
}

class Search {
  readonly #found = new Set<Section | null>();
  /** The rows that are still to be looked up. */
  readonly #named = new Map<RecordedTable, Set<number>>();
  /** The written rows, by table and number; the only source for rows that are removed. */
  readonly #written = new Map<string, Pick<Change, 'table' | 'id'> & { contents: Values[] }>();
  /** Created or removed students: all their records count as theirs, in any batch. */
  readonly #whole = new Set<number>();
  /** Students whose batch was written. */
  readonly #placed = new Set<number>();

  /** @param people what is known of the students beside the changes that are asked about */
  constructor(
    private readonly db: Db,
    people: readonly Change[] = [],
  ) {
    for (const change of people) this.#meet(change);
  }

  async of(changes: readonly Change[]): Promise<Sections> {
    for (const change of changes) {
      const { table, id } = change;
      const key = `${table}/${id}`;
      const known = this.#written.get(key)?.contents ?? [];
      this.#written.set(key, { table, id, contents: [...known, ...this.#meet(change)] });
    }
    for (const { table, id, contents } of this.#written.values()) await this.#follow(table, id, contents);
    for (const table of order) {
      // With two sections the answer is known: more than one.
      if (this.#found.size > 1) break;
      await this.#lookUp(table);
    }
    return this.#found;
  }

  /** @returns what the row was and is */
  #meet({ table, id, before, after }: Change): Values[] {
    const contents = [before, after].filter((content) => content !== null);
    if (table === 'students' && contents.length === 1) this.#whole.add(id);
    if (table === 'enrolments')
      for (const { is_shown, student_row_id } of contents)
        if (is_shown === 1) this.#placed.add(Number(student_row_id));
    return contents;
  }

  #name(table: RecordedTable, id: unknown): void {
    const ids = this.#named.get(table) ?? new Set();
    this.#named.set(table, ids.add(Number(id)));
  }

  /** Follows a row to its section, or to the record that it belongs to. */
  async #follow(table: RecordedTable, id: number, contents: readonly Values[]): Promise<void> {
    const way = ways[table];
    if (way === null) this.#found.add(null);
    else if (table === 'batches')
      for (const { section } of contents) this.#found.add((section as Section | undefined) ?? defaultSection);
    else if (table === 'students') this.#name('students', id);
    else if (table === 'users') await this.#followAccount(contents);
    else if (typeof way === 'object')
      for (const content of contents) {
        const student = Number(content['student_row_id'] ?? 0);
        if (this.#whole.has(student) && content['is_shown'] !== 1) this.#name('students', student);
        else this.#name(way[1], content[way[0]]);
      }
  }

  /** Staff have a section of their own, students have that of their batch; an account without a student has none. */
  async #followAccount(contents: readonly Values[]): Promise<void> {
    const staff = contents.filter(({ role }) => role !== 'student');
    for (const { section } of staff) this.#found.add((section as StaffSection | undefined) ?? null);
    if (staff.length === contents.length) return;
    const linked = contents.flatMap(({ student_row_id: own }) => (own ? [own] : []));
    for (const own of linked) this.#name('students', own);
    if (linked.length > 0) return;
    const names = contents.map(({ username }) => String(username));
    const named = await this.db
      .selectFrom('students')
      .select('id')
      .where('student_id', 'in', names)
      .execute();
    if (named.length === 0) this.#found.add(null);
    for (const { id } of named) this.#name('students', id);
  }

  async #lookUp(table: RecordedTable): Promise<void> {
    const wanted = [...(this.#named.get(table) ?? [])];
    if (table === 'students') return this.#lookUpStudents(wanted);
    // Written rows have been followed already.
    const unknown = wanted.filter((id) => !this.#written.has(`${table}/${id}`));
    for (const part of chunks(unknown, chunkSize)) {
      const rows = await anyTable(this.db).selectFrom(table).selectAll().where('id', 'in', part).execute();
      const known = new Map(rows.map((row) => [Number(row['id']), row]));
      const gone = part.filter((id) => !known.has(id));
      for (const [id, content] of await lastContents(this.db, table, gone)) known.set(id, content);
      for (const id of part) {
        const content = known.get(id);
        if (content) await this.#follow(table, id, [content]);
        else this.#found.add(null);
      }
    }
  }

  /**
   * For students without a written enrolment: the batch that the record shows; without a batch they have no section.
   */
  async #lookUpStudents(wanted: readonly number[]): Promise<void> {
    const others = wanted.filter((id) => !this.#placed.has(id));
    for (const part of chunks(others, chunkSize)) {
      const rows = await this.db
        .selectFrom('enrolments')
        .select('batch_id')
        .where('student_row_id', 'in', part)
        .where('is_shown', '=', 1)
        .execute();
      for (const { batch_id } of rows) this.#name('batches', batch_id);
      if (rows.length < part.length) this.#found.add(null);
    }
  }
}
