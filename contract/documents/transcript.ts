import type { Transcript } from '../reports/academicReports';
import { paperText as say } from '../reports/paperText';
import type { FormerPart, TranscriptRow } from '../reports/studentReport';
import { dailyRecordType, type Level, levelNames } from '../vocabulary';
import { type DocumentTable, type Fact, factsOfStudent, gpaOf, type ReportDocument } from './document';

/** The name of a level, or its number if it has no name. */
export const nameOfLevel = (level: number): string => levelNames[level as Level] ?? String(level);

/** The transcript of a student. @param askedLevel null: all levels */
export function transcriptDocument(
  { student, transcript, ...sums }: Transcript,
  askedLevel: number | null,
): ReportDocument {
  // Another server may lack these additions.
  const { level, former } = sums as Partial<typeof sums>;
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
      hoursOf(sums),
      { label: say.totalSubjects, value: sums.totalSubjects },
      {
        label: say.levelGpa,
        value: gpaOf(sums.levelGPA),
        ...(level == null ? {} : { hint: nameOfLevel(level) }),
      },
      gpaFigure(sums),
    ],
    tables: [coursesTable(say.transcriptTable, transcript), ...formerTables(former)],
    charts: [],
    notes: [],
  };
}

/** A table with its totals for each programme that the student left. @param former undefined: another server */
export const formerTables = (former: readonly FormerPart[] = []): DocumentTable[] =>
  former.map((part) => ({
    ...coursesTable(say.formerProgram(part.programName, part.batchName), part.transcript),
    figures: [hoursOf(part), gpaFigure(part)],
  }));

/** The total of the hours; an older server does not send how many of them are completed. */
const hoursOf = ({
  totalHours,
  completedHours,
}: Pick<Transcript, 'totalHours'> & Partial<Pick<Transcript, 'completedHours'>>): Fact => ({
  label: say.totalHours,
  value: totalHours,
  ...(completedHours === undefined ? {} : { hint: say.completedHours(completedHours) }),
});

const gpaFigure = ({ cumulativeGPA }: Pick<Transcript, 'cumulativeGPA'>): Fact => ({
  label: say.cumulativeGpa,
  value: gpaOf(cumulativeGPA),
  hint: say.gpaScale,
});

function coursesTable(title: string, courses: readonly TranscriptRow[]): DocumentTable {
  const repeated = courses.flatMap(({ isRepeated }, place) => (isRepeated ? [place] : []));
  return {
    title,
    columns: [
      { head: say.subject, kind: 'name', width: 32 },
      { head: say.code, kind: 'figure', width: 16 },
      { head: say.level, kind: 'figure', width: 10 },
      { head: say.hours, kind: 'figure', width: 10 },
      { head: say.total, kind: 'figure', width: 18 },
      { head: say.letter, kind: 'letter', width: 10 },
    ],
    rows: courses.map((row) => [
      row.subjectName,
      row.subjectCode,
      row.level,
      row.hours,
      // A subject of daily records has no marks, so none is missing.
      row.total ?? (row.type === dailyRecordType ? row.type : say.notRecorded),
      row.grade,
    ]),
    empty: say.noSubjectsOfLevel,
    ...(repeated.length > 0 && { struck: { rows: repeated, why: say.repeated } }),
  };
}
