import type { Page } from '@playwright/test';
import { type ApiCaller, newApiCaller } from '../../support/apiCaller';
import { expect } from '../../support/browserTest';
import { countStoredBytes, deviceNotice, install, test } from '../../support/device';
import { daysAgo } from '../../support/memorisation';

const studentCount = 40;
const daysBack = 14;
const teacher = 'eight';
const subjectCodes = Array.from({ length: 8 }, (_, index) => `OFF${index}`);
const everyDay = [0, 1, 2, 3, 4, 5, 6];

interface Offering {
  subject_code: string;
  batch_id: number;
  type: string;
}

const isDaily = ({ type }: Offering) => type === 'تقييد يومي';

/** A batch of 40 students with four subjects of daily records and four with marks, all of one teacher. */
async function newEightOfferings(call: ApiCaller): Promise<void> {
  const batch_name = 'دفعة الثمان 1448';
  const batch = await call<{ id: number }>('POST', '/batches', { batch_name, program_id: 'QRN' });
  const numbers: string[] = [];
  for (let index = 0; index < studentCount; index += 1) {
    const { student_id } = await call<{ student_id: string }>('POST', '/students', {
      first_name: 'عبدالرحمن',
      second_name: 'عبدالعزيز',
      last_name: `القحطاني ${index}`,
      national_id: String(1_880_000_001 + index),
      batch_id: batch.id,
    });
    numbers.push(student_id);
  }
  const { id: teacher_id } = await call<{ id: number }>('POST', '/users', {
    username: teacher,
    name: 'معلم الثمان',
    role: 'teacher',
    password: 'rasd-demo',
  });
  const offerings: Offering[] = [];
  for (const [index, subject_code] of subjectCodes.entries())
    offerings.push(
      await call<Offering>('POST', '/subjects', {
        subject_code,
        name: `مادة الثمان ${index}`,
        type: index < 4 ? 'تقييد يومي' : 'مادة',
        batch_id: batch.id,
      }),
    );
  await call('POST', '/subject-teachers/many', {
    subject_codes: offerings.map(({ subject_code }) => subject_code),
    teacher_id,
  });
  for (const offering of offerings) {
    const { subject_code: subjectCode } = offering;
    if (isDaily(offering)) await newFullCircle(call, subjectCode, teacher_id, numbers);
    else
      await call('POST', '/grades/save', {
        batchName: batch_name,
        subjectCode,
        grades: numbers.map((studentId, index) => ({ studentId, testGrade: index })),
      });
    for (let days = 0; days <= daysBack; days += 1)
      await saveDay(call, { ...offering, batch_name }, daysAgo(days), numbers);
  }
}

async function newFullCircle(call: ApiCaller, subject_code: string, teacher_id: number, numbers: string[]) {
  const circle = await call<{ id: number }>('POST', '/circles', {
    subject_code,
    name: `حلقة ${subject_code}`,
    days: everyDay,
    teacher_id,
  });
  await call('PUT', `/circles/${circle.id}/members`, { student_ids: numbers, date: daysAgo(daysBack) });
  await call('PUT', `/circles/${circle.id}/plan`, {
    direction: 'from_baqarah',
    start: '2:1',
    amount: { unit: 'page', value: 1 },
    new_days: everyDay,
    revision_days: everyDay,
    begin: daysAgo(daysBack),
  });
}

/** Saves the register, and the records of a subject with daily records. */
async function saveDay(
  call: ApiCaller,
  offering: Offering & { batch_name: string },
  date: string,
  numbers: readonly string[],
) {
  const { batch_name: batchName, subject_code: subjectCode } = offering;
  await call('PUT', `/absences/${[batchName, subjectCode, date].map(encodeURIComponent).join('/')}`, {
    absentStudents: numbers.slice(0, 4).map((studentId) => ({ studentId, type: 'غياب بعذر', notes: 'سفر' })),
    version: 0,
  });
  if (!isDaily(offering)) return;
  await call('POST', '/daily-records/save', {
    batchName,
    subjectCode,
    recordDate: date,
    records: numbers.slice(4).map((studentId, index) => ({
      studentId,
      recordContent: `من الآية ${index} إلى الآية ${index + 5}`,
      pagesCount: 1.5,
      performanceLevel: 'جيد جداً',
      mistakesCount: index % 4,
    })),
  });
}

/** Waits for the prefetch without waiting for its pauses. */
async function waitForPrefetch(page: Page, offerings: readonly Offering[]) {
  const last = offerings.at(-1);
  const lastPart = last && isDaily(last) ? 'daily-records' : 'absences';
  let isLoaded = false;
  page.on('response', (response) => {
    const path = decodeURIComponent(new URL(response.url()).pathname);
    if (path.startsWith(`/api/${lastPart}/`) && path.endsWith(`/${last?.subject_code}/${daysAgo(daysBack)}`))
      isLoaded = true;
  });
  await page.clock.install();
  await page.reload();
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward(30_000);
  await expect
    .poll(() => page.clock.fastForward(500).then(() => isLoaded), { intervals: [50], timeout: 120_000 })
    .toBe(true);
  await page.waitForLoadState('networkidle');
}

test('eight offerings of forty students that were never opened are readable without the server, in at most two megabytes', async ({
  page: office,
  device,
  appServer,
}) => {
  await newEightOfferings(await newApiCaller(office, 'admin'));
  const call = await newApiCaller(office, teacher);
  // The first offerings in the order of the chooser are prefetched.
  const range = new URLSearchParams({ range: '[0,7]' });
  const offerings = await call<Offering[]>('GET', `/choices?${range}`);
  expect(offerings.map(({ subject_code }) => subject_code.slice(0, 4))).toEqual(subjectCodes);
  const firstPage = await device.open();
  await install(firstPage, teacher);
  await waitForPrefetch(firstPage, offerings);
  expect(await countStoredBytes(firstPage)).toBeLessThan(2_000_000);
  await appServer.stop();
  await device.close();

  const page = await device.open();
  const expectScreen = async (path: string, row: string) => {
    await page.goto(path);
    await expect(page.locator(row).first()).toBeVisible();
    await expect(deviceNotice(page)).toContainText(/آخر قراءة من الخادم: .*\d{1,2}:\d{2}/);
    await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
    await expect(page.getByText(/تعذّر/)).toHaveCount(0);
  };
  await expectScreen('/dashboard', 'main article');
  for (const offering of offerings) {
    const query = new URLSearchParams({
      batch_id: String(offering.batch_id),
      subject_code: offering.subject_code,
    });
    await expectScreen(`/absences?${query}&date=${daysAgo(daysBack)}`, '[data-student]');
    if (isDaily(offering)) {
      await expectScreen(`/daily-records?${query}&date=${daysAgo(daysBack)}`, '[data-row]');
      await expectScreen(`/halaqa?${query}`, 'main section > ul > li > button');
    } else await expectScreen(`/grades?${query}`, '[role=rowheader]');
  }
});
