import { expect, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { daysAgo } from '../../support/memorisation';

test('the map of a batch leads an admin to the week of a circle, with a row for each student', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  interface Card {
    subjects: { circles: { id: number; name: string }[] }[];
  }
  const { subjects } = await call<Card>('GET', '/batches/1/card');
  const [circle] = subjects.flatMap(({ circles }) => circles);
  const sheets = await call<{ name: string }[]>('GET', `/circles/${circle?.id}/week?from=${daysAgo(6)}`);
  expect(sheets.length).toBeGreaterThan(2);
  await takeSession(page, 'admin');
  await page.goto(`/batches/1/show?circle_id=${circle?.id}`);
  await page.getByRole('link', { name: 'الورقة الأسبوعية' }).click();
  const report = page.getByRole('region', { name: 'الورقة الأسبوعية للحلقة' });
  await expect(report).toContainText(circle?.name ?? '');
  const table = report.getByRole('table', { name: 'الطلاب' });
  for (const { name } of sheets) await expect(table).toContainText(name);
});
