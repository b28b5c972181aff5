import type { Locator, Page } from '@playwright/test';
import type { Circle } from '../../contract/circles';
import type { DailyRecord } from '../../contract/dailyRecords';
import { findingsInBoth, findingsOnPhone, isShown } from '../support/accessible';
import { expect, takeSession, test, toast } from '../support/browserTest';
import { type CallAs, callsOf } from '../support/callsOf';
import { daysAgo } from '../support/memorisation';

test.use({ viewport: { width: 360, height: 740 } });

const batchName = 'دفعة القرآن الأولى 1445';
const numbers = ['77000001', '77000002', '77000003'];
const names = ['أنس', 'بلال', 'تميم'];
const today = () => daysAgo(0);

interface Made {
  call: CallAs;
  circle: Circle;
  /** The screen with the circle chosen. */
  address: string;
  subjectCode: string;
  records: () => Promise<DailyRecord[]>;
}

/** A circle of three new students that meets each day, with a lesson of a page and the revision of the last two juz. */
async function newCircle(page: Page): Promise<Made> {
  const call = await callsOf(page, 'admin');
  const query = new URLSearchParams({
    filter: JSON.stringify({ base_subject_code: 'QRN110', batch_id: 1 }),
    range: '[0,0]',
    sort: '["id","ASC"]',
  });
  const [subject] = await call<{ subject_code: string }[]>('GET', `/subjects?${query}`);
  const subjectCode = subject?.subject_code ?? '';
  for (const [at, student_id] of numbers.entries())
    await call('POST', '/students', {
      student_id,
      first_name: names[at],
      second_name: 'سعد',
      last_name: 'الجديد',
      national_id: `10770000${at}0`,
      batch_id: 1,
    });
  const circle = await call<Circle>('POST', '/circles', {
    subject_code: subjectCode,
    name: 'حلقة المغرب',
    days: [0, 1, 2, 3, 4, 5, 6],
  });
  await call('PUT', `/circles/${circle.id}/members`, { student_ids: numbers, date: today() });
  await call('PUT', `/circles/${circle.id}/plan`, {
    direction: 'from_baqarah',
    start: '2:1',
    amount: { unit: 'page', value: 1 },
    new_days: [0, 1, 2, 3, 4, 5, 6],
    revision_days: [0, 1, 2, 3, 4, 5, 6],
    begin: today(),
  });
  for (const student of numbers)
    await call('PUT', `/hifz/${student}/prior`, {
      ranges: [{ from: '67:1', to: '114:6', date: daysAgo(40), strength: 4 }],
    });
  const chosen = new URLSearchParams({
    batch_id: '1',
    subject_code: subjectCode,
    circle_id: String(circle.id),
  });
  const path = [batchName, subjectCode, today()].map(encodeURIComponent).join('/');
  return {
    call,
    circle,
    subjectCode,
    address: `/halaqa?${chosen}`,
    records: async () =>
      (
        await call<{ records: DailyRecord[] }>(
          'GET',
          `/daily-records/${path}?kind=all&circle_id=${circle.id}`,
        )
      ).records.filter(({ version }) => version > 0),
  };
}

async function openCircle(page: Page, { address }: Made): Promise<void> {
  await takeSession(page, 'admin');
  await page.goto(address);
  await isShown(page);
}

