import { type RawBuilder, sql } from 'kysely';
import type { ExportFile } from '../../contract/export/columns';
import { oldestMessageText } from '../../contract/rules/retention';
import { chunks } from '../db/engine/chunks';
import type { Db } from '../db/schema';

/** The tables that the columns of other tables refer to. */
const referredTables: Readonly<Record<string, string>> = {
  student_row_id: 'students',
  first_row_id: 'students',
  second_row_id: 'students',
  teacher_id: 'users',
  author_id: 'users',
  program_row_id: 'programs',
  batch_id: 'batches',
  subject_id: 'subjects',
  circle_id: 'circles',
  register_id: 'registers',
  record_id: 'daily_records',
  kind_id: 'fault_kinds',
  sard_id: 'sard',
  assignment_id: 'assignments',
  question_id: 'assignment_questions',
  submission_id: 'submissions',
  selected_option_id: 'question_options',
  guardian_id: 'guardians',
  excuse_id: 'excuses',
  message_id: 'messages',
  category_id: 'note_categories',
};

/** The row of another table that belongs to a student or a subject; at most one. */
const ownedRows: Readonly<Record<string, { table: string; owner?: string; where?: string }>> = {
  shown_enrolment: { table: 'enrolments', where: 'is_shown = 1' },
  open_status: { table: 'student_statuses', where: 'to_date is null' },
  primary_guardian: { table: 'student_guardians', where: 'is_primary = 1' },
  absence_days: { table: 'student_absences' },
  grade_settings: { table: 'subject_grade_settings', owner: 'subject_id' },
};

export type StoredValue = string | number | null;
/** One value for each column of the file. */
export type StoredRow = readonly StoredValue[];

export const defaultPageSize = 1_000;

/** Reads a file by pages in the order of its key, so that memory does not grow with the table. */
export async function* readFileRows(
  db: Db,
  file: ExportFile,
  now: Date,
  pageSize = defaultPageSize,
): AsyncGenerator<StoredRow[]> {
  const { columns, key = ['id'] } = file;
  const { selected, joins } = planColumns(file, now);
  const keys = key.map((column) => sql`${sql.ref('base')}.${sql.ref(column)}`);
  const keyValues = keys.map((column, index) => sql`${column} as ${sql.ref(`k${index}`)}`);
  let after: StoredValue[] | null = null;
  for (;;) {
    const { rows }: { rows: Record<string, StoredValue>[] } = await sql<Record<string, StoredValue>>`
      select ${sql.join([...selected, ...keyValues])} from ${sql.table(file.table)} as base
      ${sql.join(joins, sql` `)}
      ${after ? sql`where (${sql.join(keys)}) > (${sql.join(after)})` : sql``}
      order by ${sql.join(keys)} limit ${sql.lit(pageSize)}`.execute(db);
    if (rows.length > 0) yield rows.map((row) => columns.map((_, index) => row[`c${index}`] ?? null));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = key.map((_, index) => last[`k${index}`] ?? null);
  }
}

function planColumns({ table, columns }: ExportFile, now: Date) {
  const aliases = new Map([['', { alias: 'base', table }]]);
  const joins: RawBuilder<unknown>[] = [];
  /** Joins each path once. */
  const findOrJoin = (path: readonly string[]): { alias: string; table: string } => {
    const name = path.join('.');
    const existing = aliases.get(name);
    if (existing) return existing;
    const parent = findOrJoin(path.slice(0, -1));
    const step = path.at(-1) ?? '';
    const ownRow = ownedRows[step];
    const joined = { alias: `t${aliases.size}`, table: ownRow?.table ?? referredTables[step] ?? '' };
    if (joined.table === '') throw new Error(`${table}: ${name} refers to no table`);
    const on = ownRow
      ? sql`${sql.ref(`${joined.alias}.${ownRow.owner ?? 'student_row_id'}`)} = ${sql.ref(`${parent.alias}.id`)}${
          ownRow.where ? sql.raw(` and ${joined.alias}.${ownRow.where}`) : sql``
        }`
      : sql`${sql.ref(`${joined.alias}.id`)} = ${sql.ref(`${parent.alias}.${step}`)}`;
    joins.push(sql`left join ${sql.table(joined.table)} as ${sql.ref(joined.alias)} on ${on}`);
    aliases.set(name, joined);
    return joined;
  };
  const selected = columns.map(([, source], index) => {
    const path = source.split('.');
    const column = path.pop() ?? '';
    const { alias, table: owner } = findOrJoin(path);
    const value = sql.ref(`${alias}.${column}`);
    // The clean-up of old texts runs only once a day.
    const visible =
      owner === 'messages' && column === 'text'
        ? sql`case when ${sql.ref(`${alias}.opened_at`)} >= ${oldestMessageText(now)} then ${value} end`
        : value;
    return sql`${visible} as ${sql.ref(`c${index}`)}`;
  });
  return { selected, joins };
}

/** @returns academic numbers by row id; a deleted student has none */
export async function loadStudentNumbers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const numbers = new Map<number, string>();
  for (const chunk of chunks([...new Set(ids)], defaultPageSize)) {
    const students = await db
      .selectFrom('students')
      .select(['id', 'student_id'])
      .where('id', 'in', chunk)
      .execute();
    for (const { id, student_id } of students) numbers.set(id, student_id);
  }
  return numbers;
}
