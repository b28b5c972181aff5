interface Span {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

/**
 * Whether a day (`YYYY-MM-DD`) lies within the dates of a batch, the first and last included; a missing date is no
 * limit. Rule 9 of the domain.
 */
export const isWithin = ({ start_date, end_date }: Span, day: string): boolean =>
  (!start_date || start_date <= day) && (!end_date || day <= end_date);
