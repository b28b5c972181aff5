import type { UnitOfWork } from '../db/unitOfWork';

interface Pair {
  from: number;
  to: number;
}

/** Gives new offerings the curriculum and marks columns that another one of their subject has. */
export async function copySettings(unit: UnitOfWork, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  for (const table of ['subject_curriculum', 'subject_grade_settings'] as const) {
    const stored = await unit.trx
      .selectFrom(table)
      .selectAll()
      .where(
        'subject_id',
        'in',
        pairs.map(({ from }) => from),
      )
      .execute();
    const rows = pairs.flatMap(({ from, to }) => {
      const model = stored.find(({ subject_id }) => subject_id === from);
      if (!model) return [];
      const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...values } = model;
      return [{ ...values, subject_id: to }];
    });
    if (rows.length > 0) await unit.insertMany(table, rows);
  }
}
