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
  type BatchPlace,
  type Draft,
  Drafts,
  placesOf,
  type ProgramPlace,
  type Reading,
  refuse,
  rowsFor,
} from './planning';

type StudentDraft = Draft<'students'>;
type StudentChanges = Partial<NewRow<'students'>>;

/** Students: found by academic number, else by national id. */
export async function studentPlanner(reading: Reading, rows: readonly StudentValues[]) {
  const places = await placesOf(reading, rows);
  const known = await knownStudents(reading, rows);
  const { today, academicYear } = await loadInstituteDay(reading.db, reading.now);
  const drafts = new Drafts('students');
  const enrolled = await enrolledStudents(reading, known.stored);
  const circles = await studentCircles(reading, rows, known.stored, today);
  /** For new students without a number: the year of the number that they will get. */
  const unnumbered = new Map<StudentDraft, string>();

  function plan(values: StudentValues) {
    const program = places.program(values);
    const batch = places.batch(values, program);
    const stored = findStudent(known, values);
    if (stored) {
      const before = Drafts.current(stored);
      const shown = enrolled.batchOf(stored);
      if (program && !batch && shown !== undefined && before.program_row_id !== program.id)
        refuse('program_name', 'BATCH_OF_OTHER_PROGRAM', program.program_name);
      const isMoved = batch !== null && batch.id !== shown;
      if (isMoved && enrolled.hasLeft(stored))
        refuse('batch_name', 'STUDENT_HAS_LEFT', before.full_name ?? '');
      if (values.circle_name !== undefined && enrolled.hasLeft(stored))
        refuse('circle_name', 'STUDENT_HAS_LEFT', before.full_name ?? '');
      const comes = circles.place(stored, values, batch?.id ?? shown);
      const outcome = remembered(stored, changesOf(values, before, program, batch));
      if (isMoved) enrolled.place(stored, batch.id);
      return (isMoved || comes) && outcome === 'unchanged' ? 'updated' : outcome;
    }
    // Without a batch, nobody in the section could see the student.
    if (!batch && reading.scope.section !== null) refuse('batch_name', 'MISSING');
    const draft: StudentDraft = { stored: null, changes: {} };
    circles.place(draft, values, batch?.id);
    if (values.student_id === undefined) unnumbered.set(draft, batch?.academic_year ?? academicYear);
    if (batch) enrolled.place(draft, batch.id);
    return remembered(draft, newStudent(values, program, batch));
  }

  /** Registers a draft, so that later rows of the request find it. */
  function remembered(draft: StudentDraft, changes: StudentChanges) {
    const before = Drafts.current(draft).national_id;
    const outcome = drafts.apply(draft, changes);
    const { student_id, national_id } = Drafts.current(draft);
    if (before && before !== national_id) known.byNationalId.delete(before);
    if (national_id) known.byNationalId.set(national_id, draft);
    if (student_id) known.byNumber.set(student_id, draft);
    return outcome;
  }

  async function write(unit: UnitOfWork): Promise<void> {
    await giveNumbers(unit, unnumbered, known.byNumber);
    const added = await drafts.write(unit);
    const numbers = new Map(drafts.added.map((draft, place) => [draft, added[place]?.id]));
    await placeStudents(unit, enrolled.placements(numbers), { date: today, kind: 'moved' });
    await circles.write(unit, numbers);
  }

  return { plan, write };
}

/**
 * The student that a row means. @throws RowRefused if another student has its number or id, or if he is outside of
 * the scope
 */
function findStudent(
  known: Awaited<ReturnType<typeof knownStudents>>,
  { student_id, national_id }: StudentValues,
): StudentDraft | undefined {
  const holder = national_id === undefined ? undefined : known.byNationalId.get(national_id);
  const own = student_id === undefined ? holder : known.byNumber.get(student_id);
  if (holder && holder !== own) refuse('national_id', 'NATIONAL_ID_TAKEN', national_id);
  // Numbers and ids are unique in all sections, also for students outside of the scope.
  if (own?.stored && !known.isSeen(own.stored.id))
    refuse(holder ? 'national_id' : 'student_id', 'NATIONAL_ID_TAKEN', holder ? national_id : student_id);
  return own;
}

/** Gives new students a number of the year in `unnumbered` that no other row of the request has. */
async function giveNumbers(
  unit: UnitOfWork,
  unnumbered: ReadonlyMap<StudentDraft, string>,
  byNumber: Map<string, StudentDraft>,
): Promise<void> {
  for (const year of new Set(unnumbered.values())) {
    const waiting = [...unnumbered].flatMap(([draft, of]) => (of === year ? [draft] : []));
    const isPlanned = (number: string) => byNumber.has(number);
    const numbers = await nextStudentNumbers(unit, year, waiting.length, isPlanned);
    for (const [place, draft] of waiting.entries()) {
      draft.changes = { ...draft.changes, student_id: numbers[place] };
      byNumber.set(numbers[place] as string, draft);
    }
  }
}

