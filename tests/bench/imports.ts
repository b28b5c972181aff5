import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { importChunkSize } from '../../contract/imports';
import { sendCall } from './client';
import { readMemory, startServer } from './processes';

const names = ['محمد', 'سعد', 'علي', 'خالد', 'فهد', 'عمر', 'نورة', 'هند', 'أمل', 'زينب'];
const pickName = (number: number) => names[Math.floor(number) % names.length] ?? '';

/** No two students have the same name, because such a row would be a question (ADR 74). */
export const buildChunk = (start: number, batchName: string) =>
  Array.from({ length: importChunkSize }, (_, index) => {
    const number = start + index;
    return {
      student_id: String(20_000_000 + number),
      first_name: pickName(number),
      second_name: pickName(number / 10),
      third_name: pickName(number / 100),
      last_name: `ال${pickName(number / 1_000)} ال${pickName(number / 10_000)}`,
      national_id: String(4_000_000_000 + number),
      // No seeded student has such a phone or national id.
      phone: `059${String(number).padStart(7, '0')}`,
      email: `student${number}@example.org`,
      batch_name: batchName,
    };
  });

const batchName = 'دفعة القياس';
const password = 'bench-of-imports';
const formatSeconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

/** Imports students through the API, and compares the time with plain inserts of the same rows. */
export async function measureImports(folder: string, count: number): Promise<void> {
  const bare = measureBareInserts(join(folder, 'bare-imports.db'), count);
  const url = `sqlite:${join(folder, 'imports.db')}`;
  const { child, port, end } = await startServer(url, { ADMIN_PASSWORD: password });
  const login = { method: 'POST', path: '/api/auth/login', body: { username: 'admin', password } } as const;
  const { token } = JSON.parse((await sendCall(port, login)).toString()) as { token: string };
  const post = (path: string, body: unknown, key = {}) =>
    sendCall(port, { method: 'POST', path, body, token, headers: key });
  await post('/api/programs/import', { data: [{ name: 'برنامج القياس', code: 'BNC', levels: 4 }] });
  await post('/api/batches/import', { data: [{ name: batchName, program_id: 'BNC' }] });
  const memory: number[] = [];
  const startedAt = performance.now();
  for (let start = 0; start < count; start += importChunkSize) {
    const key = { 'x-import-id': 'bench-of-imports', 'idempotency-key': `bench-of-imports-${start}` };
    const answer = await post('/api/students/import', { data: buildChunk(start, batchName) }, key);
    const { imported } = JSON.parse(answer.toString()) as { imported: number };
    if (imported < importChunkSize) throw new Error(`${imported} students imported: ${answer.toString()}`);
    if (start % 5_000 === 0) memory.push(readMemory(child)?.now ?? 0);
  }
  const range = `${Math.min(...memory)} to ${Math.max(...memory)} MB`;
  console.log(
    `import of ${count} students: ${formatSeconds(startedAt)} s, bare inserts ${bare} s; memory ${range}`,
  );
  await end();
}

/** Inserts the same rows in the same number of transactions. @returns seconds */
function measureBareInserts(file: string, count: number): string {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const columns = Object.keys(buildChunk(0, batchName)[0] ?? {});
  database.exec(`create table students (id integer primary key, ${columns.join(', ')})`);
  const values = columns.map(() => '?').join(', ');
  const insert = database.prepare(`insert into students (${columns.join(', ')}) values (${values})`);
  const insertChunk = database.transaction((start: number) => {
    for (const student of buildChunk(start, batchName)) insert.run(...Object.values(student));
  });
  const startedAt = performance.now();
  for (let start = 0; start < count; start += importChunkSize) insertChunk(start);
  database.close();
  return formatSeconds(startedAt);
}
