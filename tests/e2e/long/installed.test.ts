import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Response } from '@playwright/test';
import { expect, takeSession, watch } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { cacheScreen, countStoredBytes, deviceNotice, heading, install, test } from '../../support/device';

const nonceIn = (response: Response | null) =>
  /script-src 'self' 'nonce-([^']+)'/.exec(response?.headers()['content-security-policy'] ?? '')?.[1];

test('the cached app opens without the server, each time under a security policy with a new nonce', async ({
  device,
  serving,
}) => {
  const page = await device.open();
  await install(page, 'teacher');
  await serving.stop();

  const consoleErrors: string[] = [];
  watch(page, consoleErrors);
  const nonces: (string | undefined)[] = [];
  for (let visit = 0; visit < 2; visit += 1) {
    const response = await page.goto('/settings');
    await expect(heading(page, 'الإعدادات')).toBeVisible();
    expect(response?.fromServiceWorker()).toBe(true);
    expect(response?.headers()).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const nonce = nonceIn(response);
    expect(await page.evaluate(() => document.querySelector('script')?.nonce)).toBe(nonce);
    expect(nonce).toMatch(/^[\w+/=]{20,}$/);
    nonces.push(nonce);
  }
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(consoleErrors.filter((one) => /security policy/i.test(one))).toEqual([]);

  const runScript = (nonce: string | undefined) =>
    page.evaluate((scriptNonce) => {
      const script = document.createElement('script');
      if (scriptNonce) script.nonce = scriptNonce;
      script.textContent = 'document.documentElement.dataset.ran = "yes"';
      document.head.append(script);
      const { dataset } = document.documentElement;
      const hasRun = dataset['ran'] === 'yes';
      delete dataset['ran'];
      return hasRun;
    }, nonce);
  expect(await runScript(undefined)).toBe(false);
  expect(await runScript(nonces[0])).toBe(false);
  expect(await runScript(nonces[1])).toBe(true);
});

test('the service worker uses no cache for API calls and for the verification of papers', async ({
  device,
  serving,
}) => {
  const page = await device.open();
  await install(page, 'teacher');
  const health = () =>
    page.evaluate(() =>
      fetch('/api/health').then(
        ({ status }) => status,
        () => null,
      ),
    );
  expect(await health()).toBe(200);
  expect((await page.goto('/verify/anything'))?.fromServiceWorker()).toBe(false);
  await serving.stop();

  const otherPage = await page.context().newPage();
  await expect(otherPage.goto('/verify/anything')).rejects.toThrow('ERR_CONNECTION_REFUSED');
  await page.goto('/settings');
  await expect(heading(page, 'الإعدادات')).toBeVisible();
  expect(await health()).toBe(null);
});

test('a new version is offered, and is not installed automatically or over unsaved work', async ({
  device,
  serving,
  address,
  folder,
}) => {
  const web = join(folder, 'web');
  cpSync('dist/web', web, { recursive: true });
  const environment = { WEB_ROOT: web, DATABASE_URL: `sqlite:${join(folder, 'rasd.db')}` };
  await serving.stop();
  expect(await serving.start(environment)).toBe(address);
  const page = await device.open();
  await install(page, 'teacher');

  // Builds the next version, which differs only in its page.
  const change = (file: string, text: RegExp, by: string) =>
    writeFileSync(join(web, file), readFileSync(join(web, file), 'utf8').replace(text, by));
  change('index.html', /<html /, '<html data-version="next" ');
  change('worker.js', /revision:"\w+"/, 'revision:"next"');
  await serving.stop();
  await serving.start(environment);
  const version = page.locator('html[data-version="next"]');
  const offer = page.getByText('إصدار جديد متاح');

  await page.goto('/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09');
  await expect(offer).toBeVisible();
  await page.reload(); // a reload alone changes nothing
  await expect(offer).toBeVisible();
  await expect(version).toHaveCount(0);

  await page.getByRole('checkbox', { name: /غائب$/ }).first().check();
  await page.getByRole('button', { name: 'التحديث الآن' }).click();
  await expect(page.getByText('احفظ ما كتبته أو تراجع عنه أولاً')).toBeVisible();
  await expect(version).toHaveCount(0);
});

