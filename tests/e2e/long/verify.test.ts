import type { Page } from '@playwright/test';
import { expect, takeSession, test } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';

interface Issue {
  number: string;
  code: string;
}

async function issued(page: Page): Promise<Issue> {
  await takeSession(page, 'admin');
  const call = await callsOf(page, 'admin');
  const body = { batchName: 'دفعة القرآن الأولى 1445', studentId: '14450001' };
  return call<Issue>('POST', '/papers/issue', body);
}

const number = (page: Page) => page.getByRole('textbox', { name: 'رقم الوثيقة' });
const check = (page: Page) => page.getByRole('textbox', { name: 'رمز التحقق' });
const send = (page: Page) => page.getByRole('button', { name: 'تحقق من الوثيقة' }).click();
const arabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');

test('anybody with a paper can verify it by its number and check, without an account, also on a phone', async ({
  page,
  browser,
}) => {
  const { number: printed, code } = await issued(page);
  const stranger = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'ar' });
  const seen = await stranger.newPage();
  await seen.goto('/login');
  await seen.getByRole('link', { name: 'التحقق من وثيقة صادرة' }).click();
  await expect(seen).toHaveURL(/\/verify$/);
  await expect(seen.getByRole('heading', { name: 'التحقق من وثيقة' })).toBeVisible();

  // An empty or incomplete input is reported at the field, and no call is made.
  await send(seen);
  await expect(seen.getByText('اكتب رقم الوثيقة كاملاً كما في الورقة: السنة ثم العدد.')).toBeVisible();
  await number(seen).fill(printed);
  await check(seen).fill(code.slice(0, 9));
  await send(seen);
  await expect(check(seen)).toBeFocused();
  await expect(seen.getByText('رمز التحقق عشر خانات من الأرقام والحروف من A إلى F.')).toBeVisible();

  // A number with the check of another paper is not found.
  await check(seen).fill('0000000000');
  await send(seen);
  await expect(seen.getByRole('heading', { name: /لا توجد وثيقة بهذا الرقم/ })).toBeVisible();

  await number(seen).fill(arabic(printed.replace('-', ' ')));
  await check(seen).fill(`${arabic(code.slice(0, 5).toUpperCase())}-${code.slice(5, 10)}`);
  await send(seen);
  await expect(seen.getByRole('heading', { name: 'وثيقة صحيحة', exact: true })).toBeVisible();
  await expect(seen.getByText(printed, { exact: true })).toBeVisible();
  await seen.setViewportSize({ width: 360, height: 780 });

  // The address with both opens the same page; with one of them it shows the empty form, or no paper.
  await seen.goto(`/verify/${printed}/${code.slice(0, 10)}`);
  await expect(seen.getByRole('heading', { name: 'وثيقة صحيحة', exact: true })).toBeVisible();
  await seen.goto(`/verify/${printed}`);
  await expect(seen.getByRole('heading', { name: 'لا توجد وثيقة بهذا الرمز' })).toBeVisible();
  await seen.getByRole('link', { name: 'التحقق برقم الوثيقة ورمز التحقق' }).click();
  await expect(number(seen)).toHaveValue('');
  await stranger.close();
});

test('a withdrawn paper is shown as withdrawn, without any data of the student', async ({ page }) => {
  const { code } = await issued(page);
  const call = await callsOf(page, 'admin');
  await page.goto(`/verify/${code}`);
  await expect(page.getByText('14450001', { exact: true })).toBeVisible();
  const [paper] = await call<{ id: number }[]>('GET', '/papers/issued');
  await call('POST', `/papers/issued/${paper?.id}/withdraw`, { reason: 'صدرت بالخطأ' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'وثيقة ملغاة' })).toBeVisible();
  await expect(page.getByText('14450001', { exact: true })).toBeHidden();
  await expect(page.getByRole('table')).toBeHidden();
});
