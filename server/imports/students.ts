import { initialValues } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';
import { fullName } from '../../contract/rules/identity';
import type { StudentValues } from '../../contract/rules/importsRecords';
import type { Section } from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { NewRow, Row } from '../db/schema';
import { type Placement, placeStudents } from '../domain/enrolments';
import { loadInstituteDay } from '../domain/institute';
import { findByFormerNumber, nextStudentNumbers, splitNumbers } from '../domain/studentNumbers';
import { createCirclePlanner } from './circles';
import {
  type BatchMatch,
  type Draft,
  Drafts,
  type FieldChange,
  loadProgramsAndBatches,
  type ProgramMatch,
  type ProgramsAndBatches,
  type PlanContext,
  type Planned,
  refuseRow,
  loadInChunks,
} from './planning';

type StudentDraft = Draft<'students'>;
type StudentChanges = Partial<NewRow<'students'>>;

/** A student is found by academic number, else by national id. */
export async function createStudentPlanner(context: PlanContext, rows: readonly StudentValues[]) {
  const students = await loadStudents(context, rows);
  const day = await loadInstituteDay(context.db, context.now);
  const programsAndBatches = await loadProgramsAndBatches(context, rows);
  return new StudentPlanner(context.scope.section, {
    day,
    students,
    programsAndBatches,
    enrolments: await createEnrolmentPlanner(context, students.storedIds),
    describeMove: await createMoveDescriber(context, students, programsAndBatches),
    circles: await createCirclePlanner(context, rows, students.storedIds, day.today),
  });
}

interface StudentLookups {
  day: Awaited<ReturnType<typeof loadInstituteDay>>;
  students: Awaited<ReturnType<typeof loadStudents>>;
  programsAndBatches: ProgramsAndBatches;
  enrolments: Awaited<ReturnType<typeof createEnrolmentPlanner>>;
  describeMove: Awaited<ReturnType<typeof createMoveDescriber>>;
  circles: Awaited<ReturnType<typeof createCirclePlanner>>;
}

class StudentPlanner {
  readonly #drafts = new Drafts('students');
  /** New students without a number. The value is the year of the number that each student will get. */
  readonly #yearByDraft = new Map<StudentDraft, string>();

  /** @param section the section of the caller */
  constructor(
    private readonly section: Section | null,
    private readonly lookups: StudentLookups,
  ) {}

  plan(values: StudentValues): Planned {
    const { students, programsAndBatches } = this.lookups;
    const program = programsAndBatches.program(values);
    const batch = programsAndBatches.batch(values, program);
    const match = findStudent(students, values);
    return match ? this.#planStored(match, values, program, batch) : this.#planNew(values, program, batch);
  }