test('a sent register stays on the screen, although the cache has an older one and a stub blocks its loading', async ({
  device,
}) => {
  const page = await device.open();
  await install(page, 'teacher');
  await keepRegister(page);
  const presentRows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { checked: false }) });
  const name = await presentRows.first().getByRole('rowheader').textContent();
  const box = page.getByRole('checkbox', { name: `${name} غائب` });
  await box.check();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  const queuedMessage = page.getByText(/حُفظ تحضير .* على هذا الجهاز/);
  await expect(queuedMessage).toBeVisible();

  let readings = 0;
  await page.route('**/api/absences/**', (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    readings += 1;
    return route.abort('internetdisconnected');
  });
  await page.context().setOffline(false);
  await expect(queuedMessage).toHaveCount(0);
  await expect.poll(() => readings).toBeGreaterThan(0);
  await expect(deviceNotice(page)).toBeVisible();
  await expect(box).toBeChecked();
});

const register = '/absences?batch_id=1&subject_code=QRN101-1';
const absent = (page: Page) => page.getByRole('checkbox', { name: /غائب$/ }).first();
/** The message if neither the server nor the device has the subjects. */
const loadFailure = (page: Page) => page.getByText('تعذّر تحميل البيانات');
const signInButton = (page: Page) => page.getByRole('button', { name: 'دخول', exact: true });

/** Numbers of stored keys and answers; null without the store. */
const storedCounts = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === 'rasd.kept')) return null;
    const opening = indexedDB.open('rasd.kept');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const database = opening.result;
    const stores = database.transaction(['keys', 'answers']);
    const requests = [stores.objectStore('keys').count(), stores.objectStore('answers').count()];
    await new Promise((resolve) => stores.addEventListener('complete', resolve));
    database.close();
    return { keys: requests[0]?.result, answers: requests[1]?.result };
  });

/** Moves the time of all stored entries into the past. */
const age = (page: Page, days: number) =>
  page.evaluate(async (back) => {
    const opening = indexedDB.open('rasd.kept');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const database = opening.result;
    const changing = database.transaction('answers', 'readwrite');
    const walking = changing.objectStore('answers').openCursor();
    walking.addEventListener('success', () => {
      const cursor = walking.result;
      if (!cursor) return;
      const row = cursor.value as { at: number };
      cursor.update({ ...row, at: row.at - back * 86_400_000 });
      cursor.continue();
    });
    await new Promise((resolve) => changing.addEventListener('complete', resolve));
    database.close();
  }, days);

const keepRegister = (page: Page) => cacheScreen(page, register, absent(page));

test('cached responses are not shown to another user or after 14 days, and are deleted when the session is unknown', async ({
  device,
}) => {
  const page = await device.open();
  await install(page, 'teacher');
  await keepRegister(page);
  await expect(deviceNotice(page)).toContainText(/آخر قراءة من الخادم: \d{1,2}:\d{2}/);

  // Another user opens the device after a session without sign-out.
  const own = await page.evaluate(() => localStorage.getItem('rasd.session') ?? '');
  const put = (session: string) =>
    page.evaluate((text) => localStorage.setItem('rasd.session', text), session);
  const { user, token } = JSON.parse(own) as { user: object; token: string };
  await put(JSON.stringify({ user: { ...user, id: 999_999 }, token: 'of another' }));
  await page.reload();
  await expect(loadFailure(page)).toBeVisible();
  await expect(deviceNotice(page)).toHaveCount(0);
  await expect(absent(page)).toHaveCount(0);
  await put(own);
  await page.reload();
  await expect(absent(page)).toBeVisible();

  await age(page, 13);
  await page.reload();
  await expect(absent(page)).toBeVisible();
  await age(page, 1);
  await page.reload();
  await expect(loadFailure(page)).toBeVisible();
  await expect(absent(page)).toHaveCount(0);
  await expect.poll(() => storedCounts(page)).toMatchObject({ answers: 0 });
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'إعادة المحاولة' }).click();
  await expect(absent(page)).toBeVisible();

  await keepRegister(page);
  expect((await storedCounts(page))?.answers).toBeGreaterThan(0);
  await put(JSON.stringify({ user, token: `${token}ended` }));
  await page.context().setOffline(false);
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(() => storedCounts(page)).toBeNull();
});

