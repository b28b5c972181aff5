import { newValues } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';
import { fullName } from '../../contract/rules/identity';
import type { StudentValues } from '../../contract/rules/importsPeople';
import { placeStudents } from '../db/enrolments';
import { instituteDay } from '../db/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { NewRow, Row } from '../db/schema';
import { nextStudentNumbers } from '../db/studentNumbers';
import { type BatchPlace, placesOf, type ProgramPlace } from './places';
import { type Draft, Drafts, type Reading, refuse, rowsFor } from './planning';

type StudentDraft = Draft<'students'>;
type StudentChanges = Partial<NewRow<'students'>>;

/** Students: found by academic number, else by national id. */
export async function studentPlanner(reading: Reading, rows: readonly StudentValues[]) {
  const places = await placesOf(reading, rows);
  const known = await knownStudents(reading, rows);
  const { today, academicYear } = await instituteDay(reading.db, reading.now);
  const drafts = new Drafts('students');
  const batchOf = await batchesOf(reading, known.stored);
  /** Who comes into another batch. */
  const placed = new Map<StudentDraft, number>();
  /** Of new students without a number: the year of the number that they are to get. */
  const unnumbered = new Map<StudentDraft, string>();

  function found({ student_id, national_id }: StudentValues): StudentDraft | undefined {
    const holder = national_id === undefined ? undefined : known.byNationalId.get(national_id);
    if (student_id === undefined) return holder;
    const own = known.byNumber.get(student_id);
    if (holder && holder !== own) refuse('national_id', 'NATIONAL_ID_TAKEN', national_id);
    return own;
  }

  function plan(values: StudentValues) {
    const program = places.program(values);
    const batch = places.batch(values, program);
    const stored = found(values);
    if (stored) {
      const before = Drafts.current(stored);
      const place = stored.stored ? batchOf.get(stored.stored.id) : undefined;
      const shown = placed.get(stored) ?? place?.batchId;
      if (program && !batch && shown !== undefined && before.program_row_id !== program.id)
        refuse('program_name', 'BATCH_OF_OTHER_PROGRAM', program.program_name);
      if (batch && batch.id !== shown && place?.hasLeft)
        refuse('batch_name', 'STUDENT_HAS_LEFT', before.full_name ?? '');
      const outcome = remembered(stored, changesOf(values, before, program, batch));
      if (batch === null || batch.id === shown) return outcome;
      placed.set(stored, batch.id);
      return outcome === 'unchanged' ? 'updated' : outcome;
    }
    const draft: StudentDraft = { stored: null, changes: {} };
    if (values.student_id === undefined) unnumbered.set(draft, batch?.academic_year ?? academicYear);
    if (batch) placed.set(draft, batch.id);
    return remembered(draft, newStudent(values, program, batch));
  }

  /** A later row of the same request finds what an earlier one plans. */
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
    for (const year of new Set(unnumbered.values())) {
      const waiting = [...unnumbered].flatMap(([draft, of]) => (of === year ? [draft] : []));
      const isPlanned = (number: string) => known.byNumber.has(number);
      const numbers = await nextStudentNumbers(unit, year, waiting.length, isPlanned);
      for (const [place, draft] of waiting.entries()) {
        draft.changes = { ...draft.changes, student_id: numbers[place] };
        known.byNumber.set(numbers[place] as string, draft);
      }
    }
    const added = await drafts.write(unit);
    const numberOf = new Map(drafts.added.map((draft, place) => [draft, added[place]?.id]));
    await placeStudents(
      unit,
      [...placed].map(([draft, batchId]) => ({
        studentRowId: draft.stored?.id ?? numberOf.get(draft) ?? 0,
        batchId,
      })),
      { date: today, as: 'moved' },
    );
  }

  return { plan, write };
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
  return { byNumber, byNationalId, stored: [...stored.keys()] };
}

/** The batches that the records of these students show, and whether they have withdrawn or graduated from them. */
async function batchesOf(
  { db }: Reading,
  students: readonly number[],
): Promise<Map<number, { batchId: number; hasLeft: boolean }>> {
  const rows = await rowsFor(students, (part) =>
    db
      .selectFrom('enrolments')
      .select(['student_row_id', 'batch_id', 'to_date'])
      .where('student_row_id', 'in', part)
      .where('is_shown', '=', 1)
      .execute(),
  );
  return new Map(
    rows.map(({ student_row_id, batch_id, to_date }) => [
      student_row_id,
      { batchId: batch_id, hasLeft: to_date !== null },
    ]),
  );
}

function changesOf(
  { program_id, program_name, batch_name, full_name, ...values }: StudentValues,
  before: Partial<Row<'students'>>,
  program: ProgramPlace | null,
  batch: BatchPlace | null,
): StudentChanges {
  const { first_name, second_name, third_name, last_name, ...others } = values;
  // One cell cannot say where a name ends: the four stored ones stay when they come to the same.
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
    user_id: null,
  };
}
