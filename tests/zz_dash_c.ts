import { openData } from '../server/db/connection';
import { scopeOf } from '../server/auth/scope';
import { dashboardStats } from '../server/dashboard/queries';
import { performanceData } from '../server/dashboard/performance';
import { CompiledQuery } from 'kysely';
const seen: { sql: string; ms: number; parameters: readonly unknown[] }[] = [];
const data = await openData(process.argv[2]!, { onQuery: (q, ms) => seen.push({ sql: q.sql, ms, parameters: q.parameters }) });
const u = await data.read.selectFrom('users').selectAll().where('username', '=', process.argv[3] ?? 'teacher').executeTakeFirstOrThrow();
const n = await data.read.selectFrom('subject_teachers').select((e) => e.fn.countAll().as('n')).where('teacher_id', '=', u.id).executeTakeFirst();
const all = await data.read.selectFrom('subjects').select((e) => e.fn.countAll().as('n')).executeTakeFirst();
console.log('links', n, 'of', all);
const scope = await scopeOf(data, u as never);
for (let i = 0; i < 4; i++) {
  seen.length = 0;
  let t = performance.now();
  await dashboardStats(data.read, scope, { today: '2026-11-20', academicYear: '1447' });
  const a = performance.now() - t; t = performance.now();
  await performanceData(data.read, scope, 10);
  console.log('stats', Math.round(a), 'performance', Math.round(performance.now() - t), seen.map((s) => Math.round(s.ms)).join(' '));
}
const explain = data.kind === 'sqlite' ? 'explain query plan ' : 'explain analyze ';
for (const s of seen.filter((x) => x.ms > (data.kind === 'sqlite' ? 3 : 8))) {
  const r = await data.read.executeQuery<any>(CompiledQuery.raw(explain + s.sql, [...s.parameters]));
  console.log(Math.round(s.ms), s.sql.replace(/\s+/g, ' ').slice(0, 120)); console.log(r.rows.map((x) => '   ' + (x.detail ?? x['QUERY PLAN'])).join('\n'));
}
await data.close();
