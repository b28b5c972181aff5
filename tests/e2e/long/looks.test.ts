import { navigate } from '../../support/accessible';
import { expect, expectConsoleErrors, test } from '../../support/browserTest';
import { cell, edit, grid, open } from '../../support/gradeSheet';

test('an invalid mark keeps its minus sign, a chart fits a phone, and a proposed portion fits the narrowest screen', async ({
  page,
  consoleErrors,
}) => {
  await test.step('the minus sign of an invalid mark stays on its left, and its tooltip does not cover the next cell', async () => {
    await open(page);
    await edit(page);
    await page.keyboard.type('-1');
    const field = grid(page).getByRole('textbox');
    expect(await field.evaluate((input) => getComputedStyle(input).direction)).toBe('ltr');
    await page.keyboard.press('Enter');
    await cell(page, 1, 0).hover();
    const reason = page.getByRole('tooltip');
    await expect(reason).toHaveText('المشاركة يجب أن تكون رقماً موجباً');
    const [reasonBox, next] = [await reason.boundingBox(), await cell(page, 2, 0).boundingBox()];
    expect((reasonBox?.y ?? 0) + (reasonBox?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
    expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
    await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'ترك التغييرات' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the chart of the letters is completely visible, and the cards of a class are not too long', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await navigate(page, '/reports?type=subject-sheet&batch_id=1&subject_code=QRN101-1&shown=1');
    const report = page.getByRole('region', { name: 'كشف درجات المادة', exact: true });
    const chart = report.locator('figure');
    await expect(chart.getByRole('listitem').getByText('لم يجتز')).toBeVisible();
    expect(
      await chart.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
    const rows = report.getByRole('table').first().getByRole('rowheader');
    await expect(rows).toHaveCount(15);
    // A regression made the page 11,272 pixels high.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5_000);
    const card = rows.first().locator('..');
    // A regression made a card 400 pixels high. A long name needs one line more than a short one.
    expect((await card.boundingBox())?.height).toBeLessThan(240);
    await report.getByRole('button', { name: /^عرض/ }).click();
    await expect(rows).toHaveCount(28);
  });

  await test.step('a proposed portion fits its chip', async () => {
    await page.setViewportSize({ width: 320, height: 740 });
    await navigate(page, '/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2');
    const card = page.locator('[data-row]').first();
    await expect(card).toBeVisible();
    await card.getByRole('button').first().click();
    const chip = page.locator('[data-action="carryOn"]').first();
    await expect(chip).toBeVisible();
    const overflow = await chip.evaluate((box) => {
      const label = box.querySelector('.MuiChip-label');
      if (!label) return null;
      const [outer, inner] = [box.getBoundingClientRect(), label.getBoundingClientRect()];
      return Math.max(
        inner.bottom - outer.bottom,
        outer.top - inner.top,
        outer.left - inner.left,
        label.scrollWidth - label.clientWidth,
      );
    });
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
