import { navigate } from '../../support/accessible';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { cell, edit, grid, open } from '../../support/gradeSheet';

test('Ctrl+S saves marks and a register, and ? lists the shortcuts outside of input fields', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { batch_name } = await call<{ batch_name: string }>('GET', '/batches/1');
  const sheet = `/grades/${encodeURIComponent(batch_name)}/QRN102-1`;
  await open(page);
  await edit(page);
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 0)).toBeFocused();
  // A key of an Arabic keyboard opens the cell, and its letter, the sign of absence, arrives in the field.
  await page.keyboard.press('F2');
  await grid(page).getByRole('textbox').fill('غ');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 0)).toHaveText('');
  await expect(cell(page, 2, 0)).not.toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'تم حفظ الدرجات')).toBeVisible();
  const stored = await call<{ participationGrade: number | null }[]>('GET', sheet);
  expect(stored.slice(0, 2).map(({ participationGrade }) => participationGrade)).toEqual([9, null]);

  await navigate(page, '/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-10');
  await expect(page.getByText('لم يُحضَّر بعد')).toBeVisible();
  await page
    .getByRole('checkbox', { name: / غائب$/ })
    .first()
    .check();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'تم حفظ الغياب بنجاح')).toBeVisible();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();

  const list = page.getByRole('dialog', { name: 'اختصارات لوحة المفاتيح' });
  await page.getByRole('searchbox').press('?');
  await expect(list).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(list.getByText('حفظ التغييرات')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
});

test('the focused element is never hidden under the bar of unsaved changes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await takeSession(page, 'admin');
  for (const route of ['/settings/institute', '/students/1', '/users/2']) {
    await page.goto(route);
    const field = page.getByRole('main').getByRole('textbox').first();
    await expect(field).toHaveValue(/.+/);
    await field.fill('قيمة جديدة');
    await expect(page.getByText(/غير محفوظ/)).toBeVisible();
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement;
        const bar = [...document.querySelectorAll('.no-print')].find(
          (one) => getComputedStyle(one).position === 'sticky',
        );
        if (!focused || !bar || bar.contains(focused) || !focused.closest('form')) return null;
        const [at, from] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
        return at.bottom > from.top ? `${focused.tagName} ${focused.getAttribute('name')}` : null;
      });
      expect(hidden, route).toBeNull();
    }
  }
});

test('the skip link leads to content below the bar, and the account menu begins at its first entry', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await takeSession(page, 'admin');
  await page.goto('/students');
  await expect(page.getByRole('cell').first()).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  const readTop = async () => (await heading.boundingBox())?.y ?? 0;
  const topBefore = await readTop();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'تخطَّ إلى المحتوى' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  expect(await readTop()).toBe(topBefore);
  // From the middle of the list, the first control of the screen is below the bar too.
  await page.evaluate(() => scrollTo(0, 400));
  await page.keyboard.press('Tab');
  const bar = await page.getByRole('banner').boundingBox();
  const focusedTop = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
  expect(await focusedTop()).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));

  const account = page.getByRole('button', { name: /^حساب / });
  await account.focus();
  await page.keyboard.press('Enter');
  const firstEntry = page.getByRole('menuitem').first();
  await expect(firstEntry).toBeFocused();
  await expect(firstEntry).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await expect(account).toHaveCSS('outline-style', 'solid');
});
