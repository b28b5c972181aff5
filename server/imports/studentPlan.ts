import type { StudentValues } from '../../contract/rules/importsRecords';
import { Yielder } from '../db/engine/yielder';
import { loadInstituteDay } from '../domain/institute';
import { createCirclePlanner, isInNamedCircle } from './circles';
import { createGuardianPlanner, type GuardianPlanner } from './guardians';
import {
  idFields,
  loadNames,
  loadPeople,
  loadVisible,
  type People,
  type PersonRow,
  toPersonRow,
} from './people';
import { type Judgement, PersonJudge } from './personJudge';
import {
  type BatchMatch,
  Drafts,
  loadProgramsAndBatches,
  type ProgramsAndBatches,
  type PlanContext,
  RowRefused,
} from './planning';
import {
  createEnrolmentPlanner,
  createMoveDescriber,
  loadStudents,
  type StoredStudents,
} from './studentLookups';
import { buildChanges } from './studentValues';

/** Loads the stored rows that the lines of a file can mean, and finds the person of each line (`PersonJudge`). */
export async function loadStudentLookups(
  context: PlanContext,
  rows: readonly StudentValues[],
): Promise<StudentLookups> {
  const programsAndBatches = await loadProgramsAndBatches(context, rows);
  const undecided = rows.filter((values) => context.decisionOf(values) === undefined);
  const decided = rows.filter((values) => context.decisionOf(values) !== undefined);
  const personRows: PersonRow[] = [];
  const yielder = new Yielder();
  for (const values of undecided) {
    if (context.isCheck) await yielder.yieldIfDue();
    const batch = findBatch(programsAndBatches, values);
    if (batch !== undefined) personRows.push(toPersonRow(values, batch?.id));
  }
  const people = await loadPeople(context, personRows, decided);
  const judge = await PersonJudge.create(context, people, personRows);
  const holders = idFields.flatMap((field) => [...people.holders[field].values()].map(({ id }) => id));
  const decidedIds = decided.flatMap((values) => context.decisionOf(values)?.id ?? []);
  const isVisible = await loadVisible(context, decidedIds);
  const students = await loadStudents(context, [...holders, ...judge.candidateIds(), ...decidedIds]);
  const day = await loadInstituteDay(context.db, context.now);
  const circles = await createCirclePlanner(context, rows, students.storedIds, day.today);
  const guardians = await createGuardianPlanner(context, rows, students.storedIds);
  const comparer = new Drafts('students');
  const judgements = await judge.judge(context, ({ values, batchId }, id) => {
    const draft = students.byId.get(id);
    if (!draft) return false;
    const before = Drafts.current(draft);
    const [program, batch] = [programsAndBatches.program(values), findBatch(programsAndBatches, values)];
    const changes = buildChanges(values, before, program, batch ?? null);
    const isOtherProgram = (changes.program_row_id ?? before.program_row_id) !== before.program_row_id;
    return (
      !isOtherProgram &&
      comparer.compare(draft, changes).length === 0 &&
      isInNamedCircle(circles, draft, values, batchId) &&
      guardians.compare(draft, values).length === 0
    );
  });
  return {
    day,
    people,
    judgements,
    students,
    programsAndBatches,
    enrolments: await createEnrolmentPlanner(context, students.storedIds),
    moves: await createMoveDescriber(context, students, programsAndBatches),
    circles,
    guardians,
    isVisible,
    renewed: await loadNames(context, decided),
  };
}

/** Undefined: the batch of the row is refused, so the row needs no judgement. Null: the row has no batch. */
function findBatch(
  programsAndBatches: ProgramsAndBatches,
  values: StudentValues,
): BatchMatch | null | undefined {
  try {
    return programsAndBatches.batch(values, programsAndBatches.program(values));
  } catch (error) {
    if (error instanceof RowRefused) return undefined;
    throw error;
  }
}

export interface StudentLookups {
  day: Awaited<ReturnType<typeof loadInstituteDay>>;
  people: People;
  judgements: ReadonlyMap<object, Judgement>;
  students: StoredStudents;
  programsAndBatches: ProgramsAndBatches;
  enrolments: Awaited<ReturnType<typeof createEnrolmentPlanner>>;
  moves: Awaited<ReturnType<typeof createMoveDescriber>>;
  circles: Awaited<ReturnType<typeof createCirclePlanner>>;
  guardians: GuardianPlanner;
  /** Whether the caller sees the student of a decision. */
  isVisible: (id: number) => boolean;
  /** Names that now stand in the batch, as `nameInBatch`. */
  renewed: ReadonlySet<string>;
}
