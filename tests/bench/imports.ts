import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { importChunkSize } from '../../contract/imports';
import { ask } from './client';
import { memoryOf, startServer } from './processes';

const names = ['محمد', 'سعد', 'علي', 'خالد', 'فهد', 'عمر', 'نورة', 'هند', 'أمل', 'زينب'];
const nameAt = (number: number) => names[number % names.length] ?? '';

const chunkFrom = (start: number) =>
  Array.from({ length: importChunkSize }, (_, place) => {
    const number = start + place;
    return {
      student_id: String(20_000_000 + number),
      first_name: nameAt(number),
      second_name: nameAt(number >> 3),
      third_name: nameAt(number >> 6),
      last_name: `ال${nameAt(number >> 9)}`,
      national_id: String(1_000_000_000 + number),
      phone: `05${String(number).padStart(8, '0')}`,
      email: `student${number}@example.org`,
      batch_name: 'دفعة القياس',
    };
  });

const password = 'bench-of-imports';
const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

/** Imports this many students through the API, compares it with plain inserts of the same rows. */
export async function measureImports(folder: string, count: number): Promise<void> {
  const bare = bareInserts(join(folder, 'bare.db'), count);
  const url = `sqlite:${join(folder, 'imports.db')}`;
  const { child, port, end } = await startServer(url, { ADMIN_PASSWORD: password });
  const login = { method: 'POST', path: '/api/auth/login', body: { username: 'admin', password } } as const;
  const { token } = JSON.parse((await ask(port, login)).toString()) as { token: string };
  const post = (path: string, body: unknown, key = {}) =>
    ask(port, { method: 'POST', path, body, token, headers: key });
  await post('/api/programs/import', { data: [{ name: 'برنامج القياس', code: 'BNC', levels: 4 }] });
  await post('/api/batches/import', { data: [{ name: 'دفعة القياس', program_id: 'BNC' }] });
  const memory: number[] = [];
  const began = performance.now();
  for (let start = 0; start < count; start += importChunkSize) {
    const key = { 'x-import-id': 'bench-of-imports', 'idempotency-key': `bench-of-imports-${start}` };
    await post('/api/students/import', { data: chunkFrom(start) }, key);
    if (start % 5_000 === 0) memory.push(memoryOf(child)?.now ?? 0);
  }
  const range = `${Math.min(...memory)} to ${Math.max(...memory)} MB`;
  console.log(`import of ${count} students: ${seconds(began)} s, bare inserts ${bare} s; memory ${range}`);
  await end();
}

/** The same rows in the same number of transactions, without anything else. @returns seconds */
function bareInserts(file: string, count: number): string {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const columns = Object.keys(chunkFrom(0)[0] ?? {});
  database.exec(`create table students (id integer primary key, ${columns.join(', ')})`);
  const values = columns.map(() => '?').join(', ');
  const insert = database.prepare(`insert into students (${columns.join(', ')}) values (${values})`);
  const insertChunk = database.transaction((start: number) => {
    for (const student of chunkFrom(start)) insert.run(...Object.values(student));
  });
  const began = performance.now();
  for (let start = 0; start < count; start += importChunkSize) insertChunk(start);
  database.close();
  return seconds(began);
}
