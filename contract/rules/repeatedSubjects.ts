interface SubjectInLevel {
  subject_name: string;
  subject_level: number;
}

/** A row of a report: a subject, or an older result of it that counts no more. */
export interface ReportedRow<S> {
  subject: S;
  isRepeated: boolean;
}

/**
 * The subjects of a report in their order, with those that were taken again later: each before the result that counts
 * instead, else at the end of its level.
 */
export function insertRepeated<S extends SubjectInLevel>(
  subjects: readonly S[],
  repeated: readonly S[] = [],
): ReportedRow<S>[] {
  const rows = subjects.map((subject) => ({ subject, isRepeated: false }));
  for (const subject of repeated) {
    const { subject_level: level, subject_name: name } = subject;
    const newer = rows.findLastIndex(
      (row) => row.subject.subject_level === level && row.subject.subject_name === name,
    );
    const next = newer < 0 ? rows.findIndex((row) => row.subject.subject_level > level) : newer;
    rows.splice(next < 0 ? rows.length : next, 0, { subject, isRepeated: true });
  }
  return rows;
}
