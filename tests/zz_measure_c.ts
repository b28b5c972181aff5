import { openData } from '/work/main/server/db/connection';
import { createApp } from '/work/main/server/app';
import { readConfig } from '/work/main/server/config';
import { fillLarge } from '/work/main/server/db/demo/large';
import { hash } from '@node-rs/argon2';
const url = process.argv[2]!; const n = Number(process.argv[3]);
const stats = new Map<string,[number,number]>(); const data = await openData(url, { onQuery: (q, ms) => { const k = q.sql.replace(/\s+/g," ").slice(0,60); const s = stats.get(k) ?? [0,0]; s[0]+=1; s[1]+=ms; stats.set(k,s);} });
await fillLarge(data, { today: '2026-11-20', passwordHash: await hash('rasd-demo', { memoryCost: 256, timeCost: 1, parallelism: 1 }), students: n });
const app = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' }));
await app.ready();
const call = async (method: any, path: string, token?: string, body?: any) => { const r = await app.inject({ method, url: '/api' + path, headers: { ...(token && { authorization: `Bearer ${token}` }), 'x-session-id': 'm', ...(body && {'content-type':'application/json'}) }, ...(body && { payload: JSON.stringify(body) }) }); return { status: r.statusCode, body: r.json() as any }; };
const { body: { token } } = await call('POST', '/auth/login', undefined, { username: 'admin', password: 'rasd-demo' });
await call('POST', '/auth/step-up', token, { password: 'rasd-demo' });
const mem = () => Math.round(process.memoryUsage().rss / 1e6);
console.log('filled', mem(), 'MB');
let t = performance.now();
const sum = await call('GET', '/cleanup/summary', token);
console.log('summary ms', Math.round(performance.now() - t), JSON.stringify(sum.body).slice(0, 700));
async function during(name: string, work: () => Promise<any>) {
  let over = false; const times: number[] = []; let peak = 0;
  const t0 = performance.now();
  const w = work().finally(() => (over = true));
  while (!over) { const a = performance.now(); const r = await call('GET', '/programs?range=%5B0,9%5D&sort=%5B%22id%22,%22ASC%22%5D&filter=%7B%7D', token); if (r.status !== 200) console.log('read', r.status, r.body); times.push(performance.now() - a); peak = Math.max(peak, mem()); await new Promise((r) => setTimeout(r, 20)); }
  const r = await w;
  times.sort((a, b) => a - b);
  console.log(name, r.status, JSON.stringify(r.body).slice(0, 160), 'took', Math.round(performance.now() - t0), 'ms; reads', times.length, 'median', Math.round(times[times.length >> 1] ?? 0), 'p99', Math.round(times[Math.floor(times.length * 0.99)] ?? 0), 'max', Math.round(times.at(-1) ?? 0), 'peak', peak, 'MB');
}
for (const target of (process.argv[4] ?? 'grades,students').split(',')) {
  await call('POST', '/auth/step-up', token, { password: 'rasd-demo' });
  await during(`delete ${target}`, () => call('DELETE', `/cleanup/${target}`, token));
  stats.clear(); await during('undo', () => call('POST', '/undo/latest', token));
}
console.log([...stats].sort((a,b)=>b[1][1]-a[1][1]).slice(0,12).map(([k,[n,ms]])=>`${Math.round(ms)} ms ${n}x ${k}`).join("\n")); await app.close(); await data.close();
