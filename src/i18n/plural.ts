/** Forms of an Arabic noun after a number, in polyglot's order. */
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
  /** 100-102, 200-202 … Default: the form for 11-99, which feminine nouns use */
  other?: string;
}

/** The type contains the parameter names of the last form, and `smart_count`. */
export type PluralText<Other extends string> = `%{smart_count} |||| ${Other}`;

/** The parameter `smart_count` is the number. */
export function plural<const Forms extends PluralForms>(forms: Forms): PluralText<LastForm<Forms>> {
  const { zero, one, two, few, many, other = many } = forms;
  return [zero, one, two, few, many, other].join(' |||| ') as PluralText<LastForm<Forms>>;
}

type LastForm<Forms extends PluralForms> = Forms extends { other: string } ? Forms['other'] : Forms['many'];

/** Name of a resource. react-admin requests the form for 2 in headings, which is the plural here. */
export function resourceName<const One extends string, const Many extends string>(forms: {
  one: One;
  heading: Many;
}) {
  const { one, heading } = forms;
  return plural({ zero: heading, one, two: heading, few: heading, many: one });
}
