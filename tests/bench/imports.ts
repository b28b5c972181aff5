import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { importBatchSize } from '../../contract/imports';
import { endOf, portOf, run } from './processes';

const names = ['محمد', 'سعد', 'علي', 'خالد', 'فهد', 'عمر', 'نورة', 'هند', 'أمل', 'زينب'];
const nameAt = (number: number) => names[number % names.length] ?? '';
const session = { 'x-session-id': 'bench-of-imports' };

const studentAt = (number: number) => ({
  student_id: String(20_000_000 + number),
  first_name: nameAt(number),
  second_name: nameAt(number >> 3),
  third_name: nameAt(number >> 6),
  last_name: `ال${nameAt(number >> 9)}`,
  national_id: String(1_000_000_000 + number),
  phone: `05${String(number).padStart(8, '0')}`,
  email: `student${number}@example.org`,
  batch_name: 'دفعة القياس',
});

const part = (start: number) =>
  Array.from({ length: importBatchSize }, (_, place) => studentAt(start + place));
const seconds = (since: number) => (performance.now() - since) / 1_000;

/**
 * Imports this many students through the API, compares it with plain inserts of the same rows, and undoes the import.
 */
export async function measureImports(folder: string, program: string, count: number): Promise<void> {
  const bare = bareInserts(join(folder, 'bare.db'), count);
  const server = run([program], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: `sqlite:${join(folder, 'imports.db')}`,
    ADMIN_PASSWORD: 'bench-of-imports',
    LOG_LEVEL: 'error',
    CALL_LIMITS: '10000',
  });
  const port = await portOf(server, /Rasd is ready: \S+:(\d+)/);
  const call = await callsOn(`http://127.0.0.1:${port}/api`);
  await call('POST', '/programs/import', { data: [{ name: 'برنامج القياس', code: 'BNC', levels: 4 }] });
  await call('POST', '/batches/import', { data: [{ name: 'دفعة القياس', program_id: 'BNC' }] });
  const memory: number[] = [];
  const began = performance.now();
  for (let start = 0; start < count; start += importBatchSize) {
    const key = { 'x-import-id': 'bench-of-imports', 'idempotency-key': `bench-of-imports-${start}` };
    await call('POST', '/students/import', { data: part(start) }, key);
    if (start % 5_000 === 0) memory.push(residentOf(server.child.pid));
  }
  const took = seconds(began);
  console.log(
    `import of ${count} students: ${took.toFixed(1)} s, bare inserts ${bare.toFixed(1)} s; ` +
      `memory ${Math.min(...memory)} to ${Math.max(...memory)} MB`,
  );
  const undoing = await whileOthersWork(call, () => call('POST', '/undo/latest'));
  console.log(`undo of ${count} students: ${undoing}`);
  const teaching = await whileOthersWork(call, () => importTeachers(call));
  console.log(`import of ${teachers} accounts of teachers, with a password each: ${teaching}`);
  const untaught = await whileOthersWork(call, () => call('POST', '/undo/latest'));
  console.log(`undo of ${teachers} accounts of teachers: ${untaught}`);
  await endOf(server);
}

type Call = Awaited<ReturnType<typeof callsOn>>;

const teachers = 1_000;

/** A file of teachers, as the import centre sends it. */
async function importTeachers(call: Call): Promise<void> {
  for (let start = 0; start < teachers; start += importBatchSize) {
    const data = Array.from({ length: importBatchSize }, (_, place) => ({
      username: `teacher-${start + place}`,
      name: `${nameAt(start + place)} ${nameAt(place >> 3)}`,
      phone: `05${String(start + place).padStart(8, '0')}`,
    }));
    const key = { 'x-import-id': 'bench-of-teachers', 'idempotency-key': `bench-of-teachers-${start}` };
    await call('POST', '/users/import', { data }, key);
  }
}

/** Does one thing while others read and write. @returns how long it takes, and they wait */
async function whileOthersWork(call: Call, work: () => Promise<void>): Promise<string> {
  const state = { isDone: false };
  const began = performance.now();
  const working = work().finally(() => {
    state.isDone = true;
  });
  const times: number[] = [];
  while (!state.isDone) {
    const asked = performance.now();
    await call('GET', '/batches');
    await call(
      'PUT',
      '/batches/1',
      { batch_number: 1 + (times.length % 100) },
      { 'x-session-id': 'another' },
    );
    times.push((performance.now() - asked) / 2);
  }
  await working;
  const sorted = times.toSorted((a, b) => a - b);
  return (
    `${seconds(began).toFixed(1)} s; ${2 * times.length} other calls meanwhile, ` +
    `p99 ${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(0)} ms`
  );
}

async function callsOn(base: string) {
  const login = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'bench-of-imports' }),
  });
  const { token } = (await login.json()) as { token: string };
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...session,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  };
}

/** The same rows in the same number of transactions, without anything else. @returns seconds */
function bareInserts(file: string, count: number): number {
  const database = new BetterSqlite3(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const columns = Object.keys(studentAt(0));
  database.exec(`create table students (id integer primary key, ${columns.join(', ')})`);
  const insert = database.prepare(
    `insert into students (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
  const insertPart = database.transaction((start: number) => {
    for (const student of part(start)) insert.run(...Object.values(student));
  });
  const began = performance.now();
  for (let start = 0; start < count; start += importBatchSize) insertPart(start);
  database.close();
  return seconds(began);
}

/** In megabytes; 0 if the system does not report it. */
function residentOf(pid: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
