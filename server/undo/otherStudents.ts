import { sql } from 'kysely';
import type { Scope } from '../auth/scope';
import { isOwnStudent } from '../auth/visibleStudent';
import { columnTypes, type DatabaseKind } from '../db/engine/dialect';
import type { Db } from '../db/schema';
import { allOf, always, type Condition } from '../db/search/matching';

/** The teacher whose operations are checked. */
interface UndoingTeacher {
  id: number;
  scope: Scope;
  /** An announcement can be undone only where the teacher may announce. */
  ownScope: Scope;
  today: string;
}

/**
 * The operations that wrote rows of other students or places. A row with a date is checked against the circle of that date, and a mark against the
 * circle of today.
 */
export async function findOperationsOnOtherStudents(
  db: Db,
  kind: DatabaseKind,
  { id, scope, ownScope, today }: UndoingTeacher,
  loggedRowsCondition: Condition,
): Promise<Set<number>> {
  const { jsonField } = columnTypes(kind);
  const numberColumn = (name: string) => sql`cast(${jsonField('content', name)} as bigint)`;
  const studentInSubject = {
    subject: sql.ref('written_row.subject_id'),
    student: sql.ref('written_row.student_row_id'),
  };
  const day = sql<string>`written_row.date`;
  const isOwnRegister = sql`(written_row.subject_id in (select subjects.id from subjects where ${scope.wholeSubjects})
    or exists (select 1 from circles where circles.id = written_row.circle_id and ${scope.circlesOn(day)}))`;
  const isOwnDecision = sql`exists (select 1 from excuses where excuses.id = written_row.excuse_id
    and ${scope.isStudentVisible({ ...studentInSubject, student: sql.ref('excuses.student_row_id') })})`;
  // The teacher of today answers an excuse for all its days (ADR 87), so he may also undo his answer.
  const isOfAnswer = sql`exists (select 1 from (
      select coalesce(after, before) as content from operation_rows
      where operation_id = written_row.operation_id and table_name = 'excuse_decisions') as decision
    where ${numberColumn('subject_id')} = written_row.subject_id)`;
  const isOwnAbsence = sql`(written_row.table_name = 'absences' and ${isOfAnswer}
    and ${scope.isStudentVisible(studentInSubject)})`;
  const isStudentWhere = (condition: Condition) =>
    sql`exists (select 1 from students where students.id = written_row.student_row_id and ${condition})`;
  const isInScope = isStudentWhere(scope.students);
  // A template of a circle belongs to today's teacher. A template of a subject belongs to all circles.
  const isOwnPlan = sql`(case when written_row.student_row_id is not null then ${scope.isStudentVisible(studentInSubject)}
    when written_row.circle_id is not null then exists (select 1 from circles
      where circles.id = written_row.circle_id and ${scope.circlesOn(today)})
    else ${always} end)`;
  const isOwnAnnouncement = sql`(written_row.batch_id in (select subjects.batch_id from subjects where ${ownScope.wholeSubjects})
    or exists (select 1 from circles where circles.id = written_row.circle_id and ${ownScope.circlesOn(today)}))`;
  const { rows } = await sql<{ operation_id: number }>`
    select distinct written_row.operation_id from (
      select operation_id, table_name, ${numberColumn('subject_id')} as subject_id, ${numberColumn('student_row_id')} as student_row_id,
        ${numberColumn('circle_id')} as circle_id, ${numberColumn('excuse_id')} as excuse_id,
        ${numberColumn('batch_id')} as batch_id, ${jsonField('content', 'date')} as date
      from (select operation_id, table_name, coalesce(after, before) as content from operation_rows
        where ${loggedRowsCondition}
          and table_name in ('grades', 'registers', 'absences', 'daily_records', 'hifz_plans', 'hifz_prior', 'hifz_skips',
            'sard', 'excuses', 'excuse_decisions', 'announcements', 'behaviour_notes')
        union all select operation_id, table_name, before from operation_rows
        where ${loggedRowsCondition} and table_name = 'announcements' and before is not null) as written) as written_row
    where not (case written_row.table_name when 'hifz_prior' then ${isInScope} when 'excuses' then ${isInScope}
      when 'behaviour_notes' then ${isStudentWhere(allOf([scope.students, isOwnStudent(id, today)]))} when 'announcements' then ${isOwnAnnouncement}
      when 'excuse_decisions' then ${isOwnDecision}
      when 'grades' then ${scope.isStudentVisible(studentInSubject)} when 'hifz_plans' then ${isOwnPlan}
      when 'registers' then (${isOwnRegister} or ${isOfAnswer})
      else (${scope.isOwnStudentOn(studentInSubject, day)} or ${isOwnAbsence}) end)`.execute(db);
  return new Set(rows.map(({ operation_id }) => operation_id));
}
