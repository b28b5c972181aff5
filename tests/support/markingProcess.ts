// Saves marks in an endless loop and prints each acknowledged save, until it kills itself or is killed.
import { writeSync } from 'node:fs';
import { openInstitute } from '../../server/domain/openInstitute';
import { findOffering } from '../../server/domain/offering';
import { always } from '../../server/db/search/matching';
import { saveGrades } from '../../server/grades/routes';
import { marksOfVersion } from './marksOfVersion';

const [url = '', statementLimit = '', batchName = '', subjectCode = '', ...students] = process.argv.slice(2);
/** The process kills itself at this statement after its first save; 0: never. */
const lastStatement = Number(statementLimit);
let statements = 0;
let hasSaved = false;
const actor = { userId: null, name: 'writer', role: 'admin', undoSession: null };

const data = await openInstitute(url, {
  maxLockWaitMs: 60_000, // a slow machine needs long for a write
  onQuery: ({ sql }) => {
    if (!hasSaved || sql.startsWith('begin')) return; // `begin` is retried while others write
    statements += 1;
    if (statements === lastStatement) process.kill(process.pid, 'SIGKILL');
  },
});
await Promise.all(students.map(writeFor));

async function writeFor(studentId: string): Promise<never> {
  let version = await storedVersion(studentId);
  for (;;) {
    const row = { studentId, version, ...marksOfVersion(version + 1) };
    const [saved] = await data.write(actor, async (unit) => {
      const offering = await findOffering(unit.trx, batchName, subjectCode, always);
      return saveGrades(unit, offering, [row]);
    });
    version = saved?.version ?? version;
    writeSync(1, `${studentId} ${version}\n`);
    hasSaved = true;
  }
}

async function storedVersion(studentId: string): Promise<number> {
  const row = await data.read
    .selectFrom('grades')
    .innerJoin('students', 'students.id', 'grades.student_row_id')
    .innerJoin('subjects', 'subjects.id', 'grades.subject_id')
    .select('grades.version')
    .where('students.student_id', '=', studentId)
    .where('subjects.subject_code', '=', subjectCode)
    .executeTakeFirst();
  return row?.version ?? 0;
}
