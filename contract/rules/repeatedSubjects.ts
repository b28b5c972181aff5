interface SubjectInLevel {
  subject_name: string;
  subject_level: number;
}

export interface ReportedRow<S> {
  subject: S;
  isRepeated: boolean;
}

/** A repeated result comes before the result that counts, or at the end of its level. */
export function insertRepeated<S extends SubjectInLevel>(
  subjects: readonly S[],
  repeated: readonly S[] = [],
): ReportedRow<S>[] {
  const rows = subjects.map((subject) => ({ subject, isRepeated: false }));
  for (const subject of repeated) {
    const { subject_level: level, subject_name: name } = subject;
    const countedIndex = rows.findLastIndex(
      (row) => row.subject.subject_level === level && row.subject.subject_name === name,
    );
    const insertIndex =
      countedIndex < 0 ? rows.findIndex((row) => row.subject.subject_level > level) : countedIndex;
    rows.splice(insertIndex < 0 ? rows.length : insertIndex, 0, { subject, isRepeated: true });
  }
  return rows;
}
