import type { ImportProblem } from '../../contract/rules/importsCells';
import type { Marks } from '../../contract/rules/grading';
import { gradeColumns } from '../../contract/rules/gradeSettings';
import type { GradeValues } from '../../contract/rules/importsGrades';
import { dailyRecordType } from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type Draft, Drafts } from './drafts';
import { gradeLookups } from './gradeLookups';
import { compareResult, marksOf, noMarks } from './gradeMarks';
import { foldCached, type Reading } from './reading';
import { type Outcome, refuse } from './report';

type GradeDraft = Draft<'grades'>;

/** Marks: found by student and subject. */
export async function gradePlanner(reading: Reading, rows: readonly GradeValues[]) {
  const lookups = await gradeLookups(reading, rows);
  const drafts = new Drafts('grades');
  const known = new Map<string, GradeDraft>();
  for (const row of lookups.stored)
    known.set(`${row.student_row_id}/${row.subject_id}`, { stored: row, changes: {} });

  function plan(values: GradeValues, warn: (problem: ImportProblem) => void): Outcome {
    const batch = lookups.batch(values);
    const student = lookups.student(values, batch);
    const subject = lookups.subject(values, student.batch_id);
    if (subject.type === dailyRecordType)
      refuse('subject_code', 'DAILY_SUBJECT', values.subject_code ?? subject.name);
    const key = `${student.id}/${subject.id}`;
    const draft = known.get(key) ?? { stored: null, changes: {} };
    const settings = lookups.settingsOf(subject.id);
    const before = storedMarks(draft);
    const marks = marksOf(values, settings, before, warn);
    const { student_name: name } = values;
    if (name !== undefined && foldCached(name) !== foldCached(student.full_name))
      warn({ field: 'student_name', code: 'NAME_DIFFERS', value: name, limit: student.full_name });
    compareResult(values, { ...before, ...marks }, settings, warn);
    // A row without a mark, of a student who has none: there is nothing to record.
    if (!known.has(key) && Object.values(marks).every((mark) => mark === null)) return 'unchanged';
    known.set(key, draft);
    const isNew = draft.stored === null && Object.keys(draft.changes).length === 0;
    return drafts.apply(
      draft,
      isNew ? { subject_id: subject.id, student_row_id: student.id, ...noMarks, ...marks } : marks,
    );
  }

  return { plan, write: async (unit: UnitOfWork) => void (await drafts.write(unit)) };
}

function storedMarks(draft: GradeDraft): Marks {
  const row = Drafts.current(draft);
  return Object.fromEntries(gradeColumns.map((column) => [column, row[column] ?? null])) as Marks;
}
