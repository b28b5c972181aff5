import { type RawBuilder, sql } from 'kysely';
import { dayText } from '../../contract/rules/messages/message';
import { lessonNames } from '../../contract/rules/messages/texts';
import type { SentenceKey } from '../../contract/rules/messages/texts';
import { excusedAbsence } from '../../contract/vocabulary';
import { databaseKind, numbersInJson } from '../db/engine/dialect';
import type { Db } from '../db/schema';
import type { Condition } from '../db/search/matching';
import { isOnRosterOn } from '../domain/enrolments';
import { isAbsenceCounted, isRegisterCounted, listsStudent } from '../domain/registers';
import { areOfAudience, type Audience } from './audience';
import type { Finding } from './finding';
import { lastTold, type ToldLog } from './log';
import { loadOtherRecords, recordsOf } from './otherRecords';

/** What the registers of a day tell about a student. `lesson`: he is present in another register. */
type DayState = 'absent' | 'lesson' | 'absent_excused' | 'lesson_excused' | 'present';

interface DayAbsence {
  student: number;
  subject: number;
  name: string;
  type: string;
}

/** Absences of one day, and corrections of messages that registers have overtaken. */
export async function findAbsences(db: Db, audience: Audience, log: ToldLog): Promise<Finding[]> {
  const { date, today, students } = audience;
  const visible = await loadAbsencesOf(
    db,
    date,
    sql`${areOfAudience(audience, 'absences')} and absences.student_row_id in (select students.id from students where ${students})`,
  );
  const ids = [...new Set([...visible.map(({ student }) => student), ...log.keys()])];
  const inIds = sql<boolean>`absences.student_row_id in (${numbersInJson(databaseKind(db), ids)})`;
  const all = ids.length === 0 ? [] : await loadAbsencesOf(db, date, inIds);
  const present = await loadPresent(db, date, ids);
  const [visibleByStudent, allByStudent] = [groupByStudent(visible), groupByStudent(all)];
  return ids.flatMap((studentId): Finding[] => {
    const own = visibleByStudent.get(studentId) ?? [];
    const state = stateOfDay(own, present.has(studentId));
    // The registers that the caller cannot see decide whether an earlier message was wrong.
    const wholeState = stateOfDay(allByStudent.get(studentId) ?? [], present.has(studentId));
    const message = lastTold(log, studentId);
    const correction = message ? correctionOf(message.content, wholeState) : null;
    const isUnexcused = own.some(({ type }) => type !== excusedAbsence);
    const names = own.filter(({ type }) => !isUnexcused || type !== excusedAbsence).map(({ name }) => name);
    const values = {
      day: dayText(date, today),
      ...(names.length > 0 && { lesson: lessonNames([...new Set(names)]) }),
    };
    // An absence in a lesson that the caller cannot see has no name for him.
    if (correction === 'arrived' && names.length === 0) return [];
    if (correction !== null && wholeState !== null)
      return [
        { studentId, sentence: correction, values, content: wholeState, toldBy: null, isCorrection: true },
      ];
    if (state === null || state === 'present') {
      const isTold = message?.content === 'present' && wholeState === 'present';
      return isTold ? [{ studentId, sentence: 'present', values, content: 'present', toldBy: message }] : [];
    }
    const isTold = message !== undefined && covers(message.content, state);
    return [{ studentId, sentence: state, values, content: state, toldBy: isTold ? message : null }];
  });
}

/** Null: no register lists him. */
function stateOfDay(absences: readonly DayAbsence[], isPresent: boolean): DayState | null {
  if (absences.length === 0) return isPresent ? 'present' : null;
  const isExcused = absences.every(({ type }) => type === excusedAbsence);
  if (isPresent) return isExcused ? 'lesson_excused' : 'lesson';
  return isExcused ? 'absent_excused' : 'absent';
}

const isUnexcusedState = (state: string) => state === 'absent' || state === 'lesson';

/** The sentence that corrects a message. Null: the message is still right. */
function correctionOf(content: string, now: DayState | null): SentenceKey | null {
  if (now === null || content === 'present') return null;
  if (now === 'present') return 'present';
  if (isUnexcusedState(content) && !isUnexcusedState(now)) return 'now_excused';
  return content === 'absent' && now === 'lesson' ? 'arrived' : null;
}

/** The family knows already of an absence that this message told. */
const covers = (content: string, state: DayState): boolean =>
  content !== 'present' && (isUnexcusedState(content) || !isUnexcusedState(state));

async function loadAbsencesOf(db: Db, date: string, condition: Condition): Promise<DayAbsence[]> {
  const { rows } = await sql<DayAbsence>`
    select absences.student_row_id as student, absences.subject_id as subject, subjects.name, absences.type
    from absences join subjects on subjects.id = absences.subject_id
    where absences.date = ${date} and ${isAbsenceCounted} and ${condition}
    order by subjects.name_sort, subjects.id`.execute(db);
  return rows;
}

function groupByStudent(absences: readonly DayAbsence[]): Map<number, DayAbsence[]> {
  const byStudent = new Map<number, DayAbsence[]>();
  for (const absence of absences)
    byStudent.set(absence.student, [...(byStudent.get(absence.student) ?? []), absence]);
  return byStudent;
}

/** SQL: the registers that list the student of an enrolment, with a condition on `registers` and `enrolments`. */
export const fromListedRegisters = (condition: Condition): RawBuilder<unknown> => sql`
  from enrolments join subjects on subjects.batch_id = enrolments.batch_id
    join registers on registers.subject_id = subjects.id
  where ${condition} and ${isRegisterCounted} and ${isOnRosterOn(sql.ref<string>('registers.date'))}
    and ${listsStudent(sql.ref('enrolments.student_row_id'))}`;

export const isPresentInRegister: Condition = sql`not exists (select 1 from absences
  where absences.subject_id = registers.subject_id and absences.date = registers.date
    and absences.student_row_id = enrolments.student_row_id)`;

/** The students whom a register of the day lists as present, in any student record of the child. */
async function loadPresent(db: Db, date: string, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const others = await loadOtherRecords(db, ids);
  const { rows } = await sql<{ student: number }>`
    select distinct enrolments.student_row_id as student
    ${fromListedRegisters(
      sql`enrolments.student_row_id in (${numbersInJson(databaseKind(db), recordsOf(ids, others))}) and registers.date = ${date}`,
    )} and ${isPresentInRegister}`.execute(db);
  const present = new Set(rows.map(({ student }) => student));
  return new Set(ids.filter((id) => recordsOf([id], others).some((record) => present.has(record))));
}
