import { type Kysely, sql, type SqlBool } from 'kysely';
import type { LinkCandidate } from '../../contract/links';
import type { Database } from '../db/schema';

/** More pairs than this are linked in several goes. */
const maxCandidates = 5_000;

const freeStudent = sql`students.user_id is null and not exists (select 1 from users as other where other.student_row_id = students.id)`;
const freeAccount = sql`users.is_active = 1 and users.student_row_id is null and not exists (select 1 from students as other where other.user_id = users.id)`;

/**
 * The account never had a student, and is younger than this one and than the number's coming to him: what was opened
 * for somebody else is never given to who bears a number after him.
 */
const isNewFor = sql<SqlBool>`not exists (select 1 from linked_accounts where linked_accounts.user_id = users.id)
  and users.created_at > students.created_at`;
const isNewForNumber = sql<SqlBool>`${isNewFor} and users.created_at >
  (select given_at from student_numbers where number = students.student_id)`;

// "is true" leaves SQLite no way to the students but the numbers: all of the free ones for each account take seconds.
const pairsBy = (column: 'student_id' | 'national_id') => sql`
  select students.id, users.id as user_id, ${sql.lit(column)} as matched_by
  from users join students on ${sql.ref(`students.${column}`)} in (users.username, users.username_key)
  where ${freeAccount} and (${freeStudent}) is true
    and ${column === 'student_id' ? isNewForNumber : isNewFor}`;

/**
 * The pairs of a free student and a free account whose user name is exactly the student's academic number or
 * national id. Names play no part, and whoever would fit twice is left to a person.
 */
export async function linkCandidates(db: Kysely<Database>): Promise<LinkCandidate[]> {
  const { rows } = await sql<LinkCandidate>`
    with pairs as (${pairsBy('student_id')} union all ${pairsBy('national_id')}),
    fitting as (
      select id, user_id, max(matched_by) as matched_by,
        count(*) over (partition by id) as accounts, count(*) over (partition by user_id) as persons
      from pairs group by id, user_id)
    select students.id, students.student_id, students.full_name, users.id as user_id, users.username, users.name,
      fitting.matched_by
    from fitting join students on students.id = fitting.id join users on users.id = fitting.user_id
    where fitting.accounts = 1 and fitting.persons = 1
    order by students.full_name_sort, students.id
    limit ${maxCandidates}
  `.execute(db);
  return rows;
}

/**
 * The only student whose academic number or national id is the user name of an account that is new for him; nobody
 * where two would fit.
 */
export async function exactMatch(
  db: Kysely<Database>,
  { id, username, username_key }: { id: number; username: string; username_key: string },
): Promise<{ id: number; full_name: string } | null> {
  const names = [username, username_key];
  const found = await db
    .selectFrom('students')
    .innerJoin('users', (join) => join.on('users.id', '=', id))
    .select(['students.id', 'full_name'])
    .select(
      sql<number>`case when student_id in (${sql.join(names)}) and ${isNewForNumber}
      or national_id in (${sql.join(names)}) and ${isNewFor} then 1 else 0 end`.as('is_new'),
    )
    .where((on) => on.or([on('student_id', 'in', names), on('national_id', 'in', names)]))
    .limit(2)
    .execute();
  const [match] = found;
  return match?.is_new === 1 && found.length === 1 ? match : null;
}

/** The first student who has no account, and the first student's account that has no student. */
export async function firstFree(db: Kysely<Database>) {
  const student = await db
    .selectFrom('students')
    .select(['id', 'student_id', 'full_name'])
    .where(sql<boolean>`${freeStudent}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const account = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', 'student')
    .where(sql<boolean>`${freeAccount}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { student, account };
}
