import { compareNames } from '../../../contract/rules/personNames';
import type { Db, Row } from '../../db/schema';
import { emptyPlan, type MergedPair, type TablePlan } from './tables';

type Relation = Row<'student_guardians'>;
type Person = Pick<Row<'guardians'>, 'id' | 'name' | 'phone_key'>;
/** The guardians of both students by id. */
export type Persons = ReadonlyMap<number, Person>;

export async function loadPersons(db: Db, relations: readonly Relation[]): Promise<Persons> {
  const ids = relations.map(({ guardian_id }) => guardian_id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('guardians')
    .select(['id', 'name', 'phone_key'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Two stored guardians can be one person, because each record was entered alone. */
function isSamePerson(first: Person | undefined, second: Person | undefined): boolean {
  if (!first || !second) return false;
  if (first.id === second.id) return true;
  const isSamePhone = first.phone_key !== null && first.phone_key === second.phone_key;
  return isSamePhone && (!first.name || !second.name || compareNames(first.name, second.name) === 'agree');
}

/** What one record denies stays denied, because a right can be withdrawn for reasons of custody. */
const combineRights = (staying: Relation, merged: Relation) => ({
  can_message: Math.min(staying.can_message, merged.can_message),
  can_open_page: Math.min(staying.can_open_page, merged.can_open_page),
  can_excuse: Math.min(staying.can_excuse, merged.can_excuse),
  consent_on: staying.consent_on ?? merged.consent_on,
});

/** The relation of the record that stays counts. Only one guardian is the primary one. */
export function planGuardians(
  rows: readonly Relation[],
  { stayingId }: MergedPair,
  persons: Persons,
): TablePlan<'student_guardians'> {
  const plan = emptyPlan('student_guardians', 'guardians');
  const own = rows.filter(({ student_row_id }) => student_row_id === stayingId);
  const hasPrimary = own.some(({ is_primary }) => is_primary === 1);
  for (const row of rows) {
    if (row.student_row_id === stayingId) continue;
    const person = persons.get(row.guardian_id);
    const double = own.find(({ guardian_id }) => isSamePerson(persons.get(guardian_id), person));
    if (double) {
      plan.removed.push(row.id);
      plan.moved.push({ id: double.id, changes: combineRights(double, row) });
    } else
      plan.moved.push({
        id: row.id,
        changes: { student_row_id: stayingId, ...(hasPrimary && { is_primary: 0 }) },
      });
  }
  plan.leftOut = plan.removed.length;
  return plan;
}
