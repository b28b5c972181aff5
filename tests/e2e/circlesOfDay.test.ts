import { expect, signIn, test } from '../support/browserTest';
import { batchName, newCircle, today } from '../support/halaqaCircle';
import { desktopViewport } from '../support/journey';

test.use({ viewport: desktopViewport });

test('the circles of the day are visible to an admin, and one click opens a circle or its register', async ({
  page,
}) => {
  const fixture = await newCircle(page);
  const path = [batchName, fixture.subjectCode, today()].map(encodeURIComponent).join('/');
  await fixture.call('PUT', `/absences/${path}`, {
    absentStudents: [{ studentId: fixture.numbers[2], type: 'غياب بعذر' }],
    version: 0,
    circle_id: fixture.circle.id,
  });
  await fixture.call('POST', '/daily-records/save', {
    batchName,
    subjectCode: fixture.subjectCode,
    recordDate: today(),
    records: [{ studentId: fixture.numbers[0], kind: 'new', ranges: [{ from: '2:1', to: '2:5' }] }],
  });
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'حلقات اليوم' }).click();
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'تسميع حلقة «حلقة المغرب»' }) });
  await expect(card.getByRole('definition')).toHaveText(['1', '1', '1']);
  await expect(card.getByRole('link', { name: /تحضير حلقة/ })).toHaveText('حُضِّرت');
  await card.getByRole('link', { name: 'تسميع حلقة «حلقة المغرب»' }).click();
  await expect(page.getByRole('region', { name: /^في الانتظار/ }).getByRole('listitem')).toHaveCount(1);
  await page.goBack();
  await card.getByRole('link', { name: /تحضير حلقة/ }).click();
  await expect(page).toHaveURL(new RegExp(`/absences\\?.*circle_id=${fixture.circle.id}`));
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
  await expect(page.getByRole('row').getByRole('rowheader')).toHaveCount(3);
});
