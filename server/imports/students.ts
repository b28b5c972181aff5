import { sql } from 'kysely';
import { initialValues } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';
import { foldArabic } from '../../contract/rules/arabicText';
import { fullName } from '../../contract/rules/identity';
import type { StudentValues } from '../../contract/rules/importsRecords';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { NewRow, Row } from '../db/schema';
import { type CirclePlacement, isMemberOn, placeInCircles } from '../domain/circles';
import { type Placement, placeStudents } from '../domain/enrolments';
import { loadInstituteDay } from '../domain/institute';
import { nextStudentNumbers } from '../domain/studentNumbers';
import {
  type BatchMatch,
  type Draft,
  Drafts,
  loadProgramsAndBatches,
  type ProgramMatch,
  type PlanContext,
  refuseRow,
  loadInChunks,
} from './planning';

type StudentDraft = Draft<'students'>;
type StudentChanges = Partial<NewRow<'students'>>;

/** A student is found by academic number, else by national id. */
export async function createStudentPlanner(context: PlanContext, rows: readonly StudentValues[]) {
  const programsAndBatches = await loadProgramsAndBatches(context, rows);
  const students = await loadStudents(context, rows);
  const { today, academicYear } = await loadInstituteDay(context.db, context.now);
  const drafts = new Drafts('students');
  const enrolments = await createEnrolmentPlanner(context, students.storedIds);
  const circles = await createCirclePlanner(context, rows, students.storedIds, today);
  /** New students without a number. The value is the year of the number that each student will get. */
  const yearByDraft = new Map<StudentDraft, string>();

  function plan(values: StudentValues) {
    const program = programsAndBatches.program(values);
    const batch = programsAndBatches.batch(values, program);
    const match = findStudent(students, values);
    if (match) {
      const before = Drafts.current(match);
      const currentBatchId = enrolments.currentBatchId(match);
      if (program && !batch && currentBatchId !== undefined && before.program_row_id !== program.id)
        refuseRow('program_name', 'BATCH_OF_OTHER_PROGRAM', program.program_name);
      const isMove = batch !== null && batch.id !== currentBatchId;
      if (isMove && enrolments.hasLeft(match))
        refuseRow('batch_name', 'STUDENT_HAS_LEFT', before.full_name ?? '');
      if (values.circle_name !== undefined && enrolments.hasLeft(match))
        refuseRow('circle_name', 'STUDENT_HAS_LEFT', before.full_name ?? '');
      const joinsCircle = circles.place(match, values, batch?.id ?? currentBatchId);
      const outcome = registerDraft(match, buildChanges(values, before, program, batch));
      if (isMove) enrolments.planEnrolment(match, batch.id);
      return (isMove || joinsCircle) && outcome === 'unchanged' ? 'updated' : outcome;
    }
    // A student without a batch is outside of every section, so the caller could not see him.
    if (!batch && context.scope.section !== null) refuseRow('batch_name', 'MISSING');
    const draft: StudentDraft = { stored: null, changes: {} };
    circles.place(draft, values, batch?.id);
    if (values.student_id === undefined) yearByDraft.set(draft, batch?.academic_year ?? academicYear);
    if (batch) enrolments.planEnrolment(draft, batch.id);
    return registerDraft(draft, buildStudent(values, program, batch));
  }

  /** The draft is registered so that later rows of the request find it. */
  function registerDraft(draft: StudentDraft, changes: StudentChanges) {
    const before = Drafts.current(draft).national_id;
    const outcome = drafts.apply(draft, changes);
    const { student_id, national_id } = Drafts.current(draft);
    if (before && before !== national_id) students.byNationalId.delete(before);
    if (national_id) students.byNationalId.set(national_id, draft);
    if (student_id) students.byNumber.set(student_id, draft);
    return outcome;
  }

  async function write(unit: UnitOfWork): Promise<void> {
    await assignNumbers(unit, yearByDraft, students.byNumber);
    const added = await drafts.write(unit);
    const rowIds = new Map(drafts.added.map((draft, index) => [draft, added[index]?.id]));
    await placeStudents(unit, enrolments.buildPlacements(rowIds), { date: today, kind: 'moved' });
    await circles.write(unit, rowIds);
  }

  return { plan, write };
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
  for (const row of [...(await load('student_id')), ...(await load('national_id'))]) stored.set(row.id, row);
  const byNumber = new Map<string, StudentDraft>();
  const byNationalId = new Map<string, StudentDraft>();
  for (const row of stored.values()) {
    const draft = { stored: row, changes: {} };
    byNumber.set(row.student_id, draft);
    if (row.national_id) byNationalId.set(row.national_id, draft);
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
    isVisible: (id: number) => section === null || visibleIds.has(id),
  };
}

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

/** An open circle. `members` includes students that this request adds. */
interface PlannedCircle {
  id: number;
  name: string;
  name_sort: string;
  subject_id: number;
  subject_code: string;
  batch_id: number;
  capacity: number | null;
  members: number;
}

