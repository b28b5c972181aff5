interface Span {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

/** Both days are included. A missing date is no limit (rule 9 of the domain). */
export const isWithin = ({ start_date, end_date }: Span, day: string): boolean =>
  (!start_date || start_date <= day) && (!end_date || day <= end_date);
