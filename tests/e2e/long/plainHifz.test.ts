import type { Student } from '../../../contract/students/students';
import { navigate } from '../../support/accessible';
import { expect, expectConsoleErrors, signIn, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

test.use({ serverEnvironment: { PLAIN_API: '1' } });

const notHere = 'هذه الشاشة غير متاحة على هذا الخادم';

test('on a server without memorisation, the memorisation screens show a message, have no links and send no calls', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const filter = new URLSearchParams({ range: '[0,0]', sort: '["id","ASC"]' });
  const [student] = await call<Student[]>('GET', `/students?${filter}`);
  const [subject] = await call<{ id: number }[]>(
    'GET',
    `/subjects?${new URLSearchParams({ filter: JSON.stringify({ base_subject_code: 'QRN110' }), range: '[0,0]' })}`,
  );
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(hifz|circles|sard)\b|\/plan$/.test(pathname)) paths.push(pathname);
  });
  await signIn(page, 'admin');
  const main = page.getByRole('main');
  const hifzLinks = page.locator('a[href*="/halaqa"], a[href*="/reports/week"]');

  for (const address of ['/halaqa', '/halaqa/overview', `/reports/week?student=${student?.student_id}`]) {
    await navigate(page, address);
    await expect(main.getByText(notHere)).toBeVisible();
  }
  for (const address of [
    '/dashboard',
    '/daily-records',
    '/settings',
    `/students/${student?.id}/show`,
    `/batches/${student?.batch_id}/show`,
    `/subjects/${subject?.id}?tab=circles`,
  ]) {
    await navigate(page, address);
    await expect(hifzLinks).toHaveCount(0);
    for (const word of ['خريطة الحفظ', 'المحفوظ من الأجزاء', 'خطة الحفظ', 'اختبارات السرد'])
      await expect(main.getByText(word), `${word} on ${address}`).toHaveCount(0);
  }
  expect(paths).toEqual([]);
  // The browser logs each 404 response of this server.
  expectConsoleErrors(consoleErrors, /404.*\/api\//);
});
