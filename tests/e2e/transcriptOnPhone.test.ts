import { expect, signIn, test } from '../support/browserTest';
import { heading, openFromMenu, phoneViewport, pickFound } from '../support/journey';

test.use({ viewport: phoneViewport });

test('a teacher on a phone prints a transcript with number and code, and finds it among earlier reports and papers', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      const issue = document.querySelector('[data-issue]')?.textContent ?? '';
      document.body.setAttribute('data-printed', issue);
    };
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const picker = (label: string) => page.getByRole('combobox', { name: new RegExp(`^${label}`) });
  await signIn(page, 'teacher');
  await openFromMenu(page, 'التقارير', 'التقارير الأكاديمية');
  const type = page.getByRole('radio', { name: /^كشف درجات الطالب/ });
  await type.click();
  await expect(type).toBeChecked();
  await picker('الدفعة').click();
  await page.getByRole('option', { name: 'دفعة القرآن الأولى 1445' }).click();
  await pickFound(page, picker('الطالب'), '14450001');
  await button('توليد التقرير').click();
  const transcript = page.getByRole('region', { name: 'كشف درجات الطالب', exact: true });
  await expect(transcript.getByText('المعدل التراكمي')).toBeVisible();
  // A row looks like a card on a phone, but stays a table row for screen readers.
  await expect(transcript.getByRole('row', { name: /^الورد اليومي/ })).toBeVisible();
  await button('طباعة').click();
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    /رقم الوثيقة 20\d\d-\d{6}.*رمز التحقق\W*[0-9A-F]{5}-[0-9A-F]{5}.*\/verify\/[0-9a-f]{32}/,
  );
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phoneViewport.width);

  await page.getByRole('button', { name: 'المزيد' }).click();
  await page.getByRole('link', { name: 'بحث متقدم' }).click();
  await expect(page.getByRole('main').locator('[data-record]').first()).toContainText('كشف درجات الطالب');
  await page.getByRole('button', { name: 'المزيد' }).click();
  await page.getByRole('link', { name: 'الوثائق الصادرة' }).click();
  await expect(heading(page, 'الوثائق الصادرة')).toBeVisible();
});
