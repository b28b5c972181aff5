import { type Kysely, sql } from 'kysely';
import { ayahsOfSurahs } from '../../../contract/rules/mushafData';
import { defaultFaultKinds } from '../../../contract/vocabulary';
import type { ColumnTypes } from '../engine/dialect';

/** The columns that held the one range of a record. */
const rangeColumns = ['from_surah', 'from_ayah', 'to_surah', 'to_ayah'] as const;

/**
 * A student has a record of each kind on a day, of several ranges and with faults of several kinds. What was recorded is
 * of the kind `new` and accepted; its range moves over into a row of its own.
 */
export async function recordKinds(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { text } = types;
  await db.schema
    .alterTable('daily_records')
    .addColumn('kind', text, (c) => c.notNull().defaultTo('new'))
    .execute();
  await db.schema
    .alterTable('daily_records')
    .addColumn('result', text, (c) => c.notNull().defaultTo('accepted'))
    .execute();
  // So that the version of a record rises with its ranges and faults.
  await db.schema.alterTable('daily_records').addColumn('parts_changed_at', text).execute();
  await addParts(db, types);
  await moveRanges(db);
  for (const column of rangeColumns) await db.schema.alterTable('daily_records').dropColumn(column).execute();
  await db.schema.dropIndex('daily_records_of_subject').execute();
  await db.schema.dropIndex('daily_records_of_student').execute();
  await sql`create unique index daily_records_of_subject
    on daily_records (subject_id, date, student_row_id, kind)`.execute(db);
  await sql`create index daily_records_of_student
    on daily_records (student_row_id, subject_id, kind, date)`.execute(db);
  await sql`update last_versions set key = key || '/new' where table_name = 'daily_records'`.execute(db);
  for (const column of ['record_kinds', 'weekend_days', 'result_rules'])
    await db.schema.alterTable('settings').addColumn(column, text).execute();
  await addFaultKinds(db);
}

async function addParts(db: Kysely<unknown>, { id, rowNumber, text, real }: ColumnTypes): Promise<void> {
  /** A table whose rows go through the unit of work. */
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', id.type, id.build)
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull());
  const ofRecord = (name: string) =>
    table(name).addColumn('record_id', rowNumber, (c) => c.notNull().references('daily_records.id'));
  await table('fault_kinds')
    .addColumn('key', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('weight', real, (c) => c.notNull().check(sql`weight >= 0`))
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute();
  await ofRecord('daily_record_ranges')
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('from_ayah', 'integer', (c) => c.notNull())
    .addColumn('to_ayah', 'integer', (c) => c.notNull())
    .addCheckConstraint(
      'daily_record_ranges_ayahs',
      sql`from_ayah >= 1 and to_ayah >= from_ayah and to_ayah <= 6236`,
    )
    .execute();
  await ofRecord('daily_record_faults')
    .addColumn('kind_id', rowNumber, (c) => c.notNull().references('fault_kinds.id'))
    .addColumn('ayah', 'integer', (c) => c.check(sql`ayah between 1 and 6236`))
    .addColumn('count', 'integer', (c) => c.notNull().check(sql`count >= 1`))
    .execute();
  await sql`create unique index daily_record_ranges_of_record
    on daily_record_ranges (record_id, position)`.execute(db);
  await sql`create unique index daily_record_faults_of_record
    on daily_record_faults (record_id, kind_id, coalesce(ayah, 0))`.execute(db);
  await sql`create index daily_record_faults_of_kind on daily_record_faults (kind_id)`.execute(db);
}

/** In one statement, however many there are: an ayah is counted through the whole mushaf now. */
async function moveRanges(db: Kysely<unknown>): Promise<void> {
  let before = 0;
  const surahs = ayahsOfSurahs.map((ayahs, place) => {
    const row = sql`(${sql.lit(place + 1)}, ${sql.lit(before)}, ${sql.lit(ayahs)})`;
    before += ayahs;
    return row;
  });
  await sql`
    with surahs (surah, ayahs_before, ayahs) as (values ${sql.join(surahs)})
    insert into daily_record_ranges (version, created_at, updated_at, record_id, position, from_ayah, to_ayah)
    select 1, daily_records.created_at, daily_records.updated_at, daily_records.id, 1,
      first.ayahs_before + from_ayah, last.ayahs_before + to_ayah
    from daily_records
      join surahs first on first.surah = from_surah and from_ayah between 1 and first.ayahs
      join surahs last on last.surah = to_surah and to_ayah between 1 and last.ayahs
    where first.ayahs_before + from_ayah <= last.ayahs_before + to_ayah
    order by daily_records.id`.execute(db);
}

/** A new institute gets them when it is filled. */
async function addFaultKinds(db: Kysely<unknown>): Promise<void> {
  for (const [place, { key, name, weight }] of defaultFaultKinds.entries())
    await sql`
      insert into fault_kinds (version, created_at, updated_at, key, name, weight, position)
      select 1, created_at, created_at, ${key}, ${name}, cast(${weight} as double precision), cast(${place + 1} as integer)
      from settings`.execute(db);
}
