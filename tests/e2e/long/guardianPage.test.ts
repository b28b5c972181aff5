import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { newApiCaller } from '../../support/apiCaller';
import { expect, takeSession, test, toast, watch } from '../../support/browserTest';
import { phoneViewport } from '../../support/journey';
import { readPdfLines } from '../../support/pdfText';

/** The address of the slip has two lines if it is long. */
async function readSlip(file: string) {
  const { lines } = await readPdfLines(new Uint8Array(readFileSync(file)));
  const text = lines.map(({ items }) => items.join(' ')).join('\n');
  return {
    text,
    code: /\/g\/([a-z2-9]{26})/.exec(text.replaceAll(/\s/g, ''))?.[1] ?? '',
    pin: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  };
}

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const width = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [...violations.map(({ id }) => id), ...(width > 0 ? ['scrolls sideways'] : [])];
}

test('an admin prints the slips of a batch, and a guardian opens his page on a phone without scripts', async ({
  page,
  browser,
  address,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const [program] = await call<{ program_id: string }[]>('GET', '/programs?range=[0,0]');
  const { id: batchId } = await call<{ id: number }>('POST', '/batches', {
    batch_name: 'دفعة البطاقات',
    program_id: program?.program_id,
  });
  const student = await call<{ id: number; first_name: string }>('POST', '/students', {
    student_id: '14479901',
    national_id: '1099990001',
    first_name: 'يوسف',
    last_name: 'الراشد',
    batch_id: batchId,
  });
  await call('POST', `/students/${student.id}/guardians`, {
    relation: 'father',
    name: 'صالح',
    phone: '0551234567',
    consent_on: '2020-01-01',
  });

  await takeSession(page, 'admin');
  await page.goto(`/batches/${batchId}/show`);
  await page.getByRole('button', { name: 'روابط أولياء الأمور' }).click();
  await expect(page.getByText('سيُنشأ: رابط واحد')).toBeVisible();
  await page.getByRole('button', { name: 'إنشاء الروابط' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تنزيل البطاقات' }).click();
  const slip = await readSlip(await (await download).path());
  expect(slip).toMatchObject({
    code: expect.stringMatching(/^.{26}$/),
    pin: expect.stringMatching(/^\d{6}$/),
  });
  await expect(page.getByText('نُزّلت البطاقات')).toBeVisible();
  await page.getByRole('button', { name: 'إغلاق' }).click();
  await expect(toast(page, /رابط واحد/)).toBeVisible();

  const context = await browser.newContext({
    baseURL: address,
    viewport: phoneViewport,
    locale: 'ar',
    javaScriptEnabled: false,
  });
  const phone = await context.newPage();
  watch(phone, consoleErrors);
  await phone.goto(`/g/${slip.code}`);
  await phone.getByLabel('الرقم السري').fill(slip.pin);
  await phone.getByRole('button', { name: 'فتح الصفحة' }).click();
  await expect(phone.getByRole('heading', { level: 2, name: student.first_name })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'الحضور' })).toBeVisible();
  expect(await phone.title()).toBe('صفحة ولي الأمر');
  await phone.getByRole('link', { name: 'English' }).click();
  await expect(phone.getByRole('heading', { name: 'Attendance' })).toBeVisible();

  // axe needs scripts, so it checks the page in a browser that runs them.
  const withScripts = await browser.newContext({
    baseURL: address,
    viewport: { width: 360, height: 740 },
    locale: 'ar',
    storageState: await context.storageState(),
  });
  const checked = await withScripts.newPage();
  watch(checked, consoleErrors);
  for (const colorScheme of ['light', 'dark'] as const) {
    await checked.emulateMedia({ colorScheme });
    for (const path of [`/g/${slip.code}`, `/g/${slip.code}?lang=en`]) {
      await checked.goto(path);
      expect(await findViolations(checked), `${path} ${colorScheme}`).toEqual([]);
    }
  }
  expect(await checked.evaluate(() => document.scripts.length)).toBe(0);

  await phone.getByRole('button', { name: 'Close the page on this device' }).click();
  await expect(phone.getByLabel('PIN')).toBeVisible();
  await context.close();
  await withScripts.close();
});