async function knownStudents(reading: Reading, rows: readonly StudentValues[]) {
  const select = reading.db.selectFrom('students').selectAll().orderBy('id');
  const find = (column: 'student_id' | 'national_id') =>
    rowsFor(
      rows.map((row) => row[column]),
      (part) => select.where(column, 'in', part).execute(),
    );
  const stored = new Map<number, Row<'students'>>();
  for (const row of [...(await find('student_id')), ...(await find('national_id'))]) stored.set(row.id, row);
  const byNumber = new Map<string, StudentDraft>();
  const byNationalId = new Map<string, StudentDraft>();
  for (const row of stored.values()) {
    const draft = { stored: row, changes: {} };
    byNumber.set(row.student_id, draft);
    if (row.national_id) byNationalId.set(row.national_id, draft);
  }
  const { students, section } = reading.scope;
  const seen = await rowsFor(section === null ? [] : stored.keys(), (part) =>
    reading.db.selectFrom('students').select('id').where('id', 'in', part).where(students).execute(),
  );
  const seenIds = new Set(seen.map(({ id }) => id));
  return {
    byNumber,
    byNationalId,
    stored: [...stored.keys()],
    /** Whether the student is in the scope of the person who imports. */
    isSeen: (id: number) => section === null || seenIds.has(id),
  };
}

/**
 * The batch of each student, and the students who join another one. @param stored the row numbers of known students
 */
async function enrolledStudents({ db }: Reading, stored: readonly number[]) {
  const rows = await rowsFor(stored, (part) =>
    db
      .selectFrom('enrolments')
      .select(['student_row_id', 'batch_id'])
      .where('student_row_id', 'in', part)
      .where('is_shown', '=', 1)
      .execute(),
  );
  const left = await rowsFor(stored, (part) =>
    db
      .selectFrom('student_statuses')
      .select('student_row_id')
      .where('student_row_id', 'in', part)
      .where('to_date', 'is', null)
      .where('status', 'in', ['withdrawn', 'graduated'])
      .execute(),
  );
  const haveLeft = new Set(left.map(({ student_row_id }) => student_row_id));
  const shown = new Map(rows.map((row) => [row.student_row_id, row]));
  const placed = new Map<StudentDraft, number>();
  const shownOf = ({ stored: row }: StudentDraft) => (row ? shown.get(row.id) : undefined);
  return {
    batchOf: (draft: StudentDraft): number | undefined => placed.get(draft) ?? shownOf(draft)?.batch_id,
    /** The student has withdrawn or graduated. */
    hasLeft: ({ stored: row }: StudentDraft): boolean => row !== null && haveLeft.has(row.id),
    place: (draft: StudentDraft, batchId: number): void => void placed.set(draft, batchId),
    /** @param numbers the row numbers of the new students */
    placements: (numbers: ReadonlyMap<StudentDraft, number | undefined>): Placement[] =>
      [...placed].map(([draft, batchId]) => ({
        studentRowId: draft.stored?.id ?? numbers.get(draft) ?? 0,
        batchId,
      })),
  };
}

function changesOf(
  {
    program_id,
    program_name,
    batch_name,
    circle_name: _circle,
    circle_subject_code: _of,
    full_name,
    ...values
  }: StudentValues,
  before: Partial<Row<'students'>>,
  program: ProgramPlace | null,
  batch: BatchPlace | null,
): StudentChanges {
  const { first_name, second_name, third_name, last_name, ...others } = values;
  // A full name in one cell cannot be split reliably: if it equals the stored full name, the four stored names stay.
  const isSameName = full_name !== undefined && full_name === before.full_name;
  const names = isSameName ? {} : { first_name, second_name, third_name, last_name };
  const given = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  return {
    ...others,
    ...given,
    full_name: fullName({ ...before, ...given }),
    program_row_id: batch?.program_row_id ?? program?.id,
  };
}

function newStudent(
  values: StudentValues,
  program: ProgramPlace | null,
  batch: BatchPlace | null,
): StudentChanges {
  return {
    ...initialValues(studentFields, values),
    full_name: fullName(values),
    program_row_id: batch?.program_row_id ?? program?.id ?? null,
  };
}

type Student = Draft<'students'>;

/** A circle without an end, and the number of its members including those that this request has placed. */
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

/**
 * The circles that the rows of a request name, and the students who join them from today on.
 * @param stored the row numbers of known students
 */
