import { openData } from '/work/main/server/db/connection';
import { sql } from 'kysely';
import { personInBatch } from '/work/main/server/reports/person';
import { studentReport } from '/work/main/server/reports/student';
import { transcriptOf } from '/work/main/server/reports/transcript';
import { subjectSheet, studentInSubject } from '/work/main/server/reports/subject';
import { standingOf } from '/work/main/server/reports/standing';
import { attendanceOf } from '/work/main/server/reports/attendance';
import { coursesOf } from '/work/main/server/reports/courses';
import { reportedRecords } from '/work/main/server/reports/dailyRecords';
import { offeringNamed } from '/work/main/server/db/offering';
import { always } from '/work/main/server/db/matching';
const data = await openData('sqlite:/tmp/h/M/rasd.db');
const db = data.read;
const one = async (q: string) => (await sql.raw(q).execute(db)).rows[0];
console.log(await one('select count(*) n from grades'), await one('select count(*) n from registers'), await one('select count(*) n from absences'), await one('select count(*) n from daily_records'));
console.log('largest batch', await one('select batch_id, count(*) n from students group by 1 order by 2 desc limit 1'), await one('select batch_id, count(*) n from subjects group by 1 order by 2 desc limit 1'));
const people = (await sql.raw(`select s.student_id sid, b.batch_name bn, b.id bid from students s join batches b on b.id=s.batch_id where b.batch_name='دفعة الألف' order by random() limit 300`).execute(db)).rows as any[];
const scope = { subjects: always, batches: always, programs: always, students: always };
const reader: any = { user: { id: 1, role: 'admin' }, scope };
async function time(name: string, f: (p: any) => Promise<unknown>, n = 300) {
  const t: number[] = [];
  for (const p of people.slice(0, n)) { const a = performance.now(); await f(p); t.push(performance.now() - a); }
  t.sort((a, b) => a - b);
  console.log(name, 'p50', t[Math.floor(t.length / 2)].toFixed(1), 'p99', t[Math.floor(t.length * 0.99)].toFixed(1), 'max', t.at(-1)!.toFixed(1));
}
await time('person', (p) => personInBatch(db, p.sid, p.bn, reader));
await time('courses', async (p) => coursesOf(db, p.bid, (await personInBatch(db, p.sid, p.bn, reader)).rowId));
await time('standing', async (p) => standingOf(db, p.bid, 1));
await time('own report', async (p) => studentReport(db, await personInBatch(db, p.sid, p.bn, reader), '2026-11-20'));
await time('transcript', async (p) => transcriptOf(db, await personInBatch(db, p.sid, p.bn, reader)));
await time('sheet', async (p) => { const code = (await sql.raw(`select subject_code c from subjects where batch_id=${p.bid} limit 1`).execute(db)).rows[0] as any; await subjectSheet(db, await offeringNamed(db, p.bn, code.c, always)); }, 100);
await data.close();
