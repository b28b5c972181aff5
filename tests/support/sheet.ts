import type { Batch } from '../../contract/batches';
import { fillPath } from '../../contract/endpoint';
import type { GradeChange, GradeRow } from '../../contract/grades';
import { defaultGradeSettings, type GradeSettings } from '../../contract/rules/gradeSettings';
import type { GradeStatistics } from '../../contract/rules/statistics';
import type { Student } from '../../contract/students/students';
import type { Subject } from '../../contract/subjects';
import type { Answer, TestApp } from './app';
import { uniqueText } from './sampleCalls';

type As = NonNullable<Parameters<TestApp['call']>[2]>['as'];
export type SentRow = { studentId: string; version?: number } & Record<string, unknown>;

/** A subject of its own batch, open to every teacher. Students are in the order of the sheet. */
export interface Sheet {
  batchName: string;
  batchId: number;
  subjectCode: string;
  subjectId: number;
  subjectName: string;
  students: Student[];
  rows(as?: As): Promise<GradeRow[]>;
  /** Row of the n-th student, from 0. */
  row(index: number): Promise<GradeRow>;
  statistics(): Promise<GradeStatistics>;
  history(index: number): Promise<GradeChange[]>;
  save(grades: SentRow[], as?: As, headers?: Record<string, string>): Promise<Answer>;
  /** Request row for the n-th student. */
  sentRow(index: number, marks: Record<string, unknown>, version?: number): SentRow;
  configure(changes: Partial<GradeSettings>): Promise<Answer>;
}

let lastNationalId = 2_000_000_000;
const names = ['أنس', 'بدر', 'تميم', 'ثامر', 'جابر', 'حاتم', 'خالد', 'داود', 'راشد', 'زياد'];

async function create<T>(server: TestApp, path: string, body: unknown): Promise<T> {
  const answer = await server.call<T>('POST', path, { as: 'admin', body });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export async function newSheet(server: TestApp, count = 3, type = 'مادة'): Promise<Sheet> {
  const batch = await create<Batch>(server, '/batches', {
    batch_name: `دفعة ${uniqueText()}`,
    program_id: 'QRN',
  });
  const subject = await create<Subject>(server, '/subjects', {
    subject_code: uniqueText(),
    name: `مادة ${uniqueText()}`,
    batch_id: batch.id,
    type,
  });
  const students: Student[] = [];
  for (let index = 0; index < count; index += 1)
    students.push(
      await create<Student>(server, '/students', {
        first_name: names[index % names.length],
        second_name: names[Math.floor(index / names.length)],
        last_name: 'الراشد',
        national_id: String((lastNationalId += 1)),
        batch_id: batch.id,
      }),
    );
  return buildSheet(server, batch, subject, students);
}

function buildSheet(server: TestApp, batch: Batch, subject: Subject, students: Student[]): Sheet {
  const sheetParams = { batchName: batch.batch_name, subjectCode: subject.subject_code };
  const read = async <T>(path: string, params = {}, as: As = 'admin') =>
    (await server.call<T>('GET', fillPath(path, { ...sheetParams, ...params }), { as })).body;
  const rows = (as?: As) => read<GradeRow[]>('/grades/{batchName}/{subjectCode}', {}, as);
  const studentNumber = (index: number) => String(students[index]?.student_id);
  return {
    ...sheetParams,
    batchId: batch.id,
    subjectId: subject.id,
    subjectName: subject.name,
    students,
    rows,
    row: async (index) => {
      const row = (await rows()).find(({ studentId }) => studentId === studentNumber(index));
      if (!row) throw new Error(`no row of student ${index}`);
      return row;
    },
    statistics: () => read('/grades/statistics/{batchName}/{subjectCode}'),
    history: (index) =>
      read('/grades/history/{batchName}/{subjectCode}/{studentId}', { studentId: studentNumber(index) }),
    save: (grades, as = 'admin', headers) =>
      server.call('POST', '/grades/save', { as, body: { ...sheetParams, grades }, headers }),
    sentRow: (index, marks, version) => ({
      studentId: studentNumber(index),
      ...marks,
      ...(version !== undefined && { version }),
    }),
    configure: (changes) =>
      server.call('POST', `/subject-grade-settings/${subject.subject_code}`, {
        as: 'admin',
        body: { ...defaultGradeSettings, ...changes },
      }),
  };
}
