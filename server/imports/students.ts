import { newValues } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';
import { fullName } from '../../contract/rules/identity';
import type { StudentValues } from '../../contract/rules/importsRecords';
import { type Placement, placeStudents } from '../db/enrolments';
import { instituteDay } from '../db/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { NewRow, Row } from '../db/schema';
import { nextStudentNumbers } from '../db/studentNumbers';
import { type BatchPlace, placesOf, type ProgramPlace } from './places';
import { studentCircles } from './studentCircles';
import { type Draft, Drafts, type Reading, refuse, rowsFor } from './planning';

type StudentDraft = Draft<'students'>;
type StudentChanges = Partial<NewRow<'students'>>;

/** Students: found by academic number, else by national id. */
export async function studentPlanner(reading: Reading, rows: readonly StudentValues[]) {
  const places = await placesOf(reading, rows);
  const known = await knownStudents(reading, rows);
  const { today, academicYear } = await instituteDay(reading.db, reading.now);
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
    await placeStudents(unit, enrolled.placements(numbers), { date: today, as: 'moved' });
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
    ...newValues(studentFields, values),
    full_name: fullName(values),
    program_row_id: batch?.program_row_id ?? program?.id ?? null,
  };
}
