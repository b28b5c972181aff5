/** The six forms of an Arabic noun with a number before it, in the order in which polyglot counts them. */
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
  /** 100-102, 200-202 …; left out where it is the same as after 11, as for feminine nouns */
  other?: string;
}

/** Typed so that the names of the parameters can be read from it: the last form, and the number itself. */
export type PluralText<Other extends string> = `%{smart_count} |||| ${Other}`;

/** One message with six forms; the number is given as `smart_count`. */
export function plural<const Forms extends PluralForms>(forms: Forms): PluralText<LastForm<Forms>> {
  const { zero, one, two, few, many, other = many } = forms;
  return [zero, one, two, few, many, other].join(' |||| ') as PluralText<LastForm<Forms>>;
}

type LastForm<Forms extends PluralForms> = Forms extends { other: string } ? Forms['other'] : Forms['many'];

/**
 * The names of a kind of record. react-admin asks with 1 for one record and with 2 for a heading or a menu entry,
 * where Arabic wants the plural and not the dual.
 */
export function names<const One extends string, const Many extends string>(forms: {
  one: One;
  heading: Many;
}) {
  const { one, heading } = forms;
  return plural({ zero: heading, one, two: heading, few: heading, many: one });
}
