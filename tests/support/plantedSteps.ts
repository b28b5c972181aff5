import { sql } from 'kysely';
import type { Step } from '../../server/db/engine/migrator';
import { steps } from '../../server/db/migrations/index';

export const plantedStep = '9999_planted';

/** As a later version may have it: new tables with a row for each student and account, and a column. */
const planted: Step = async (db, { recorded, rowId, text }) => {
  await sql`alter table batches add column motto ${text}`.execute(db);
  for (const table of ['students', 'users', 'subjects', 'batches']) {
    await sql`create table ${sql.ref(`badges_of_${table}`)} (${recorded},
      holder_id ${rowId} not null references ${sql.table(table)} (id))`.execute(db);
    await sql`insert into ${sql.ref(`badges_of_${table}`)} (version, created_at, updated_at, holder_id)
      select version, created_at, updated_at, id from ${sql.table(table)}`.execute(db);
    await sql`create unique index ${sql.ref(`badges_by_${table}`)}
      on ${sql.ref(`badges_of_${table}`)} (holder_id)`.execute(db);
  }
  await sql`update batches set motto = batch_name`.execute(db);
};

/** The steps of a later version: those of this one, and one more. */
export const plantedSteps: Readonly<Record<string, Step>> = { ...steps, [plantedStep]: planted };
