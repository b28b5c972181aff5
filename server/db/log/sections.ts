import { defaultSection, type Section, type StaffSection } from '../../../contract/vocabulary';
import { notFound } from '../../problem';
import { chunks } from '../engine/chunks';
import { anyTable, type Db, type Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { parseChange, loadLatestValues, readChanges } from './loggedRows';
import type { Actor, Change } from './operationLog';

/** Null stands for rows without a section, such as programmes and settings. */
export type Sections = ReadonlySet<Section | null>;

/** Foreign key towards the section. `null`: whole institute; `person`: author; `own`: special code. */
const sectionPaths: Record<
  RecordedTable,
  readonly [column: string, table: RecordedTable] | 'own' | 'person' | null
> = {
  settings: null,
  terms: null,
  holidays: 'own',
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
  distinct_students: ['first_row_id', 'students'],
  guardians: 'own',
  student_guardians: ['student_row_id', 'students'],
  guardian_links: ['guardian_id', 'guardians'],
  message_templates: null,
  excuses: ['student_row_id', 'students'],
  excuse_decisions: ['subject_id', 'subjects'],
  announcements: 'own',
  note_categories: null,
  behaviour_notes: ['student_row_id', 'students'],
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

/** A table comes before the tables of its foreign keys, so that each table is read once. */
const lookUpOrder: readonly RecordedTable[] = [
  'submissions',
  'assignment_questions',
  'assignments',
  'daily_records',
  'sard',
  'circles',
  'users',
  'subjects',
  'guardians',
  'students',
  'batches',
];

const chunkSize = 500;

export const singleSection = (sections: Sections): StaffSection | null => {
  const [only] = sections;
  return sections.size === 1 && only && only !== 'mixed' ? only : null;
};

export const isOnlySection = (sections: Sections, section: StaffSection): boolean =>
  [...sections].every((item) => item === section);

export function refuseOtherSections({ section }: Actor, sections: Sections): void {
  if (section && !isOnlySection(sections, section)) throw notFound();
}

export async function findSections(db: Db, changes: readonly Change[]): Promise<Sections> {
  const settings = await db.selectFrom('settings').select('sections_enabled').executeTakeFirst();
  return settings?.sections_enabled === 1 ? new SectionSearch(db).find(changes) : new Set();
}

export async function findOperationSections(db: Db, operationId: number): Promise<Sections> {
  const sections = new Set<Section | null>();
  const studentChanges = await readStudentChanges(db, operationId);
  for (let afterId = 0; ;) {
    const rows = await db
      .selectFrom('operation_rows')
      .select(['id', 'table_name', 'row_id', 'before', 'after'])
      .where('operation_id', '=', operationId)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(4 * chunkSize)
      .execute();
    const last = rows.at(-1);
    if (!last || sections.size > 1) return sections;
    afterId = last.id;
    for (const section of await new SectionSearch(db, studentChanges).find(rows.map(parseChange)))
      sections.add(section);
  }
}

/** These changes decide the section of other rows. */
async function readStudentChanges(db: Db, operationId: number): Promise<Change[]> {
  const studentChanges: Change[] = [];
  for await (const change of readChanges(db, operationId, ['students', 'enrolments'])) {
    const { table, id, before, after } = change;
    if (table === 'enrolments') studentChanges.push(change);
    else if (before === null || after === null) studentChanges.push({ table, id, before: {}, after: null });
  }
  return studentChanges;
}

class SectionSearch {
  readonly #sections = new Set<Section | null>();
  readonly #pending = new Map<RecordedTable, Set<number>>();
  readonly #writtenRows = new Map<string, Pick<Change, 'table' | 'id'> & { contents: Values[] }>();
  /** Students that this operation creates or removes. All their records count for the student's section. */
  readonly #createdOrRemovedIds = new Set<number>();
  readonly #enrolledIds = new Set<number>();

  constructor(
    private readonly db: Db,
    studentChanges: readonly Change[] = [],
  ) {
    for (const change of studentChanges) this.#recordChange(change);
  }

  async find(changes: readonly Change[]): Promise<Sections> {
    for (const change of changes) {
      const { table, id } = change;
      const key = `${table}/${id}`;
      const earlier = this.#writtenRows.get(key)?.contents ?? [];
      this.#writtenRows.set(key, { table, id, contents: [...earlier, ...this.#recordChange(change)] });
    }
    for (const { table, id, contents } of this.#writtenRows.values())
      await this.#followRow(table, id, contents);
    for (const table of lookUpOrder) {
      // Callers only distinguish none, one and several sections.
      if (this.#sections.size > 1) break;
      await this.#lookUp(table);
    }
    return this.#sections;
  }

  #recordChange({ table, id, before, after }: Change): Values[] {
    const contents = [before, after].filter((content) => content !== null);
    if (table === 'students' && contents.length === 1) this.#createdOrRemovedIds.add(id);
    if (table === 'enrolments')
      for (const { is_shown, student_row_id } of contents)
        if (is_shown === 1) this.#enrolledIds.add(Number(student_row_id));
    return contents;
  }

  #addPending(table: RecordedTable, id: unknown): void {
    const ids = this.#pending.get(table) ?? new Set();
    this.#pending.set(table, ids.add(Number(id)));
  }

  async #followRow(table: RecordedTable, id: number, contents: readonly Values[]): Promise<void> {
    const path = sectionPaths[table];
    if (path === null) this.#sections.add(null);
    else if (table === 'batches')
      for (const { section } of contents)
        this.#sections.add((section as Section | undefined) ?? defaultSection);
    else if (table === 'holidays' || table === 'announcements') this.#followPlace(contents);
    else if (table === 'students') this.#addPending('students', id);
    else if (table === 'users') await this.#followAccount(contents);
    else if (table === 'guardians') await this.#followGuardian(id, contents);
    else if (typeof path === 'object')
      for (const content of contents) {
        const student = Number(content['student_row_id'] ?? 0);
        if (this.#createdOrRemovedIds.has(student) && content['is_shown'] !== 1)
          this.#addPending('students', student);
        else this.#addPending(path[1], content[path[0]]);
      }
  }

  /** The row belongs to its section, batch or circle, else to the whole institute. */
  #followPlace(contents: readonly Values[]): void {
    for (const { section, batch_id, circle_id } of contents)
      if (batch_id) this.#addPending('batches', batch_id);
      else if (circle_id) this.#addPending('circles', circle_id);
      else this.#sections.add((section as StaffSection | undefined) ?? null);
  }

  /** A staff account has its own section. A student has the section of the batch. */
  async #followAccount(contents: readonly Values[]): Promise<void> {
    const staff = contents.filter(({ role }) => role !== 'student');
    for (const { section } of staff) this.#sections.add((section as StaffSection | undefined) ?? null);
    if (staff.length === contents.length) return;
    const studentIds = contents.flatMap(({ student_row_id: studentId }) => (studentId ? [studentId] : []));
    for (const studentId of studentIds) this.#addPending('students', studentId);
    if (studentIds.length > 0) return;
    const names = contents.map(({ username }) => String(username));
    const students = await this.db
      .selectFrom('students')
      .select('id')
      .where('student_id', 'in', names)
      .execute();
    if (students.length === 0) this.#sections.add(null);
    for (const { id } of students) this.#addPending('students', id);
  }

  /** A guardian belongs to the sections of his students. An operation that adds or removes him has their rows. */
  async #followGuardian(id: number, contents: readonly Values[]): Promise<void> {
    const students = await this.db
      .selectFrom('student_guardians')
      .select('student_row_id')
      .where('guardian_id', '=', id)
      .execute();
    for (const { student_row_id } of students) this.#addPending('students', student_row_id);
    if (students.length === 0 && contents.length > 1) this.#sections.add(null);
  }

  async #lookUp(table: RecordedTable): Promise<void> {
    const ids = [...(this.#pending.get(table) ?? [])];
    if (table === 'students') return this.#lookUpStudents(ids);
    const unreadIds = ids.filter((id) => !this.#writtenRows.has(`${table}/${id}`));
    for (const chunk of chunks(unreadIds, chunkSize)) {
      const rows = await anyTable(this.db).selectFrom(table).selectAll().where('id', 'in', chunk).execute();
      const contents = new Map(rows.map((row) => [Number(row['id']), row]));
      const missingIds = chunk.filter((id) => !contents.has(id));
      for (const [id, content] of await loadLatestValues(this.db, table, missingIds))
        contents.set(id, content);
      for (const id of chunk) {
        const content = contents.get(id);
        if (content) await this.#followRow(table, id, [content]);
        else this.#sections.add(null);
      }
    }
  }

  async #lookUpStudents(ids: readonly number[]): Promise<void> {
    const unresolvedIds = ids.filter((id) => !this.#enrolledIds.has(id));
    for (const chunk of chunks(unresolvedIds, chunkSize)) {
      const rows = await this.db
        .selectFrom('enrolments')
        .select('batch_id')
        .where('student_row_id', 'in', chunk)
        .where('is_shown', '=', 1)
        .execute();
      for (const { batch_id } of rows) this.#addPending('batches', batch_id);
      if (rows.length < chunk.length) this.#sections.add(null);
    }
  }
}
