import { ruleMessages } from '../../contract/errors';
import { type Term, termProblems } from '../../contract/rules/terms';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound } from '../problem';

const sentences = {
  REVERSED: ruleMessages.startsAfterEnd,
  OVERLAP: ruleMessages.termsOverlap,
  NAME_TWICE: ruleMessages.termNameTwice,
};

type WantedTerm = Term & { id?: number | undefined };

/**
 * Makes the list of terms the wanted one: known ones are changed, new ones added, the others removed.
 * @returns whether anything changed
 * @throws VALIDATION naming each term that does not fit, NOT_FOUND for one that is gone
 */
export async function saveTerms(unit: UnitOfWork, wanted: readonly WantedTerm[]): Promise<boolean> {
  const problems = termProblems(wanted);
  const field = { REVERSED: 'end_date', OVERLAP: 'start_date', NAME_TWICE: 'name' };
  if (problems.length > 0)
    throw invalid(
      ...problems.map(({ code, index }) => ({
        path: `terms.${index}.${field[code]}`,
        message: sentences[code],
      })),
    );
  const stored = await unit.trx.selectFrom('terms').select('id').execute();
  const kept = new Set(wanted.map(({ id }) => id));
  if (wanted.some(({ id }) => id !== undefined && !stored.some((term) => term.id === id))) throw notFound();
  const gone = stored.filter(({ id }) => !kept.has(id));
  if (gone.length > 0)
    await unit.remove(
      'terms',
      gone.map(({ id }) => id),
    );
  for (const { id, ...term } of wanted) {
    if (id === undefined) await unit.insert('terms', term);
    else await unit.update('terms', id, term);
  }
  return unit.changed('terms').length > 0;
}
