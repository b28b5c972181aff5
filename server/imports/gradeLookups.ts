import { sql } from 'kysely';
import type { PersonDecision } from '../../contract/imports';
import { sortKey } from '../../contract/rules/arabicText';
import type { GradeSettings } from '../../contract/rules/gradeSettings';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { ImportProblem } from '../../contract/rules/importsCells';
import type { GradeValues } from '../../contract/rules/importsGrades';
import { compareWords } from '../../contract/rules/personNames';
import { isOnRoster } from '../domain/enrolments';
import { toGradeSettings } from '../domain/offering';
import { findByFormerNumber, splitNumbers } from '../domain/studentNumbers';
import type { Row } from '../db/schema';
import { indexPeople, wordsOf } from './people';
import { answerKey, loadPersonAnswers } from './personAnswers';
import {
  type BatchMatch,
  distinctRows,
  findByName,
  foldCached,
  type ProgramsAndBatches,
  loadProgramsAndBatches,
  type PlanContext,
  refuseRow,
  RowAsks,
  loadInChunks,
} from './planning';

type StudentMatch = Pick<
  Row<'students'>,
  'id' | 'version' | 'student_id' | 'former_numbers' | 'full_name'
> & {
  batch_id: number | null;
  batch_name: string | null;
  /** 0 for students who are withdrawn, graduated or suspended. */
  is_on_roster: number;
};
const subjectColumns = ['id', 'subject_code', 'base_subject_code', 'name', 'type', 'batch_id'] as const;
type SubjectMatch = Pick<Row<'subjects'>, (typeof subjectColumns)[number]>;

interface Lookups {
  rows: readonly GradeValues[];
  programsAndBatches: ProgramsAndBatches;
  students: readonly StudentMatch[];
  subjects: readonly SubjectMatch[];
  settings: ReadonlyMap<number, GradeSettings>;
  stored: readonly Row<'grades'>[];
  /** The students of earlier answers by key. */
  answers: ReadonlyMap<string, number>;
}

type Warn = (problem: ImportProblem) => void;

export class GradeLookups {
  readonly #byId: ReadonlyMap<number, StudentMatch>;
  readonly #byNumber: ReadonlyMap<string, StudentMatch>;
  readonly #byBatch: ReadonlyMap<string, StudentMatch[]>;
  readonly #byName: ReadonlyMap<string, StudentMatch[]>;
  readonly #namesByBatch = new Map<number, ReadonlyMap<number, ReadonlySet<string>>>();

