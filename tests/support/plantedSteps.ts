import { sql } from 'kysely';
import type { Step } from '../../server/db/engine/migrator';
import { steps } from '../../server/db/migrations/index';

export const plantedStep = '9999_planted';

/** A migration of a later version: a column, and tables with a row for each record. */
const addBadges: Step = async (db, { recorded, rowId, text }) => {
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

export const plantedSteps: Readonly<Record<string, Step>> = { ...steps, [plantedStep]: addBadges };
