import type { Transcript } from '../reports/academicReports';
import { paperText as labels } from '../reports/paperText';
import type { FormerProgram, TranscriptRow } from '../reports/studentReport';
import { dailyRecordType, type Level, levelNames } from '../vocabulary';
import {
  type Cell,
  type DocumentTable,
  type Fact,
  studentFacts,
  gpaCell,
  type ReportDocument,
} from './document';

export const levelName = (level: number): string => levelNames[level as Level] ?? String(level);

export function transcriptDocument(
  { student, transcript, ...totals }: Transcript,
  requestedLevel: number | null,
): ReportDocument {
  // Another server may omit these additions.
  const { level, former } = totals as Partial<typeof totals>;
  return {
    title: labels.transcriptName,
    about: student.studentName,
    facts: [
      ...studentFacts(student),
      ...(student.programName ? [{ label: labels.program, value: student.programName }] : []),
      { label: labels.batch, value: student.batchName },
      { label: labels.level, value: requestedLevel === null ? labels.allLevels : levelName(requestedLevel) },
    ],
    figures: [
      hoursFact(totals),
      { label: labels.totalSubjects, value: totals.totalSubjects },
      {
        label: labels.levelGpa,
        value: gpaCell(totals.levelGPA),
        ...(level == null ? {} : { hint: levelName(level) }),
      },
      gpaFact(totals),
    ],
    tables: [coursesTable(labels.transcriptTable, transcript), ...formerTables(former)],
    charts: [],
    notes: [],
  };
}

export const formerTables = (former: readonly FormerProgram[] = []): DocumentTable[] =>
  former.map((program) => ({
    ...coursesTable(labels.formerProgram(program.programName, program.batchName), program.transcript),
    figures: [hoursFact(program), gpaFact(program)],
  }));

/** An older server does not send the completed hours. */
const hoursFact = ({
  totalHours,
  completedHours,
}: Pick<Transcript, 'totalHours'> & Partial<Pick<Transcript, 'completedHours'>>): Fact => ({
  label: labels.totalHours,
  value: totalHours,
  ...(completedHours === undefined ? {} : { hint: labels.completedHours(completedHours) }),
});

const gpaFact = ({ cumulativeGPA }: Pick<Transcript, 'cumulativeGPA'>): Fact => ({
  label: labels.cumulativeGpa,
  value: gpaCell(cumulativeGPA),
  hint: labels.gpaScale,
});

function totalCell({ total, type, ...row }: TranscriptRow): Cell {
  if (total === null) return type === dailyRecordType ? type : labels.notRecorded;
  // Another server does not send the maximum.
  const { max } = row as Partial<typeof row>;
  return max === undefined ? total : { figure: total, format: 'outOf', max };
}

function coursesTable(title: string, courses: readonly TranscriptRow[]): DocumentTable {
  const repeated = courses.flatMap(({ isRepeated }, index) => (isRepeated ? [index] : []));
  return {
    title,
    columns: [
      { head: labels.subject, kind: 'name', width: 32 },
      { head: labels.code, kind: 'figure', width: 16 },
      { head: labels.level, kind: 'figure', width: 10 },
      { head: labels.hours, kind: 'figure', width: 10 },
      { head: labels.total, kind: 'figure', width: 18 },
      { head: labels.letter, kind: 'letter', width: 10 },
    ],
    rows: courses.map((row) => [
      row.subjectName,
      row.subjectCode,
      row.level,
      row.hours,
      totalCell(row),
      row.grade,
    ]),
    empty: labels.noSubjectsOfLevel,
    ...(repeated.length > 0 && { struck: { rows: repeated, why: labels.repeated } }),
  };
}