const pupil = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name} سعد الجديد،`) });
const panel = (page: Page, name: string) => page.getByRole('region', { name: `تسميع «${name} سعد الجديد»` });
const save = (of: Locator) => of.getByRole('button', { name: /^حفظ: / });

test('a task without faults takes at most four taps with all its kinds, and the next student follows', async ({
  page,
}) => {
  const made = await newCircle(page);
  await openCircle(page, made);
  expect(await findingsInBoth(page), 'the students of a circle').toEqual([]);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await tap(pupil(page, 'أنس'));
  const first = panel(page, 'أنس');
  await expect(first.getByRole('tab', { name: /^حفظ جديد/ })).toHaveAttribute('aria-selected', 'true');
  await expect(first.getByRole('button', { name: 'تغيير المقدار: البقرة 1-5' })).toBeVisible();
  await expect(save(first)).toHaveText('حفظ: أُجيز، ممتاز');
  expect(await findingsInBoth(page), 'the hearing of a student').toEqual([]);
  expect(await findingsOnPhone(page), 'the hearing of a student on a phone').toEqual([]);
  await tap(save(first));
  await expect(first.getByRole('tab', { name: /^مراجعة بعيدة/ })).toHaveAttribute('aria-selected', 'true');
  await tap(save(first));
  await expect(panel(page, 'بلال')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(4);

  const stored = await made.records();
  expect(stored.map(({ kind, result, performanceLevel }) => [kind, result, performanceLevel])).toEqual([
    ['new', 'accepted', 'ممتاز'],
    ['far', 'accepted', 'ممتاز'],
  ]);
  expect(stored[0]?.ranges).toEqual([{ from: '2:1', to: '2:5' }]);
  await page.goBack();
  await expect(page.getByRole('region', { name: /^سُمّع لهم/ }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('region', { name: /^ينتظرون/ }).getByRole('listitem')).toHaveCount(2);
});

test('a fault is put on its ayah and the last one is taken back, the result follows, and what is typed outlives a reload', async ({
  page,
}) => {
  const made = await newCircle(page);
  await openCircle(page, made);
  await pupil(page, 'أنس').click();
  const hearing = panel(page, 'أنس');
  await hearing.getByRole('button', { name: /^فتح، العدد 0/ }).click();
  await hearing.getByRole('button', { name: 'تحديد آية آخر خطأ: فتح' }).click();
  await page
    .getByRole('dialog', { name: 'آية الخطأ: فتح' })
    .getByRole('button', { name: 'البقرة 3', exact: true })
    .click();
  await expect(hearing.getByRole('status')).toHaveText('آخر خطأ: فتح، البقرة 3');
  await hearing.getByRole('button', { name: /^لحن جلي، العدد 0/ }).click();
  await expect(save(hearing)).toHaveText(/جيد$/);
  await hearing.getByRole('button', { name: 'التراجع عن آخر خطأ: لحن جلي' }).click();
  await expect(save(hearing)).toHaveText('حفظ: أُجيز، جيد جداً');
  await hearing.getByRole('button', { name: 'تغيير المقدار: البقرة 1-5' }).click();
  await page
    .getByRole('dialog', { name: /^مقدار/ })
    .getByRole('button', { name: 'البقرة 4', exact: true })
    .click();
  await expect(hearing.getByRole('button', { name: 'تغيير المقدار: البقرة 1-4' })).toBeVisible();

  await page.reload();
  await expect(hearing.getByRole('status')).toHaveText('آخر خطأ: فتح، البقرة 3');
  await hearing.getByRole('button', { name: 'يُعاد' }).click();
  await expect(save(hearing)).toHaveText(/^حفظ: يُعاد/);
  await save(hearing).click();
  await expect(toast(page, 'حُفظ تسميع «أنس سعد الجديد»: حفظ جديد')).toBeVisible();
  const [stored] = await made.records();
  expect(stored).toMatchObject({
    kind: 'new',
    result: 'repeat',
    ranges: [{ from: '2:1', to: '2:4' }],
    faults: [{ kind: 'prompt', ayah: '2:3', count: 1 }],
  });
});

test('a long press records an absence in the register of the circle, which the toast takes back', async ({
  page,
}) => {
  const made = await newCircle(page);
  await openCircle(page, made);
  const absent = page.getByRole('region', { name: /^غائبون/ }).getByRole('listitem');
  const box = await pupil(page, 'بلال').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await expect(toast(page, 'سُجّل غياب «بلال سعد الجديد»')).toBeVisible();
  await page.mouse.up();
  await expect(absent).toHaveText(/بلال/);
  await expect(panel(page, 'بلال')).toBeHidden();
  await toast(page, 'سُجّل غياب').getByRole('button', { name: 'تراجع' }).click();
  await expect(absent).toHaveCount(0);

  await page.getByRole('button', { name: 'حضور «تميم سعد الجديد»' }).click();
  await page.getByRole('menuitem', { name: 'غائب بعذر' }).click();
  await expect(toast(page, 'سُجّل غياب «تميم سعد الجديد»')).toBeVisible();
  await expect(absent).toHaveText(/تميم/);
  const path = [batchName, made.subjectCode, today()].map(encodeURIComponent).join('/');
  const { absences } = await made.call<{ absences: { studentId: string; type: string }[] }>(
    'GET',
    `/absences/${path}?circle_id=${made.circle.id}`,
  );
  expect(absences.map(({ studentId, type }) => [studentId, type])).toEqual([['77000003', 'غياب بعذر']]);
});

test('a hearing whose answer was lost stays on the screen, outlives a reload, and is stored once when it is sent again', async ({
  page,
  complaints,
}) => {
  const made = await newCircle(page);
  await openCircle(page, made);
  await pupil(page, 'أنس').click();
  const hearing = panel(page, 'أنس');
  const keys: (string | undefined)[] = [];
  await page.route('**/api/daily-records/save', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The server does it; only its answer is lost.
    if (keys.length === 1) await route.fetch().then(() => route.abort());
    else await route.continue();
  });
  await save(hearing).click();
  await expect(hearing.getByText(/محفوظ على هذا الجهاز/)).toBeVisible();
  await page.reload();
  await hearing.getByRole('button', { name: 'إرسال مرة أخرى' }).click();
  await expect(toast(page, 'حُفظ تسميع «أنس سعد الجديد»: حفظ جديد')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  const stored = await made.records();
  expect(stored.map(({ kind, version }) => [kind, version])).toEqual([['new', 1]]);
  expect(complaints.splice(0).every((line) => line.includes('ERR_FAILED'))).toBe(true);
});

test('whoever oversees sees the circles of the day at a glance, and one tap leads to the circle or to its register', async ({
  page,
}) => {
  const made = await newCircle(page);
  const path = [batchName, made.subjectCode, today()].map(encodeURIComponent).join('/');
  await made.call('PUT', `/absences/${path}`, {
    absentStudents: [{ studentId: numbers[2], type: 'غياب بعذر' }],
    version: 0,
    circle_id: made.circle.id,
  });
  await made.call('POST', '/daily-records/save', {
    batchName,
    subjectCode: made.subjectCode,
    recordDate: today(),
    records: [{ studentId: numbers[0], kind: 'new', ranges: [{ from: '2:1', to: '2:5' }] }],
  });
  await takeSession(page, 'admin');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'حلقات اليوم' }).click();
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'تسميع حلقة «حلقة المغرب»' }) });
  await expect(card.getByRole('definition')).toHaveText(['1', '1', '1']);
  await expect(card.getByRole('link', { name: /تحضير حلقة/ })).toHaveText('حُضِّرت');
  expect(await findingsInBoth(page), 'the circles of a day').toEqual([]);
  await card.getByRole('link', { name: 'تسميع حلقة «حلقة المغرب»' }).click();
  await expect(page.getByRole('region', { name: /^ينتظرون/ }).getByRole('listitem')).toHaveCount(1);
  await page.goBack();
  await card.getByRole('link', { name: /تحضير حلقة/ }).click();
  await expect(page).toHaveURL(new RegExp(`/absences\\?.*circle_id=${made.circle.id}`));
});
