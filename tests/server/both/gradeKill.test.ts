import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newFilledDatabase, startTestApp } from '../../support/app';
import { startProgram } from '../../support/childProcess';
import { isPostgres } from '../../support/database';
import { marksOfVersion } from '../../support/marksOfVersion';
import { expectedResults, storedResults } from '../../support/results';
import { rounds } from '../../support/rounds';
import { newSheet } from '../../support/sheet';

/** On PostgreSQL the database process is not killed. */
const killRounds = rounds({ short: 4, all: isPostgres ? 5 : 25 });
/** Processes that save at the same time. Each round kills all of them. */
const chunkSize = 4;
/**
 * Processes that kill themselves after a random number of statements, so that every gap between two is
 * tested.
 */
const selfKillingCount = 2;
/** The upper limit of the random number: the statements of a few saves. */
const maxStatements = 50;

/** Returns `ok`, or the problem of the file. */
function integrityOf(path: string): unknown {
  const file = new BetterSqlite3(path);
  const broken = file.pragma('foreign_key_check') as unknown[];
  const integrity = file.pragma('integrity_check', { simple: true });
  file.close();
  return broken.length > 0 ? broken : integrity;
}

test(
  'kills during saves of marks lose no acknowledged save, and no save is stored twice',
  async () => {
    const { url, discard } = await newFilledDatabase();
    const server = await startTestApp({ url });
    const sheet = await newSheet(server, 2 * chunkSize);
    /** The last acknowledged version of each student's row. */
    const acknowledged = new Map<string, number>();
    /** Kills since the last acknowledged save: before each kill one save may be stored without an answer. */
    const killsSince = new Map<string, number>();

    for (let round = 0; round < killRounds; round += 1) {
      const children = Array.from({ length: chunkSize }, (_, index) => {
        const students = sheet.students.slice(2 * index, 2 * index + 2).map(({ student_id }) => student_id);
        const turn = 7 * (selfKillingCount * round + index);
        const last = index < selfKillingCount ? 1 + (turn % maxStatements) : 0;
        const parameters = [sheet.batchName, sheet.subjectCode, ...students];
        return startProgram('tests/support/markingProcess.ts', [url, String(last), ...parameters]);
      });
      // The test kills the other processes at a random moment, after a number of acknowledged saves.
      const killed = children.slice(selfKillingCount).map(async (child, index) => {
        await child.waitForOutput(new RegExp(`(?:\\d+ \\d+\\n){${1 + ((round + index) % 6)}}`));
        child.process.kill('SIGKILL');
      });
      await Promise.all(killed);
      for (const child of children) {
        expect(await child.ended, child.errors()).toMatchObject({ signal: 'SIGKILL' });
        for (const [, student = '', version] of child.output().matchAll(/^(\d+) (\d+)\n/gm)) {
          acknowledged.set(student, Math.max(acknowledged.get(student) ?? 0, Number(version)));
          killsSince.set(student, 0);
        }
      }
      for (const { student_id } of sheet.students)
        killsSince.set(student_id, (killsSince.get(student_id) ?? 0) + 1);
    }

    // A student whose every save was killed has no acknowledged version.
    expect(acknowledged.size).toBeGreaterThan(chunkSize);
    const logged = await server.data.read
      .selectFrom('operation_rows')
      .innerJoin('grades', 'grades.id', 'operation_rows.row_id')
      .innerJoin('students', 'students.id', 'grades.student_row_id')
      .select('students.student_id')
      .where('table_name', '=', 'grades')
      .where('grades.subject_id', '=', sheet.subjectId)
      .execute();
    for (const row of await sheet.rows()) {
      const version = acknowledged.get(row.studentId) ?? 0;
      expect(row.version).toBeGreaterThanOrEqual(version);
      expect(row.version).toBeLessThanOrEqual(version + (killsSince.get(row.studentId) ?? 0));
      // Each version has one log entry: no write is repeated, and none lacks its operation.
      expect(logged.filter(({ student_id }) => student_id === row.studentId)).toHaveLength(row.version);
      if (row.version === 0) continue;
      expect(row).toMatchObject(marksOfVersion(row.version));
      // A repeated save is answered with a success.
      const again = { studentId: row.studentId, version: row.version - 1, ...marksOfVersion(row.version) };
      expect(await sheet.save([again])).toMatchObject({ status: 409, body: { current: [row] } });
    }
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
    await server.close();
    expect(isPostgres ? 'ok' : integrityOf(url.slice('sqlite:'.length))).toBe('ok');
    await discard();
  },
  rounds({ short: 120_000, all: 600_000 }),
);