export async function studentCircles(
  reading: Reading,
  rows: readonly StudentValues[],
  stored: readonly number[],
  today: string,
) {
  const circles = await namedCircles(reading, rows, today);
  const subjects = new Set(circles.map(({ subject_id }) => subject_id));
  const present = await presentCircles(reading, subjects.size === 0 ? [] : stored, today);
  /** For each student: the circle of each subject. */
  const placed = new Map<Student, Map<number, PlannedCircle>>();
  const circleIn = (student: Student, subjectId: number): number | undefined =>
    placed.get(student)?.get(subjectId)?.id ??
    (student.stored ? present.get(`${student.stored.id}/${subjectId}`) : undefined);

  /**
   * Places a student in the circle of a row. @returns whether that changes anything
   * @throws RowRefused if the name fits no circle of the batch, several circles, or a full one
   */
  function place(student: Student, values: StudentValues, batchId: number | undefined): boolean {
    const circle = namedCircle(circles, values, batchId);
    if (!circle) return false;
    const before = circleIn(student, circle.subject_id);
    if (before === circle.id) return false;
    if (circle.capacity !== null && circle.members >= circle.capacity)
      refuse('circle_name', 'CIRCLE_IS_FULL', circle.name, String(circle.capacity));
    circle.members += 1;
    const left = circles.find(({ id }) => id === before);
    if (left) left.members -= 1;
    placed.set(student, new Map([...(placed.get(student) ?? []), [circle.subject_id, circle]]));
    return true;
  }

  /** @param numbers the row numbers of the new students, who are on the roster now */
  async function write(unit: UnitOfWork, numbers: ReadonlyMap<Student, number | undefined>): Promise<void> {
    for (const subjectId of subjects) {
      const placements: CirclePlacement[] = [...placed].flatMap(([student, of]) => {
        const circle = of.get(subjectId);
        const studentRowId = student.stored?.id ?? numbers.get(student);
        return circle && studentRowId !== undefined
          ? [{ studentRowId, circleId: circle.id, date: today }]
          : [];
      });
      if (placements.length > 0) await placeInCircles(unit, subjectId, placements);
    }
  }

  return { place, write };
}

/** The circle that a row names; null if it names none. @throws RowRefused */
function namedCircle(
  circles: readonly PlannedCircle[],
  { circle_name: name, circle_subject_code: code }: StudentValues,
  batchId: number | undefined,
): PlannedCircle | null {
  if (name === undefined) return null;
  if (batchId === undefined) refuse('circle_name', 'CIRCLE_WITHOUT_BATCH', name);
  const key = foldArabic(name);
  const ofBatch = circles.filter((circle) => circle.batch_id === batchId && circle.name_sort === key);
  const found = ofBatch.filter(({ subject_code }) => code === undefined || subject_code === code);
  const [circle] = found;
  if (!circle) refuse('circle_name', 'UNKNOWN_CIRCLE', name);
  if (found.length > 1) refuse('circle_name', 'CIRCLE_OF_SEVERAL', name);
  return circle;
}

async function namedCircles(
  { db, scope }: Reading,
  rows: readonly StudentValues[],
  today: string,
): Promise<PlannedCircle[]> {
  const found = await rowsFor(
    rows.map(({ circle_name: name }) => name && foldArabic(name)),
    (part) =>
      db
        .selectFrom('circles')
        .innerJoin('subjects', 'subjects.id', 'circles.subject_id')
        .select(['circles.id', 'circles.name', 'circles.name_sort', 'circles.subject_id', 'circles.capacity'])
        .select(['subjects.subject_code', 'subjects.batch_id'])
        .select(
          sql<number | string>`(select count(*) from circle_members
            where circle_members.circle_id = circles.id and ${isMemberOn(today)})`.as('members'),
        )
        .where('circles.name_sort', 'in', part)
        .where((of) => of.or([of('circles.ended_on', 'is', null), of('circles.ended_on', '>', today)]))
        .where(scope.subjects)
        .execute(),
  );
  return found.map((row) => ({ ...row, members: Number(row.members) }));
}

/** The present circle of each of these students, by student and subject. */
async function presentCircles({ db }: Reading, students: readonly number[], today: string) {
  const rows = await rowsFor(students, (part) =>
    db
      .selectFrom('circle_members')
      .innerJoin('circles', 'circles.id', 'circle_members.circle_id')
      .select(['circle_members.student_row_id', 'circle_members.subject_id', 'circle_members.circle_id'])
      .where('circle_members.student_row_id', 'in', part)
      .where(isMemberOn(today))
      .execute(),
  );
  return new Map(rows.map((row) => [`${row.student_row_id}/${row.subject_id}`, row.circle_id]));
}
