import { describeEnrolment } from '../../contract/errors';
import type { Row } from '../db/schema';
import type { Placement } from '../domain/enrolments';
import { nextStudentNumbers, splitNumbers } from '../domain/studentNumbers';
import type { UnitOfWork } from '../db/log/unitOfWork';
import {
  type BatchMatch,
  type Draft,
  type FieldChange,
  loadInChunks,
  type PlanContext,
  type ProgramMatch,
  type ProgramsAndBatches,
} from './planning';

export type StudentDraft = Draft<'students'>;

export interface StoredStudents {
  byId: ReadonlyMap<number, StudentDraft>;
  /** Also has the new students of the request. */
  byNumber: Map<string, StudentDraft>;
  byNationalId: Map<string, StudentDraft>;
  storedIds: number[];
  programIds: (number | null)[];
}

export async function loadStudents({ db }: PlanContext, ids: Iterable<number>): Promise<StoredStudents> {
  const stored = await loadInChunks<number, Row<'students'>>(ids, (chunk) =>
    db.selectFrom('students').selectAll().where('id', 'in', chunk).orderBy('id').execute(),
  );
  const byId = new Map(stored.map((row) => [row.id, { stored: row, changes: {} }]));
  const drafts = [...byId.values()];
  return {
    byId,
    byNumber: new Map([
      ...drafts.flatMap((draft) =>
        splitNumbers(draft.stored.former_numbers).map((number) => [number, draft] as const),
      ),
      ...drafts.map((draft) => [draft.stored.student_id, draft] as const),
    ]),
    byNationalId: new Map(
      drafts.flatMap((draft) => (draft.stored.national_id ? [[draft.stored.national_id, draft]] : [])),
    ),
    storedIds: [...byId.keys()],
    programIds: stored.map(({ program_row_id }) => program_row_id),
  };
}

/** Loads the names of the batches and programmes that students may leave or join. */
export async function createMoveDescriber(
  { db }: PlanContext,
  { storedIds, programIds }: StoredStudents,
  { programs: joinedPrograms, batches: joinedBatches }: ProgramsAndBatches,
) {
  const leftBatches = await loadInChunks(storedIds, (chunk) =>
    db
      .selectFrom('enrolments')
      .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
      .innerJoin('programs', 'programs.id', 'batches.program_row_id')
      .select(['batches.id', 'batch_name', 'program_name', 'student_row_id', 'from_date as from'])
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
  const enrolments = new Map(leftBatches.map((row) => [row.student_row_id, describeEnrolment(row)]));
  return {
    /** The enrolment of a stored student for a sentence; empty for a new one. */
    enrolmentOf: ({ stored }: StudentDraft): string => enrolments.get(stored?.id ?? 0) ?? '',
    batchName: (id: number | undefined): string | null => batchNames.get(id ?? 0) ?? null,
    describe: (
      from: { programId: number | null | undefined; batchId: number | undefined },
      to: { program: ProgramMatch | null; batch: BatchMatch | null },
    ): FieldChange[] => [
      ...describe('program_name', programNames, from.programId, to.batch?.program_row_id ?? to.program?.id),
      ...describe('batch_name', batchNames, from.batchId, to.batch?.id),
    ],
  };
}

export async function createEnrolmentPlanner({ db }: PlanContext, stored: readonly number[]) {
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

/** Academic numbers of the year that are unused in the database and in the request. */
export async function assignNumbers(
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
