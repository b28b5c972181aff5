import { expect, expectConsoleErrors, test } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, phoneViewport } from '../support/journey';

test.use({ viewport: desktopViewport });

const arabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');

test('a paper can be verified without an account, on a desktop by its number and on a phone by its code', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const paper = { batchName: 'دفعة القرآن الأولى 1445', studentId: '14450001' };
  const { number, code } = await call<{ number: string; code: string }>('POST', '/papers/issue', paper);

  await page.goto('/login');
  await page.getByRole('link', { name: 'التحقق من وثيقة صادرة' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByRole('heading', { name: 'التحقق من وثيقة' })).toBeVisible();
  const numberField = page.getByRole('textbox', { name: 'رقم الوثيقة' });
  const check = page.getByRole('textbox', { name: 'رمز التحقق' });
  const send = () => page.getByRole('button', { name: 'تحقق من الوثيقة' }).click();
  // An incomplete input shows an error at its field, and sends no call.
  await send();
  await expect(page.getByText('اكتب رقم الوثيقة كاملاً كما في الورقة: السنة ثم العدد.')).toBeVisible();
  await numberField.fill(number);
  await check.fill(code.slice(0, 9));
  await send();
  await expect(check).toBeFocused();
  await expect(page.getByText('رمز التحقق عشر خانات من الأرقام والحروف من A إلى F.')).toBeVisible();
  // A number with the check characters of another paper is not found.
  await check.fill('0000000000');
  await send();
  await expect(page.getByRole('heading', { name: /لا توجد وثيقة بهذا الرقم/ })).toBeVisible();
  await numberField.fill(arabic(number.replace('-', ' ')));
  await check.fill(`${arabic(code.slice(0, 5).toUpperCase())}-${code.slice(5, 10)}`);
  await send();
  await expect(page.getByRole('heading', { name: 'وثيقة صحيحة', exact: true })).toBeVisible();
  await expect(page.getByText(number, { exact: true })).toBeVisible();

  await page.setViewportSize(phoneViewport);
  await page.goto(`/verify/${number}/${code.slice(0, 10)}`);
  await expect(page.getByRole('heading', { name: 'وثيقة صحيحة', exact: true })).toBeVisible();
  await expect(page.getByText('14450001', { exact: true })).toBeVisible();
  const [issued] = await call<{ id: number }[]>('GET', '/papers/issued');
  await call('POST', `/papers/issued/${issued?.id}/withdraw`, { reason: 'صدرت بالخطأ' });
  await page.goto(`/verify/${code}`);
  await expect(page.getByRole('heading', { name: 'وثيقة ملغاة' })).toBeVisible();
  await expect(page.getByText('14450001', { exact: true })).toBeHidden();
  await expect(page.getByRole('table')).toBeHidden();
  // Half of a code matches no paper, and opens the empty form.
  await page.goto(`/verify/${number}`);
  await expect(page.getByRole('heading', { name: 'لا توجد وثيقة بهذا الرمز' })).toBeVisible();
  await page.getByRole('link', { name: 'التحقق برقم الوثيقة ورمز التحقق' }).click();
  await expect(numberField).toHaveValue('');
  expectConsoleErrors(consoleErrors, /404.*\/api\/verify\//);
});
