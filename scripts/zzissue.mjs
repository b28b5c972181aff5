import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await b.newPage();
const [user, ...paths] = process.argv.slice(2);
const base='http://127.0.0.1:8477';
if (user !== '-') {
  const answer = await page.request.post(`${base}/api/auth/login`, { data: { username: user, password: 'rasd-demo' } });
  const s = await answer.text();
  await page.goto(`${base}/api/ready`);
  await page.evaluate((x) => localStorage.setItem('rasd.session', x), s);
}
const c = await page.context().newCDPSession(page);
await c.send('Network.enable');
await c.send('Audits.enable');
c.on('Audits.issueAdded', ({ issue }) => console.log(JSON.stringify(issue).slice(0, 900)));
page.on('console', (m) => console.log('CONSOLE', m.type(), m.text().slice(0, 300)));
await page.addInitScript(() => document.addEventListener('securitypolicyviolation', (e) => console.log('VIOLATION', e.violatedDirective, e.blockedURI, e.sourceFile, e.lineNumber, e.columnNumber, e.sample)));
for (const p of paths) { console.log('==', p); await page.goto(base + p); await page.waitForTimeout(4000); }
await b.close();
