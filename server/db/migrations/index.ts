import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../engine/dialect';
import { migrateSteps, type Migration, type Step } from '../engine/migrator';
import type { Database } from '../schema';
import { baseline } from './0001_baseline';

/** In order. A step that has landed never changes. */
export const steps: Record<string, Step> = {
  '0001_baseline': baseline,
};

/** The steps that this program knows. */
export const migrationNames: readonly string[] = Object.keys(steps);

/**
 * Migrates a database to the newest schema; several servers may run it at the same time.
 * @throws as `migrateSteps`
 */
export async function migrate(
  db: Kysely<Database>,
  kind: DatabaseKind,
  { before = async () => undefined, steps: all = steps }: Partial<Omit<Migration, 'wanted'>> = {},
): Promise<void> {
  // A step changes the schema, so it cannot use the types of the present one.
  await migrateSteps(db as unknown as Kysely<unknown>, kind, {
    steps: all,
    targetSteps: Object.keys(all),
    before,
  });
}
