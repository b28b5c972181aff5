/** The six forms of an Arabic noun after a number, in the order that polyglot uses. */
export interface PluralForms {
  /** 0 */
  zero: string;
  /** 1 */
  one: string;
  /** 2 */
  two: string;
  /** 3-10, 103-110 … */
  few: string;
  /** 11-99, 111-199 … */
  many: string;
  /** 100-102, 200-202 …; left out if it equals the form for 11-99, as for feminine nouns */
  other?: string;
}

/** A type from which the parameter names can be read: of the last form, and the number. */
export type PluralText<Other extends string> = `%{smart_count} |||| ${Other}`;

/** A message with six forms; the number is the parameter `smart_count`. */
export function plural<const Forms extends PluralForms>(forms: Forms): PluralText<LastForm<Forms>> {
  const { zero, one, two, few, many, other = many } = forms;
  return [zero, one, two, few, many, other].join(' |||| ') as PluralText<LastForm<Forms>>;
}

type LastForm<Forms extends PluralForms> = Forms extends { other: string } ? Forms['other'] : Forms['many'];

/**
 * The name of a kind of record. react-admin asks with 1 for a single record and with 2 for a heading or menu entry,
 * for which Arabic needs the plural instead of the dual.
 */
export function names<const One extends string, const Many extends string>(forms: {
  one: One;
  heading: Many;
}) {
  const { one, heading } = forms;
  return plural({ zero: heading, one, two: heading, few: heading, many: one });
}
