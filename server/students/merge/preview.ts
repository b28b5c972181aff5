import { columnName, enabledColumns, gradeColumns } from '../../../contract/rules/gradeSettings';
import type { EnrolmentState, MarksQuestion, MergePreview } from '../../../contract/students/merge';
import type { StaffSection } from '../../../contract/vocabulary';
import type { Db, Row } from '../../db/schema';
import { loadGradeSettings } from '../../domain/offering';
import { refuseOtherSection } from './otherSection';
import type { CurrentState } from './periods';
import { type MergePlan, type Pair, planMerge } from './plan';

/** @throws FORBIDDEN for an admin of one section, if a record has rows of another section */
export async function buildPreview(
  db: Db,
  pair: Pair,
  today: string,
  section: StaffSection | null,
): Promise<MergePreview> {
  const plan = await planMerge(db, pair, today);
  await refuseOtherSection(db, { stayingId: pair.staying.id, mergedId: pair.merged.id }, plan, section);
  return {
    ...pair,
    records: plan.records,
    marks: await describeMarks(db, plan.marks),
    enrolment: plan.states && {
      staying: await describeState(db, plan.states.staying),
      merged: await describeState(db, plan.states.merged),
      proposed: plan.states.proposed,
    },
    accounts: {
      staying: await loadAccount(db, pair.staying.id),
      merged: await loadAccount(db, pair.merged.id),
    },
  };
}

async function describeMarks(db: Db, questions: MergePlan['marks']): Promise<MarksQuestion[]> {
  const described: MarksQuestion[] = [];
  for (const { staying, merged } of questions) {
    const settings = await loadGradeSettings(db, staying.subject_id);
    const subject = await db
      .selectFrom('subjects')
      .innerJoin('batches', 'batches.id', 'subjects.batch_id')
      .select(['subject_code', 'subjects.name', 'batch_name'])
      .where('subjects.id', '=', staying.subject_id)
      .executeTakeFirstOrThrow();
    const columns = enabledColumns(settings).map((key) => ({ key, name: columnName(settings, key) }));
    described.push({
      subject_id: staying.subject_id,
      ...subject,
      columns,
      staying: pickMarks(staying),
      merged: pickMarks(merged),
      versions: { staying: staying.version, merged: merged.version },
    });
  }
  return described;
}

async function describeState(db: Db, { enrolment, status }: CurrentState): Promise<EnrolmentState> {
  const names = await db
    .selectFrom('batches')
    .innerJoin('programs', 'programs.id', 'batches.program_row_id')
    .select(['batch_name', 'program_name'])
    .where('batches.id', '=', enrolment.batch_id)
    .executeTakeFirstOrThrow();
  return { ...names, from: enrolment.from_date, is_open: enrolment.to_date === null, status };
}

async function loadAccount(db: Db, studentId: number) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'username', 'role', 'last_login'])
    .where('student_row_id', '=', studentId)
    .executeTakeFirst();
  return account ?? null;
}

const pickMarks = (row: Row<'grades'>) =>
  Object.fromEntries(gradeColumns.map((column) => [column, row[column]]));