/** Circle changes take effect today. */
export async function createCirclePlanner(
  context: PlanContext,
  rows: readonly StudentValues[],
  stored: readonly number[],
  today: string,
) {
  const circles = await loadCirclesByName(context, rows, today);
  const subjects = new Set(circles.map(({ subject_id }) => subject_id));
  const currentCircles = await loadCurrentCircles(context, subjects.size === 0 ? [] : stored, today);
  /** The circle by subject, for each student. */
  const plannedCircles = new Map<StudentDraft, Map<number, PlannedCircle>>();
  const currentCircleId = (student: StudentDraft, subjectId: number): number | undefined =>
    plannedCircles.get(student)?.get(subjectId)?.id ??
    (student.stored ? currentCircles.get(`${student.stored.id}/${subjectId}`) : undefined);

  /**
   * @returns whether the row changes the circle
   * @throws RowRefused for no or several matching circles, or a full one
   */
  function placeInCircle(student: StudentDraft, values: StudentValues, batchId: number | undefined): boolean {
    const circle = findCircle(circles, values, batchId);
    if (!circle) return false;
    const before = currentCircleId(student, circle.subject_id);
    if (before === circle.id) return false;
    if (circle.capacity !== null && circle.members >= circle.capacity)
      refuseRow('circle_name', 'CIRCLE_IS_FULL', circle.name, String(circle.capacity));
    circle.members += 1;
    const previousCircle = circles.find(({ id }) => id === before);
    if (previousCircle) previousCircle.members -= 1;
    plannedCircles.set(
      student,
      new Map([...(plannedCircles.get(student) ?? []), [circle.subject_id, circle]]),
    );
    return true;
  }

  async function write(
    unit: UnitOfWork,
    rowIds: ReadonlyMap<StudentDraft, number | undefined>,
  ): Promise<void> {
    for (const subjectId of subjects) {
      const placements: CirclePlacement[] = [...plannedCircles].flatMap(([student, circleBySubject]) => {
        const circle = circleBySubject.get(subjectId);
        const studentRowId = student.stored?.id ?? rowIds.get(student);
        return circle && studentRowId !== undefined
          ? [{ studentRowId, circleId: circle.id, date: today }]
          : [];
      });
      if (placements.length > 0) await placeInCircles(unit, subjectId, placements);
    }
  }

  return { place: placeInCircle, write };
}

/** Returns null if the row has no circle. @throws RowRefused */
function findCircle(
  circles: readonly PlannedCircle[],
  { circle_name: name, circle_subject_code: code }: StudentValues,
  batchId: number | undefined,
): PlannedCircle | null {
  if (name === undefined) return null;
  if (batchId === undefined) refuseRow('circle_name', 'CIRCLE_WITHOUT_BATCH', name);
  const key = foldArabic(name);
  const circlesOfBatch = circles.filter((circle) => circle.batch_id === batchId && circle.name_sort === key);
  const matches = circlesOfBatch.filter(({ subject_code }) => code === undefined || subject_code === code);
  const [circle] = matches;
  if (!circle) refuseRow('circle_name', 'UNKNOWN_CIRCLE', name);
  if (matches.length > 1) refuseRow('circle_name', 'CIRCLE_OF_SEVERAL', name);
  return circle;
}

async function loadCirclesByName(
  { db, scope }: PlanContext,
  rows: readonly StudentValues[],
  today: string,
): Promise<PlannedCircle[]> {
  const circles = await loadInChunks(
    rows.map(({ circle_name: name }) => name && foldArabic(name)),
    (chunk) =>
      db
        .selectFrom('circles')
        .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
        .select(['circles.id', 'circles.name', 'circles.name_sort', 'circles.subject_id', 'circles.capacity'])
        .select(['subjects.subject_code', 'subjects.batch_id'])
        .select(
          sql<number | string>`(select count(*) from circle_members
            where circle_members.circle_id = circles.id and ${isMemberOn(today)})`.as('members'),
        )
        .where('circles.name_sort', 'in', chunk)
        .where((builder) =>
          builder.or([builder('circles.ended_on', 'is', null), builder('circles.ended_on', '>', today)]),
        )
        .where(scope.subjects)
        .execute(),
  );
  return circles.map((circle) => ({ ...circle, members: Number(circle.members) }));
}

async function loadCurrentCircles({ db }: PlanContext, students: readonly number[], today: string) {
  const rows = await loadInChunks(students, (chunk) =>
    db
      .selectFrom('circle_members')
      .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
      .select(['circle_members.student_row_id', 'circle_members.subject_id', 'circle_members.circle_id'])
      .where('circle_members.student_row_id', 'in', chunk)
      .where(isMemberOn(today))
      .execute(),
  );
  return new Map(rows.map((row) => [`${row.student_row_id}/${row.subject_id}`, row.circle_id]));
}