test('a session without "remember me" stores no key and leaves no data after a restart; a full device still shows its screens', async ({
  device,
}) => {
  const firstPage = await device.open();
  await install(firstPage, 'teacher');
  await firstPage.evaluate(() => {
    sessionStorage.setItem('rasd.session', localStorage.getItem('rasd.session') ?? '');
    localStorage.removeItem('rasd.session');
    indexedDB.deleteDatabase('rasd.kept');
  });
  await firstPage.goto(register);
  await expect(absent(firstPage)).toBeVisible();
  await expect.poll(async () => (await storedCounts(firstPage))?.answers ?? 0).toBeGreaterThan(5);
  expect((await storedCounts(firstPage))?.keys).toBe(0);
  await device.close();

  const page = await device.open();
  await page.goto(register);
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(() => storedCounts(page)).toBeNull();

  // A stub makes the device full, because the browser checks its limit only at intervals.
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await takeSession(page, 'teacher');
  const consoleErrors: string[] = [];
  watch(page, consoleErrors);
  await page.goto(register);
  await expect(absent(page)).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('the register of a subject that was never opened is prefetched, although a stub refuses the marks', async ({
  device,
}) => {
  const page = await device.open();
  await page.route('**/api/grades/**', (call) =>
    call.fulfill({ status: 403, contentType: 'application/json', body: '{"code":"FORBIDDEN"}' }),
  );
  const refused = page.waitForResponse(/\/api\/grades\//);
  const read = page.waitForResponse(/\/api\/absences\/[^/]+\/QRN101-1\//);
  await install(page, 'teacher');
  expect((await refused).status()).toBe(403);
  expect((await read).status()).toBe(200);
  await page.context().setOffline(true);
  await expect(async () => {
    await page.goto(register);
    await expect(absent(page)).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(deviceNotice(page)).toBeVisible();
});

test('the marks of a subject that was never opened are prefetched, with their columns', async ({
  device,
}) => {
  const page = await device.open();
  const read = page.waitForResponse(/\/api\/subject-grade-settings\/QRN101-1/);
  await install(page, 'teacher');
  expect((await read).status()).toBe(200);
  await page.context().setOffline(true);
  const columns = page.getByRole('columnheader', { name: 'التسميع / 20' });
  await expect(async () => {
    await page.goto('/grades?batch_id=1&subject_code=QRN101-1');
    await expect(columns).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(deviceNotice(page)).toBeVisible();
});

test('cached responses are shown soon on a network that hangs; a late response replaces them and is not requested again', async ({
  device,
}) => {
  const page = await device.open();
  await install(page, 'teacher');
  await keepRegister(page);
  await page.context().setOffline(false);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const urls: string[] = [];
  await page.route('**/api/**', async (call) => {
    urls.push(call.request().url());
    await isReleased;
    await call.fallback();
  });
  await page.reload();
  await expect(deviceNotice(page)).toBeVisible();
  await expect(absent(page)).toBeVisible();
  const registers = () =>
    urls.filter((url) => /QRN101-1\/\d{4}-\d{2}-\d{2}/.test(url) && /absences/.test(url));
  const before = registers();
  expect(before.length).toBeGreaterThan(0); // includes prefetched answers of other days
  expect(new Set(before).size).toBe(before.length);
  release();
  await expect(deviceNotice(page)).toHaveCount(0);
  await expect(absent(page)).toBeVisible();
  expect(registers().filter((url) => url === before[0])).toHaveLength(1);
});

test('records and hearing of a circle that were never opened are prefetched with earlier days, in little storage', async ({
  device,
}) => {
  const page = await device.open();
  await install(page, 'teacher');
  const call = await newApiCaller(page, 'teacher');
  const choices = await call<{ type: string; batch_id: number; subject_code: string }[]>('GET', '/choices');
  const choice = choices.find(({ type }) => type === 'تقييد يومي');
  const { today } = await call<{ today: string }>('GET', '/settings');
  const address = (date: string) =>
    `batch_id=${choice?.batch_id}&subject_code=${encodeURIComponent(choice?.subject_code ?? '')}&date=${date}`;
  const daysBefore = (days: number) =>
    new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  const lastRead = page.waitForResponse(
    (response) => response.url().includes(`/${daysBefore(14)}`) && response.url().includes('daily-records'),
  );
  await page.reload(); // the prefetch starts again
  await lastRead;
  await page.context().setOffline(true);
  await page.goto(`/halaqa?${address(today)}`);
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /حفظ|مراجعة|صفحة/ })
      .first(),
  ).toBeVisible();
  await expect(deviceNotice(page)).toBeVisible();
  for (const date of [today, daysBefore(13)]) {
    await page.goto(`/daily-records?${address(date)}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  }
  expect(await countStoredBytes(page)).toBeLessThan(2_000_000);
});

test('a response that arrives after the sign-out is not cached', async ({ device }) => {
  const page = await device.open();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let resolveResponse = () => {};
  const responseFetched = new Promise<void>((resolve) => (resolveResponse = resolve));
  await page.route('**/api/grades/**', async (call) => {
    const response = await call.fetch();
    resolveResponse();
    await isReleased;
    await call.fulfill({ response });
  });
  await install(page, 'teacher');
  await responseFetched;
  await expect.poll(async () => (await storedCounts(page))?.keys).toBe(1);
  await page.getByRole('button', { name: /^حساب/ }).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(() => storedCounts(page)).toBeNull();
  const lateResponse = page.waitForResponse(/\/api\/grades\//);
  release();
  expect((await lateResponse).status()).toBe(200);
  // Storing an answer takes several asynchronous steps, and this loop runs more steps of the same kind.
  await page.evaluate(async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
      await indexedDB.databases();
    }
  });
  expect(await storedCounts(page)).toBeNull();
});

test('the device caches at most two megabytes of responses, and keeps the newest', async ({ device }) => {
  const page = await device.open();
  await install(page, 'teacher');
  await keepRegister(page);
  await page.evaluate(async () => {
    const opening = indexedDB.open('rasd.kept');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const writing = opening.result.transaction('answers', 'readwrite');
    const iv = new Uint8Array(12);
    for (let index = 0; index < 40; index += 1) {
      const at = Date.now() - 3_600_000 * (index + 1);
      writing.objectStore('answers').put({ at, bytes: 100_000, iv, data: iv.buffer }, `large ${index}`);
    }
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    opening.result.close();
  });
  const largeResponse = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('rasd.kept');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const store = opening.result.transaction('answers').objectStore('answers');
      const reading = store.getAllKeys(IDBKeyRange.bound('large', 'large 99'));
      await new Promise((resolve) => reading.addEventListener('success', resolve));
      opening.result.close();
      return reading.result.map(String);
    });
  expect(await largeResponse()).toHaveLength(40);
  await page.reload();
  await expect(absent(page)).toBeVisible();
  await expect.poll(async () => (await largeResponse()).length).toBeLessThan(20);
  expect(await largeResponse()).toEqual(expect.arrayContaining(['large 0', 'large 1', 'large 10']));
});

test('after a downgrade to a version without the installed app, the browser loads the page of the server once the user accepts', async ({
  device,
  serving,
  address,
  folder,
}) => {
  const web = join(folder, 'web');
  cpSync('dist/web', web, { recursive: true });
  const environment = { WEB_ROOT: web, DATABASE_URL: `sqlite:${join(folder, 'rasd.db')}` };
  await serving.stop();
  expect(await serving.start(environment)).toBe(address);
  const page = await device.open();
  await install(page, 'teacher');
  const fromDevice = async () => (await page.reload())?.fromServiceWorker();
  expect(await fromDevice()).toBe(true);

  rmSync(join(web, 'worker.js'));
  await serving.stop();
  expect(await fromDevice()).toBe(true); // a server that does not answer proves nothing
  await serving.start(environment);
  expect(await fromDevice()).toBe(true);
  await page.getByRole('button', { name: 'التحديث الآن' }).click();
  await expect(page.getByText('إصدار جديد متاح')).toHaveCount(0);
  await expect(heading(page, 'الإعدادات')).toBeVisible();
  expect(await fromDevice()).toBe(false);
});

test('a student reads his assignments and his report without the server', async ({ device }) => {
  const page = await device.open();
  await install(page, 'student');
  const call = await newApiCaller(page, 'student');
  const [first] = await call<{ title: string }[]>('GET', '/assignments/student');
  await cacheScreen(page, '/assignments', page.getByText(first?.title ?? '', { exact: true }).first());
  await cacheScreen(page, '/reports', page.getByText('نسبة الحضور').first());
  await expect(page.getByRole('region', { name: /^مهمة / })).toBeVisible();
});
