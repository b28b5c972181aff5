import { conflictMessages, ruleMessages } from '../../../contract/errors';
import { relations } from '../bulk/cascade';
import type { RecordedTable } from '../schema/recorded';
import { type Values, anyTable, type Db } from '../schema';
import type { LoggedRow, RestoreConflict } from './restoreConflict';

/** A row in the way, and a sentence about it. */
interface Obstacle {
  table: RecordedTable;
  id: number;
  sentence: string;
  /** Field of the answer's `details`. */
  column?: string;
}

/** The row that keeps others from becoming what they were; null where these have themselves changed. */
export async function obstacleOf(db: Db, { reason, table, rows }: RestoreConflict): Promise<Obstacle | null> {
  if (reason === 'taken') return takenValue(db, table, rows);
  if (reason === 'parent gone') return missingParent(db, table, rows);
  if (reason === 'needed') return addedChild(db, table, rows);
  return null;
}

const chunkSize = 5_000;

async function rowsWhere(
  db: Db,
  table: string,
  column: string,
  values: readonly unknown[],
): Promise<Values[]> {
  const found: Values[] = [];
  for (let start = 0; start < values.length; start += chunkSize)
    found.push(
      ...(await anyTable(db)
        .selectFrom(table)
        .selectAll()
        .where(column, 'in', values.slice(start, start + chunkSize))
        .execute()),
    );
  return found;
}

/** What no two rows may share, and how it is said; pairs that must be unique have no sentence of their own. */
const uniqueColumns: Partial<Record<RecordedTable, Record<string, string>>> = {
  programs: { program_id: ruleMessages.programCodeTaken, program_name: ruleMessages.programNameTaken },
  batches: { batch_name: ruleMessages.batchNameTaken },
  subjects: { subject_code: ruleMessages.baseTaken },
  students: {
    national_id: ruleMessages.nationalIdTaken,
    student_id: ruleMessages.studentNumberTaken,
    user_id: ruleMessages.accountLinked,
  },
  users: { username_key: ruleMessages.usernameTaken, student_row_id: ruleMessages.studentLinked },
};

interface Taken {
  row: LoggedRow;
  column: string;
  /** The number of the row that has the value. */
  by: number;
  why: string;
}

/** The first of these rows a value of which another row has taken. */
export async function takenBy(
  db: Db,
  table: RecordedTable,
  rows: readonly LoggedRow[],
  except: readonly string[] = [],
): Promise<Taken | null> {
  for (const [column, why] of Object.entries(uniqueColumns[table] ?? {})) {
    if (except.includes(column)) continue;
    const wanted = new Map<unknown, LoggedRow>(
      rows.flatMap((row) => (row.before?.[column] == null ? [] : [[row.before[column], row] as const])),
    );
    for (const other of await rowsWhere(db, table, column, [...wanted.keys()])) {
      const row = wanted.get(other[column]);
      if (row && row.id !== other['id']) return { row, column, by: Number(other['id']), why };
    }
  }
  return null;
}

async function takenValue(
  db: Db,
  table: RecordedTable,
  rows: readonly LoggedRow[],
): Promise<Obstacle | null> {
  const taken = await takenBy(db, table, rows);
  if (taken) {
    const sentence = conflictMessages.taken(await nameOf(db, table, taken.row.before), taken.why);
    return { table, id: taken.by, column: taken.column, sentence };
  }
  const [first] = rows;
  if (!first) return null;
  const name = await nameOf(db, table, first.before);
  return { table, id: first.id, sentence: conflictMessages.taken(name, conflictMessages.takenByOther) };
}

async function missingParent(
  db: Db,
  table: RecordedTable,
  rows: readonly LoggedRow[],
): Promise<Obstacle | null> {
  for (const [name, children] of Object.entries(relations)) {
    const parent = name as RecordedTable;
    for (const { column } of children.filter((relation) => relation.table === table)) {
      const ids = [
        ...new Set(rows.flatMap(({ before }) => (before?.[column] == null ? [] : [Number(before[column])]))),
      ];
      const stored = new Set((await rowsWhere(db, parent, 'id', ids)).map((row) => Number(row['id'])));
      const row = rows.find(({ before }) => before?.[column] != null && !stored.has(Number(before[column])));
      if (!row) continue;
      const id = Number(row.before?.[column]);
      const sentence = conflictMessages.parentGone(
        await nameOf(db, table, row.before),
        await nameOf(db, parent, await lastKnown(db, parent, id)),
      );
      return { table: parent, id, sentence };
    }
  }
  return null;
}

async function addedChild(
  db: Db,
  table: RecordedTable,
  rows: readonly LoggedRow[],
): Promise<Obstacle | null> {
  for (const relation of relations[table] ?? []) {
    const [child] = await rowsWhere(
      db,
      relation.table,
      relation.column,
      rows.map(({ id }) => id),
    );
    const row = child && rows.find(({ id }) => id === Number(child[relation.column]));
    if (row)
      return {
        table: relation.table,
        id: Number(child['id']),
        sentence: conflictMessages.needed(await nameOf(db, table, row.after)),
      };
  }
  return null;
}

const nameColumns: Partial<Record<RecordedTable, string>> = {
  programs: 'program_name',
  batches: 'batch_name',
  students: 'full_name',
  settings: 'institute_name',
  assignments: 'title',
  assignment_questions: 'question_text',
  question_options: 'option_text',
};

const ownName = (table: RecordedTable, row: Values | null): unknown =>
  row?.[nameColumns[table] ?? 'name'] ?? row?.['id'] ?? '';

/** A row's name as people know it: of a mark or an absence the student and the subject; its number where it has none. */
export async function nameOf(db: Db, table: RecordedTable, row: Values | null): Promise<string> {
  const student = await namedBy(db, 'students', row?.['student_row_id']);
  const subject = await namedBy(db, 'subjects', row?.['subject_id']);
  if (student && subject) return conflictMessages.ofSubject(student, subject);
  if (table === 'submissions' && student) return student;
  // An assignment is of a subject too, and has a title.
  return (table === 'assignments' ? null : subject) ?? String(ownName(table, row));
}

async function namedBy(db: Db, table: 'students' | 'subjects', id: unknown): Promise<string | null> {
  if (id == null) return null;
  const stored = await db.selectFrom(table).selectAll().where('id', '=', Number(id)).executeTakeFirst();
  const row = stored ?? (await lastKnown(db, table, Number(id)));
  return row && String(ownName(table, row));
}

/** A row that is gone, as the log last had it. */
async function lastKnown(db: Db, table: RecordedTable, rowId: number): Promise<Values | null> {
  const logged = await db
    .selectFrom('operation_rows')
    .select(['before', 'after'])
    .where('table_name', '=', table)
    .where('row_id', '=', rowId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const json = logged?.after ?? logged?.before;
  return json ? (JSON.parse(json) as Values) : null;
}
