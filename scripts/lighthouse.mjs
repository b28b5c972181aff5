// `npm run lighthouse [-- ADDRESS]`: measures a running server that has the demo institute.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.mjs';

const version = '12.8.2'; // 13 needs Node 22
const address = process.argv[2] ?? 'http://127.0.0.1:8080';
const port = 9_333;
const limits = { accessibility: 1, 'best-practices': 1, shift: 0.02 };

const screens = [
  [null, '/login'],
  ['admin', '/dashboard'],
  ['admin', '/students'],
  ['admin', '/grades?batch_id=1&subject_code=QRN102-1'],
  ['admin', '/absences?batch_id=1&subject_code=QRN101-1'],
  ['admin', '/reports'],
  ['admin', '/assignments?batch_id=1&subject_code=SHR101-1'],
  ['teacher', '/dashboard'],
  ['teacher', '/absences?batch_id=1&subject_code=QRN101-1'],
  ['student', '/reports'],
];

const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
let hasMissedLimit = false;
try {
  for (const [user, path] of screens)
    for (const formFactor of ['mobile', 'desktop'])
      print(user, path, formFactor, await measure(user, path, formFactor));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = hasMissedLimit ? 1 : 0;

/** Each measurement has a new browser, like the first visit of a user. */
async function measure(user, path, formFactor) {
  const browser = await chromium.launchPersistentContext(mkdtempSync(join(folder, 'profile-')), {
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    if (user) await takeSession(browser.pages()[0], user);
    const output = join(folder, 'report.json');
    const preset = formFactor === 'desktop' ? ['--preset=desktop'] : [];
    await run('npx', [
      '--yes',
      `lighthouse@${version}`,
      `${address}${path}`,
      `--port=${port}`,
      '--disable-storage-reset',
      '--only-categories=performance,accessibility,best-practices',
      '--output=json',
      `--output-path=${output}`,
      '--quiet',
      ...preset,
    ]);
    return JSON.parse(readFileSync(output, 'utf8'));
  } finally {
    await browser.close();
  }
}

async function takeSession(page, username) {
  const answer = await page.request.post(`${address}/api/auth/login`, {
    data: { username, password: 'rasd-demo' },
  });
  if (!answer.ok()) throw new Error(`${username} may not sign in: ${answer.status()}`);
  await page.goto(`${address}/api/ready`);
  await page.evaluate((session) => localStorage.setItem('rasd.session', session), await answer.text());
}

function run(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}

function print(user, path, formFactor, { categories, audits }) {
  const score = (name) => categories[name].score;
  const shift = audits['cumulative-layout-shift'].numericValue;
  const isMet =
    score('accessibility') >= limits.accessibility &&
    score('best-practices') >= limits['best-practices'] &&
    shift <= limits.shift;
  hasMissedLimit ||= !isMet;
  const scores = ['performance', 'accessibility', 'best-practices'].map(
    (name) => `${name} ${Math.round(score(name) * 100)}`,
  );
  console.log(
    `${isMet ? ' ' : '!'} ${path} ${user ?? 'nobody'} ${formFactor}: ${scores.join(', ')}, shift ${shift.toFixed(3)}`,
  );
}