  constructor(private readonly lookups: Lookups) {
    const { students } = lookups;
    this.#byId = new Map(students.map((student) => [student.id, student]));
    this.#byNumber = new Map([
      ...students.flatMap((student) =>
        splitNumbers(student.former_numbers).map((number) => [number, student] as const),
      ),
      ...students.map((student) => [student.student_id, student] as const),
    ]);
    this.#byBatch = indexPeople(students, ({ batch_id, full_name }) => batchNameKey(batch_id, full_name));
    this.#byName = indexPeople(students, ({ full_name }) => foldCached(full_name));
  }

  get stored(): readonly Row<'grades'>[] {
    return this.lookups.stored;
  }

  batch(values: GradeValues): BatchMatch | null {
    return this.lookups.programsAndBatches.batch(values, null);
  }

  /**
   * Finds a student by number if the name agrees, else by name in the batch.
   * @throws RowRefused, or RowAsks if the number has another name
   */
  student(
    values: GradeValues,
    batch: BatchMatch | null,
    decision: PersonDecision | undefined,
    warn: Warn,
  ): StudentMatch {
    const student = decision
      ? this.#decided(values, batch, decision)
      : values.student_id === undefined
        ? this.#findByName(values.student_name ?? '', batch)
        : this.#findByNumber(values.student_id, values.student_name, batch, warn);
    if (student.batch_id !== null && student.is_on_roster === 0)
      refuseRow(
        values.student_id === undefined ? 'student_name' : 'student_id',
        'STUDENT_HAS_LEFT',
        student.full_name,
      );
    return student;
  }

  #decided(
    { student_id, student_name }: GradeValues,
    batch: BatchMatch | null,
    { id, version }: PersonDecision,
  ): StudentMatch {
    const name = student_name ?? student_id ?? '';
    const student = this.#byId.get(id ?? 0);
    if (!student || (version !== undefined && version !== student.version))
      return refuseRow(null, 'CHANGED_SINCE_CHECK', name);
    if (batch && student.batch_id !== batch.id) refuseRow('student_id', 'STUDENT_OF_OTHER_BATCH', name);
    return student;
  }

  #findByNumber(
    number: string,
    name: string | undefined,
    batch: BatchMatch | null,
    warn: Warn,
  ): StudentMatch {
    const holder = this.#byNumber.get(number);
    const isHolder =
      holder &&
      (name === undefined ||
        this.#isSamePerson(name, holder, batch) ||
        this.lookups.answers.get(markAnswerKey(name, holder)) === holder.id);
    if (holder && isHolder) {
      if (batch && holder.batch_id !== batch.id) refuseRow('student_id', 'STUDENT_OF_OTHER_BATCH', number);
      return holder;
    }
    const namesakes = name === undefined ? [] : this.#agreeingInBatch(name, batch);
    const [student] = namesakes;
    if (student && namesakes.length === 1) {
      warn({ field: 'student_id', code: 'NUMBER_KEPT', value: number, limit: student.student_id });
      return student;
    }
    if (!holder) return refuseRow('student_id', 'UNKNOWN_STUDENT', number);
    throw new RowAsks(describeMarkQuestion(number, name ?? '', holder));
  }

  #isSamePerson(name: string, { full_name, batch_id }: StudentMatch, batch: BatchMatch | null): boolean {
    const comparison = compareWords(wordsOf(name), wordsOf(full_name));
    return comparison === 'agree' || (comparison === 'correction' && batch !== null && batch.id === batch_id);
  }

  #agreeingInBatch(name: string, batch: BatchMatch | null): readonly StudentMatch[] {
    if (!batch) return [];
    const words = wordsOf(name);
    const agreeing = (this.#byBatch.get(batchNameKey(batch.id, name)) ?? []).filter(
      ({ full_name }) => compareWords(wordsOf(name), wordsOf(full_name)) === 'agree',
    );
    const exact = agreeing.filter(({ full_name }) => wordsOf(full_name).join(' ') === words.join(' '));
    return exact.length > 0 ? exact : agreeing;
  }

  #findByName(name: string, batch: BatchMatch | null): StudentMatch {
    const candidates = batch
      ? this.#agreeingInBatch(name, batch)
      : (this.#byName.get(foldCached(name)) ?? []);
    const exact = candidates.filter(({ full_name }) => full_name === name);
    const [student, other] = exact.length > 0 ? exact : candidates;
    if (other) refuseRow('student_name', 'AMBIGUOUS', name);
    if (!student) return refuseRow('student_name', 'UNKNOWN_STUDENT', name);
    const isOwnName = wordsOf(name).join(' ') === wordsOf(student.full_name).join(' ');
    if (!isOwnName && batch && (this.#namesInFile(batch).get(student.id)?.size ?? 0) > 1)
      throw new RowAsks({ ...describeMarkQuestion('', name, student), kind: 'namesakes', field: null });
    return student;
  }

  /** The names of the rows that find each student by name alone. Two names can be two people. */
  #namesInFile(batch: BatchMatch): ReadonlyMap<number, ReadonlySet<string>> {
    const cached = this.#namesByBatch.get(batch.id);
    if (cached) return cached;
    const names = new Map<number, Set<string>>();
    for (const { student_id, student_name: name, batch_name } of this.lookups.rows) {
      if (student_id !== undefined || name === undefined || batch_name === undefined) continue;
      if (foldCached(batch_name) !== foldCached(batch.batch_name)) continue;
      const [student, other] = this.#agreeingInBatch(name, batch);
      if (!student || other) continue;
      names.set(student.id, (names.get(student.id) ?? new Set()).add(wordsOf(name).join(' ')));
    }
    this.#namesByBatch.set(batch.id, names);
    return names;
  }

  /** Finds an offering of a batch by code, else by name. @throws RowRefused */
  subject({ subject_code, subject_name = '' }: GradeValues, batchId: number | null): SubjectMatch {
    const subjectsOfBatch = this.lookups.subjects.filter(({ batch_id }) => batch_id === batchId);
    if (subject_code !== undefined) {
      const subject = subjectsOfBatch.find(
        (candidate) =>
          candidate.subject_code === subject_code || candidate.base_subject_code === subject_code,
      );
      return subject ?? refuseRow('subject_code', 'UNKNOWN_SUBJECT', subject_code);
    }
    const subject = findByName(subjectsOfBatch, subject_name, ({ name }) => name, 'subject_name');
    return subject ?? refuseRow('subject_name', 'UNKNOWN_SUBJECT', subject_name);
  }

  settingsOf(subjectId: number): GradeSettings {
    return this.lookups.settings.get(subjectId) ?? defaultGradeSettings;
  }
}

const batchNameKey = (batchId: number | null, name: string): string => `${batchId}/${wordsOf(name)[0]}`;

/** Remembers that both names mean the holder of the number. */
export const markAnswerKey = (
  name: string,
  { student_id, full_name }: Pick<StudentMatch, 'student_id' | 'full_name'>,
): string => answerKey(name, 'student_id', `${student_id} ${wordsOf(full_name).join(' ')}`);