  #planNew(values: StudentValues, program: ProgramMatch | null, batch: BatchMatch | null): Planned {
    const { circles, enrolments, day } = this.lookups;
    // A student without a batch is outside of every section, so the caller could not see him.
    if (!batch && this.section !== null) refuseRow('batch_name', 'MISSING');
    const draft: StudentDraft = { stored: null, changes: {} };
    circles.place(draft, values, batch?.id);
    if (values.student_id === undefined)
      this.#yearByDraft.set(draft, batch?.academic_year ?? day.academicYear);
    if (batch) enrolments.planEnrolment(draft, batch.id);
    return this.#registerDraft(draft, buildStudent(values, program, batch));
  }

  #planStored(
    match: StudentDraft,
    values: StudentValues,
    program: ProgramMatch | null,
    batch: BatchMatch | null,
  ): Planned {
    const { circles, enrolments, describeMove } = this.lookups;
    const before = Drafts.current(match);
    const currentBatchId = enrolments.currentBatchId(match);
    if (program && !batch && currentBatchId !== undefined && before.program_row_id !== program.id)
      refuseRow('program_name', 'BATCH_OF_OTHER_PROGRAM', program.program_name);
    const isMove = batch !== null && batch.id !== currentBatchId;
    if (isMove && enrolments.hasLeft(match))
      refuseRow('batch_name', 'STUDENT_HAS_LEFT', before.full_name ?? '');
    if (values.circle_name !== undefined && enrolments.hasLeft(match))
      refuseRow('circle_name', 'STUDENT_HAS_LEFT', before.full_name ?? '');
    const circleChanges = circles.place(match, values, batch?.id ?? currentBatchId);
    const planned = this.#registerDraft(match, buildChanges(values, before, program, batch));
    const from = { programId: before.program_row_id, batchId: currentBatchId };
    const moves = [...describeMove(from, { program, batch: isMove ? batch : null }), ...circleChanges];
    if (isMove) enrolments.planEnrolment(match, batch.id);
    return {
      outcome: moves.length > 0 && planned.outcome === 'unchanged' ? 'updated' : planned.outcome,
      record: planned.record,
      changes: [...mergeNames(planned.changes), ...moves],
    };
  }

  /** The draft is registered so that later rows of the request find it. */
  #registerDraft(draft: StudentDraft, changes: StudentChanges): Planned {
    const { byNationalId, byNumber } = this.lookups.students;
    const before = Drafts.current(draft).national_id;
    const planned = this.#drafts.apply(draft, changes);
    const { student_id, national_id } = Drafts.current(draft);
    if (before && before !== national_id) byNationalId.delete(before);
    if (national_id) byNationalId.set(national_id, draft);
    if (student_id) byNumber.set(student_id, draft);
    return planned;
  }

  async write(unit: UnitOfWork): Promise<void> {
    const { students, enrolments, circles, day } = this.lookups;
    await assignNumbers(unit, this.#yearByDraft, students.byNumber);
    const added = await this.#drafts.write(unit);
    const rowIds = new Map(this.#drafts.added.map((draft, index) => [draft, added[index]?.id]));
    await placeStudents(unit, enrolments.buildPlacements(rowIds), { date: day.today, kind: 'moved' });
    await circles.write(unit, rowIds);
  }
}

/** @throws RowRefused if another student has the number or id, or if the student is outside of the scope */
function findStudent(
  students: Awaited<ReturnType<typeof loadStudents>>,
  { student_id, national_id }: StudentValues,
): StudentDraft | undefined {
  const holder = national_id === undefined ? undefined : students.byNationalId.get(national_id);
  const match = student_id === undefined ? holder : students.byNumber.get(student_id);
  if (holder && holder !== match) refuseRow('national_id', 'NATIONAL_ID_TAKEN', national_id);
  // Numbers and ids are unique over all sections, including students outside of the scope.
  if (match?.stored && !students.isVisible(match.stored.id))
    refuseRow(holder ? 'national_id' : 'student_id', 'NATIONAL_ID_TAKEN', holder ? national_id : student_id);
  return match;
}

/** Academic numbers of the year that are unused in the database and in the request. */
async function assignNumbers(
  unit: UnitOfWork,
  yearByDraft: ReadonlyMap<StudentDraft, string>,
  byNumber: Map<string, StudentDraft>,
): Promise<void> {
  for (const year of new Set(yearByDraft.values())) {
    const draftsOfYear = [...yearByDraft].flatMap(([draft, draftYear]) =>
      draftYear === year ? [draft] : [],
    );
    const isPlanned = (number: string) => byNumber.has(number);
    const numbers = await nextStudentNumbers(unit, year, draftsOfYear.length, isPlanned);
    for (const [index, draft] of draftsOfYear.entries()) {
      draft.changes = { ...draft.changes, student_id: numbers[index] };
      byNumber.set(numbers[index] as string, draft);
    }
  }
}

async function loadStudents(context: PlanContext, rows: readonly StudentValues[]) {
  const select = context.db.selectFrom('students').selectAll().orderBy('id');
  const load = (column: 'student_id' | 'national_id') =>
    loadInChunks(
      rows.map((row) => row[column]),
      (chunk) => select.where(column, 'in', chunk).execute(),
    );
  const stored = new Map<number, Row<'students'>>();
  const formerNumbers = await findByFormerNumber(
    context.db,
    rows.flatMap(({ student_id }) => student_id ?? []),
  );
  const byFormerNumber = await loadInChunks(formerNumbers.values(), (chunk) =>
    select.where('id', 'in', chunk).execute(),
  );
  for (const row of [...(await load('student_id')), ...(await load('national_id')), ...byFormerNumber])
    stored.set(row.id, row);
  const byNumber = new Map<string, StudentDraft>();
  const byNationalId = new Map<string, StudentDraft>();
  for (const row of stored.values()) {
    const draft = { stored: row, changes: {} };
    byNumber.set(row.student_id, draft);
    if (row.national_id) byNationalId.set(row.national_id, draft);
    for (const number of splitNumbers(row.former_numbers))
      if (!byNumber.has(number)) byNumber.set(number, draft);
  }
  const { students, section } = context.scope;
  const visible = await loadInChunks(section === null ? [] : stored.keys(), (chunk) =>
    context.db.selectFrom('students').select('id').where('id', 'in', chunk).where(students).execute(),
  );
  const visibleIds = new Set(visible.map(({ id }) => id));
  return {
    byNumber,
    byNationalId,
    storedIds: [...stored.keys()],
    programIds: Array.from(stored.values(), ({ program_row_id }) => program_row_id),
    isVisible: (id: number) => section === null || visibleIds.has(id),
  };
}

/** Loads the names of the batches and programmes that students may leave or join. */
async function createMoveDescriber(
  { db }: PlanContext,
  { storedIds, programIds }: Awaited<ReturnType<typeof loadStudents>>,
  { programs: joinedPrograms, batches: joinedBatches }: ProgramsAndBatches,
) {
  const leftBatches = await loadInChunks(storedIds, (chunk) =>
    db
      .selectFrom('enrolments')
      .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
      .select(['batches.id', 'batch_name'])
      .where('student_row_id', 'in', chunk)
      .where('is_shown', '=', 1)
      .execute(),
  );
  const batchPrograms = joinedBatches.map(({ program_row_id }) => program_row_id);
  const otherPrograms = await loadInChunks(
    // Without stored students there is nothing to describe.
    storedIds.length === 0 ? [] : [...programIds, ...batchPrograms],
    (chunk) => db.selectFrom('programs').select(['id', 'program_name']).where('id', 'in', chunk).execute(),
  );
  const programNames = new Map(
    [...joinedPrograms, ...otherPrograms].map((row) => [row.id, row.program_name]),
  );
  const batchNames = new Map([...leftBatches, ...joinedBatches].map((row) => [row.id, row.batch_name]));
  const describe = (
    field: string,
    names: ReadonlyMap<number, string>,
    from: number | null | undefined,
    to: number | undefined,
  ): FieldChange[] =>
    to === undefined || from === to
      ? []
      : [{ field, from: names.get(from ?? 0) ?? null, to: names.get(to) ?? null }];
  return (
    from: { programId: number | null | undefined; batchId: number | undefined },
    to: { program: ProgramMatch | null; batch: BatchMatch | null },
  ): FieldChange[] => [
    ...describe('program_name', programNames, from.programId, to.batch?.program_row_id ?? to.program?.id),
    ...describe('batch_name', batchNames, from.batchId, to.batch?.id),
  ];
}

const nameParts: ReadonlySet<string> = new Set(['first_name', 'second_name', 'third_name', 'last_name']);

/** A changed full name stands for the changes of its parts. */
const mergeNames = (changes: readonly FieldChange[]): readonly FieldChange[] =>
  changes.some(({ field }) => field === 'full_name')
    ? changes.filter(({ field }) => !nameParts.has(field))
    : changes;

async function createEnrolmentPlanner({ db }: PlanContext, stored: readonly number[]) {
  const rows = await loadInChunks(stored, (chunk) =>
    db
      .selectFrom('enrolments')
      .select(['student_row_id', 'batch_id'])
      .where('student_row_id', 'in', chunk)
      .where('is_shown', '=', 1)
      .execute(),
  );
  const withdrawn = await loadInChunks(stored, (chunk) =>
    db
      .selectFrom('student_statuses')
      .select('student_row_id')
      .where('student_row_id', 'in', chunk)
      .where('to_date', 'is', null)
      .where('status', 'in', ['withdrawn', 'graduated'])
      .execute(),
  );
  const withdrawnIds = new Set(withdrawn.map(({ student_row_id }) => student_row_id));
  const enrolmentByStudent = new Map(rows.map((row) => [row.student_row_id, row]));
  const newBatchIds = new Map<StudentDraft, number>();
  const findEnrolment = ({ stored: row }: StudentDraft) => (row ? enrolmentByStudent.get(row.id) : undefined);
  return {
    currentBatchId: (draft: StudentDraft): number | undefined =>
      newBatchIds.get(draft) ?? findEnrolment(draft)?.batch_id,
    /** True if the student has withdrawn or graduated. */
    hasLeft: ({ stored: row }: StudentDraft): boolean => row !== null && withdrawnIds.has(row.id),
    planEnrolment: (draft: StudentDraft, batchId: number): void => void newBatchIds.set(draft, batchId),
    buildPlacements: (rowIds: ReadonlyMap<StudentDraft, number | undefined>): Placement[] =>
      [...newBatchIds].map(([draft, batchId]) => ({
        studentRowId: draft.stored?.id ?? rowIds.get(draft) ?? 0,
        batchId,
      })),
  };
}

function buildChanges(
  {
    program_id,
    program_name,
    batch_name,
    circle_name: _circle,
    circle_subject_code: _subject,
    full_name,
    ...values
  }: StudentValues,
  before: Partial<Row<'students'>>,
  program: ProgramMatch | null,
  batch: BatchMatch | null,
): StudentChanges {
  const { first_name, second_name, third_name, last_name, ...rest } = values;
  // A full name in one cell cannot be split reliably. If it equals the stored full name, the four stored
  // names stay.
  const isSameName = full_name !== undefined && full_name === before.full_name;
  const names = isSameName ? {} : { first_name, second_name, third_name, last_name };
  const definedNames = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  return {
    ...rest,
    // A former number finds the student, but it does not replace his number.
    student_id: splitNumbers(before.former_numbers ?? null).includes(rest.student_id ?? '')
      ? undefined
      : rest.student_id,
    ...definedNames,
    full_name: fullName({ ...before, ...definedNames }),
    program_row_id: batch?.program_row_id ?? program?.id,
  };
}

function buildStudent(
  values: StudentValues,
  program: ProgramMatch | null,
  batch: BatchMatch | null,
): StudentChanges {
  return {
    ...initialValues(studentFields, values),
    full_name: fullName(values),
    program_row_id: batch?.program_row_id ?? program?.id ?? null,
  };
}
