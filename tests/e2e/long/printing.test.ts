import { expect, takeSession, test } from '../../support/browserTest';
import { readPdfLines } from '../../support/pdfText';

const range = { startDate: '2026-01-01', endDate: '2026-12-31' };
const link = `/reports?type=daily-range&batch_id=1&subject_code=QRN110-1&start_date=${range.startDate}&end_date=${range.endDate}&shown=1`;

test('the browser’s print of a long report has no more pages than its PDF', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto(link);
  const rows = page.locator('[data-report] table').first().getByRole('row');
  await expect(rows).toHaveCount(51);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect.poll(() => rows.count()).toBeGreaterThan(100);
  const printed = await readPdfLines(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));

  const login = await page.request.post('/api/auth/login', {
    data: { username: 'admin', password: 'rasd-demo' },
  });
  const { token } = (await login.json()) as { token: string };
  const response = await page.request.post('/api/papers', {
    headers: { Authorization: `Bearer ${token}` },
    data: { type: 'daily_range', batchName: 'دفعة القرآن الأولى 1445', subjectCode: 'QRN110-1', ...range },
  });
  expect(response.ok()).toBe(true);
  const paper = await readPdfLines(new Uint8Array(await response.body()));
  expect(paper.pages).toBeGreaterThan(2);
  expect(printed.pages).toBeLessThanOrEqual(paper.pages);
});
