import type { Transcript } from '../academicReports';
import { paperText as say } from '../paperText';
import { dailyRecordType, type Level, levelNames } from '../vocabulary';
import { factsOfStudent, gpaOf, type ReportDocument } from './document';

/** The name of a level; the number itself of one that has none. */
export const nameOfLevel = (level: number): string => levelNames[level as Level] ?? String(level);

/** The transcript of a student. @param askedLevel null: all levels */
export function transcriptDocument(
  { student, transcript, ...sums }: Transcript,
  askedLevel: number | null,
): ReportDocument {
  // What is ours another server may lack.
  const { level, completedHours } = sums as Partial<typeof sums>;
  return {
    title: say.transcriptName,
    about: student.studentName,
    facts: [
      ...factsOfStudent(student),
      ...(student.programName ? [{ label: say.program, value: student.programName }] : []),
      { label: say.batch, value: student.batchName },
      { label: say.level, value: askedLevel === null ? say.allLevels : nameOfLevel(askedLevel) },
    ],
    figures: [
      {
        label: say.totalHours,
        value: sums.totalHours,
        ...(completedHours === undefined ? {} : { hint: say.completedHours(completedHours) }),
      },
      { label: say.totalSubjects, value: sums.totalSubjects },
      {
        label: say.levelGpa,
        value: gpaOf(sums.levelGPA),
        ...(level == null ? {} : { hint: nameOfLevel(level) }),
      },
      { label: say.cumulativeGpa, value: gpaOf(sums.cumulativeGPA), hint: say.gpaScale },
    ],
    tables: [
      {
        title: say.transcriptTable,
        columns: [
          { head: say.subject, kind: 'name', width: 32 },
          { head: say.code, kind: 'figure', width: 16 },
          { head: say.level, kind: 'figure', width: 10 },
          { head: say.hours, kind: 'figure', width: 10 },
          { head: say.total, kind: 'figure', width: 18 },
          { head: say.letter, kind: 'letter', width: 10 },
        ],
        rows: transcript.map((row) => [
          row.subjectName,
          row.subjectCode,
          row.level,
          row.hours,
          // A subject of daily records has no marks: nothing is missing there.
          row.total ?? (row.type === dailyRecordType ? row.type : say.notRecorded),
          row.grade,
        ]),
        empty: say.noSubjectsOfLevel,
      },
    ],
    charts: [],
    notes: [],
  };
}