function describeMarkQuestion(value: string, name: string, holder: StudentMatch): RowAsks['question'] {
  const { id, version, full_name, student_id, batch_name } = holder;
  return {
    kind: 'otherName',
    name,
    field: 'student_id',
    value,
    stored: { id, version, full_name, student_id, batch_name },
    changes: [],
    others: [],
    canBeNew: false,
    without: [],
  };
}

export async function loadGradeLookups(
  context: PlanContext,
  rows: readonly GradeValues[],
): Promise<GradeLookups> {
  const { db } = context;
  const programsAndBatches = await loadProgramsAndBatches(context, rows);
  const students = await loadStudents(context, rows, programsAndBatches);
  const subjects = await loadSubjects(context, rows, students);
  const subjectIds = subjects.map(({ id }) => id);
  const settings = await loadInChunks(subjectIds, (chunk) =>
    db.selectFrom('subject_grade_settings').selectAll().where('subject_id', 'in', chunk).execute(),
  );
  const select = db.selectFrom('grades').selectAll().where('subject_id', 'in', subjectIds).orderBy('id');
  const studentIds = subjects.length === 0 ? [] : students.map(({ id }) => id);
  const stored = await loadInChunks(studentIds, (chunk) =>
    select.where('student_row_id', 'in', chunk).execute(),
  );
  const bySubject = new Map(settings.map((row) => [row.subject_id, toGradeSettings(row)]));
  const names = indexPeople(rows, ({ student_id = '' }) => student_id);
  const answers = await loadPersonAnswers(
    db,
    students.flatMap((student) =>
      (names.get(student.student_id) ?? []).flatMap(({ student_name: name }) =>
        name === undefined || compareWords(wordsOf(name), wordsOf(student.full_name)) === 'agree'
          ? []
          : markAnswerKey(name, student),
      ),
    ),
  );
  return new GradeLookups({
    rows,
    programsAndBatches,
    students,
    subjects,
    settings: bySubject,
    stored,
    answers,
  });
}

async function loadStudents(
  context: PlanContext,
  rows: readonly GradeValues[],
  { batches }: ProgramsAndBatches,
): Promise<StudentMatch[]> {
  const select = context.db
    .selectFrom('students')
    .where(context.scope.students)
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', sql.lit(1)),
    )
    .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
    .select(['students.id', 'students.version', 'student_id', 'former_numbers', 'full_name'])
    .select(['enrolments.batch_id', 'batches.batch_name'])
    .select(sql<number>`case when ${isOnRoster} then 1 else 0 end`.as('is_on_roster'))
    .orderBy('students.id');
  const byNumber = await loadInChunks(
    rows.map(({ student_id }) => student_id),
    (chunk) => select.where('student_id', 'in', chunk).execute(),
  );
  const formerNumbers = await findByFormerNumber(
    context.db,
    rows.flatMap(({ student_id }) => student_id ?? []),
  );
  const byFormerNumber = await loadInChunks(formerNumbers.values(), (chunk) =>
    select.where('students.id', 'in', chunk).execute(),
  );
  const byName = await loadInChunks(
    rows.map(({ student_id, student_name }) =>
      student_id === undefined && student_name ? sortKey(student_name) : null,
    ),
    (chunk) => select.where('full_name_sort', 'in', chunk).execute(),
  );
  const hasNames = rows.some(({ student_name }) => student_name !== undefined);
  const rosters = await loadInChunks(hasNames ? batches.map(({ id }) => id) : [], (chunk) =>
    select.where('enrolments.batch_id', 'in', chunk).execute(),
  );
  const decided = await loadInChunks(
    rows.map((values) => context.decisionOf(values)?.id),
    (chunk) => select.where('students.id', 'in', chunk).execute(),
  );
  return distinctRows(byNumber, byFormerNumber, byName, rosters, decided);
}

async function loadSubjects(
  context: PlanContext,
  rows: readonly GradeValues[],
  students: readonly StudentMatch[],
): Promise<SubjectMatch[]> {
  const select = context.db.selectFrom('subjects').select(subjectColumns).orderBy('id');
  const codes = new Set(rows.flatMap(({ subject_code }) => subject_code ?? []));
  const names = new Set(rows.map(({ subject_name }) => foldCached(subject_name ?? '')));
  const subjectsOfBatches = await loadInChunks(
    students.map(({ batch_id }) => batch_id),
    (chunk) => select.where('batch_id', 'in', chunk).execute(),
  );
  return subjectsOfBatches.filter(
    ({ subject_code, base_subject_code, name }) =>
      codes.has(subject_code) || codes.has(base_subject_code) || names.has(foldCached(name)),
  );
}
