import type { AgeGroup } from '../../vocabulary';
import { ageInYears } from '../age';
import { compareNames, comparableWords } from '../personNames';

export interface ChildNames {
  second_name?: string | null | undefined;
  third_name?: string | null | undefined;
  last_name?: string | null | undefined;
}

const joinNames = (...names: readonly (string | null | undefined)[]): string =>
  names.filter((name) => name).join(' ');

/** Second, third and last name, in this order. Empty if one name alone would remain. */
export const fatherName = ({ second_name, third_name, last_name }: ChildNames): string =>
  second_name && (third_name || last_name) ? joinNames(second_name, third_name, last_name) : '';

export const isNamedFather = (name: string | null | undefined, child: ChildNames): boolean =>
  !!name && fatherName(child) !== '' && compareNames(name, fatherName(child)) === 'agree';

/** Father's and family name are equal after folding. Both must have the two names. */
function isSameFamily(first: ChildNames, second: ChildNames): boolean {
  const [names, others] = [first, second].map(({ second_name, last_name }) =>
    second_name && last_name ? [second_name, last_name].map((name) => comparableWords(name).join(' ')) : null,
  );
  return !!names && !!others && names.every((name, index) => name !== '' && name === others[index]);
}

/**
 * Whether an equal phone number may propose a stored guardian. A number alone is not enough: the number of an
 * uncle or driver also stands on the children of other families.
 * @param entered the typed name of the guardian, and the names of the new child
 * @param stored the name of the guardian, and the names of his children
 */
export function isProposedGuardian(
  entered: { name?: string | null | undefined; child: ChildNames },
  stored: { name: string | null; children: readonly ChildNames[] },
): boolean {
  if (entered.name && stored.name) return compareNames(entered.name, stored.name) === 'agree';
  return (
    isNamedFather(stored.name, entered.child) ||
    stored.children.some((child) => isSameFamily(child, entered.child))
  );
}

/** Without a birth date the setting of the batch decides. Days are `YYYY-MM-DD`. */
export const isOfAge = (
  student: { birth_date: string | null; age_group: AgeGroup | null },
  adultAge: number,
  today: string,
): boolean =>
  student.birth_date === null
    ? student.age_group !== 'minors'
    : ageInYears(student.birth_date, today) >= adultAge;
