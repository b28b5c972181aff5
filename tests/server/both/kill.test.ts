import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openInstitute } from '../../../server/domain/openInstitute';
import { startProgram } from '../../support/childProcess';
import { isPostgres, newDatabase } from '../../support/database';
import { rounds } from '../../support/rounds';

const kills = rounds({ short: 2, all: 5 });

/** Returns `ok`, or the problem of the file. */
function integrityOf(path: string): unknown {
  const file = new BetterSqlite3(path);
  const broken = file.pragma('foreign_key_check') as unknown[];
  const integrity = file.pragma('integrity_check', { simple: true });
  file.close();
  return broken.length > 0 ? broken : integrity;
}

test('a killed process has lost no acknowledged write, and has left no incomplete one', async () => {
  const { url, discard } = await newDatabase();
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const child = startProgram('tests/support/writingProcess.ts', [url, `K${round}`]);
    // The test kills the process at a random moment, after a number of acknowledged writes.
    await child.waitForOutput(new RegExp(`(?:K.*\\n){${7 + 31 * round}}`));
    child.process.kill('SIGKILL');
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
    acknowledged.push(...child.output().split('\n').slice(0, -1));
  }

  expect(isPostgres ? 'ok' : integrityOf(url.slice('sqlite:'.length))).toBe('ok');
  const data = await openInstitute(url);
  const programs = await data.read.selectFrom('programs').select(['id', 'program_id']).execute();
  const batches = await data.read.selectFrom('batches').select(['program_row_id']).execute();
  const operations = await data.read
    .selectFrom('operations')
    .select(['id', 'item_name', 'rows_count'])
    .execute();
  const rows = await data.read.selectFrom('operation_rows').select('operation_id').execute();
  await data.close();
  await discard();

  expect(acknowledged.length).toBeGreaterThan(kills * 5);
  const stored = new Set(programs.map((program) => program.program_id));
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  // One write is a programme, its batch, and an operation of two rows, stored completely or not at all.
  expect(batches.map((batch) => batch.program_row_id).toSorted((a, b) => a - b)).toEqual(
    programs.map((program) => program.id).toSorted((a, b) => a - b),
  );
  expect(new Set(operations.map((operation) => operation.item_name))).toEqual(stored);
  expect(rows).toHaveLength(2 * operations.length);
});
