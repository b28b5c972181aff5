import type { Page } from '@playwright/test';
import { expect, takeSession, test, toast } from '../support/browserTest';
import { desktopViewport, openFromMenu } from '../support/journey';
import { registerAddress } from '../support/outbox';

test.use({ viewport: desktopViewport });

test('a register or record saved in one tab is no longer unsaved in the other tab of the teacher', async ({
  page,
  context,
}) => {
  const unsaved = (tab: Page) => tab.getByText(/غير محفوظ/);
  await takeSession(page, 'teacher');
  await page.goto(registerAddress);
  await page.getByRole('checkbox', { name: /غائب$/ }).first().check();
  await expect(unsaved(page)).toBeVisible();
  const otherPage = await context.newPage();
  await otherPage.goto(registerAddress);
  await expect(unsaved(otherPage)).toBeVisible();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
  await expect(unsaved(otherPage)).toHaveCount(0);
  await expect(otherPage.getByText('حُضِّر، غائب واحد')).toBeVisible();

  const notes = (tab: Page) => tab.locator('[data-row]').first().getByLabel('ملاحظات،', { exact: false });
  const save = (tab: Page) => tab.getByRole('button', { name: 'حفظ السجلات' });
  await openFromMenu(page, 'لوحة التحكم');
  const recordsLink = page
    .getByRole('region', { name: 'اليوم' })
    .getByRole('link', { name: /^السجلات اليومية/ });
  const address = (await recordsLink.first().getAttribute('href')) ?? '';
  await recordsLink.first().click();
  await notes(page).fill('كُتب في النافذة الأولى');
  await otherPage.goto(address);
  await expect(notes(otherPage)).toHaveValue('كُتب في النافذة الأولى');
  await expect(save(otherPage)).toBeEnabled();
  await save(page).click();
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
  await expect(save(otherPage)).toBeDisabled();
  await expect(notes(otherPage)).toHaveValue('كُتب في النافذة الأولى');
  await otherPage.close();
});
