import { cleanText } from './arabicText';

export type NameParts = {
  first_name?: string | null;
  second_name?: string | null;
  third_name?: string | null;
  last_name?: string | null;
};

/**
 * The four names joined: those that are not empty, in their order, single spaces; empty when all
 * are. Never fails. Source: spec 1 §3, api.md, Student.
 */
export function fullName(names: NameParts): string {
  const { first_name, second_name, third_name, last_name } = names;
  return cleanText([first_name, second_name, third_name, last_name].map((n) => n ?? '').join(' '));
}
