import { newApiCaller } from '../../support/apiCaller';
import { expect, takeSession, test } from '../../support/browserTest';

// The server starts with an empty institute.
test.use({ serverEnvironment: { ADMIN_PASSWORD: 'rasd-demo' } });

interface Sample {
  file: string;
  kind: string;
  figures: [imported: number, updated: number, failed: number];
  /** A further message of the summary. */
  sentence?: string;
  /** Line numbers that the summary lists. */
  lines?: number[];
}

const files: Sample[] = [
  { file: 'programs', kind: 'البرامج', figures: [5, 0, 0] },
  { file: 'batches', kind: 'الدفعات', figures: [8, 0, 0] },
  { file: 'subjects', kind: 'المواد', figures: [24, 0, 0] },
  { file: 'students', kind: 'الطلاب', figures: [120, 0, 0] },
  { file: 'students', kind: 'الطلاب', figures: [0, 120, 0], sentence: 'بلا تغيير' },
  { file: 'grades', kind: 'الدرجات', figures: [360, 0, 0], sentence: 'تنبيهان', lines: [47, 262] },
  {
    file: 'grades-coursework-final',
    kind: 'الدرجات',
    figures: [53, 1, 6],
    sentence: 'وخطأ آخر',
    lines: [17, 24, 31, 38, 43],
  },
  { file: 'students-english-headers', kind: 'الطلاب', figures: [40, 0, 0] },
  { file: 'students-windows1256', kind: 'الطلاب', figures: [30, 0, 0] },
  {
    file: 'students-messy',
    kind: 'الطلاب',
    // Two rows have one national id under two names, so they wait for an answer.
    figures: [46, 1, 11],
    sentence: 'و6 أخطاء أخرى',
    lines: [14, 15, 16, 18, 19],
  },
];
const unusable = [
  ['empty.csv', 'الملف فارغ أو لا يحتوي على بيانات'],
  // This file stands between two files with the same message, so that the test sees each message appear.
  ['not-a-csv.txt', 'يجب أن يكون الملف بصيغة CSV'],
  ['headers-only.csv', 'الملف فارغ أو لا يحتوي على بيانات'],
] as const;

test('all sample files can be imported into an empty institute, each with the documented stats', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/import');
  const dialog = page.getByRole('dialog');
  const press = (name: string | RegExp) => dialog.getByRole('button', { name }).last().click();
  const readFigures = async () => (await dialog.locator('dl dd.figure').allTextContents()).map(Number);
  // The page has a file input, and the dialog has another one.
  const choose = (file: string) => page.getByTestId('file').last().setInputFiles(`tests/data/import/${file}`);

  for (const [file, sentence] of unusable) {
    await choose(file);
    await expect(dialog.getByText(sentence, { exact: true })).toBeVisible();
  }
  await press('إغلاق');
  await expect(dialog).toBeHidden();

  for (const { file, kind, figures, sentence, lines } of files)
    await test.step(`${file}.csv: ${figures.join(' / ')}`, async () => {
      const choice = page.getByRole('radio', { name: new RegExp(`^${kind}`) });
      await choice.click();
      await expect(choice).toBeChecked();
      await choose(`${file}.csv`);
      await press('التالي');
      // The preview shows refused rows before anything is written.
      await expect
        .poll(async () => {
          const [fresh, changed = 0, unchanged = 0, wrong] = await readFigures();
          return [fresh, changed + unchanged, wrong];
        })
        .toEqual(figures);
      if (figures[2] > 0) {
        // The server has also refused its rows before the user chooses.
        await expect(dialog.getByRole('heading', { name: `صفوف مرفوضة ${figures[2]}` })).toBeVisible();
        await dialog.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
      }
      await press(/^استيراد/);
      const rows = figures.reduce((sum, figure) => sum + figure);
      await expect(dialog.getByText(`عولج ${rows} من ${rows}`)).toBeVisible();
      const [imported, ...others] = await readFigures();
      const failed = others.pop();
      expect([imported, others.reduce((sum, count) => sum + count, 0), failed]).toEqual(figures);
      if (sentence) await expect(dialog.getByText(sentence)).toBeVisible();
      if (lines)
        await expect(
          dialog.getByRole('listitem').filter({ hasText: new RegExp(`^السطر (${lines.join('|')}): `) }),
        ).toHaveCount(lines.length);
      await press('إغلاق');
      await expect(dialog).toBeHidden();
    });

  const call = await newApiCaller(page, 'admin');
  await call('POST', '/auth/step-up', { password: 'rasd-demo' });
  const { cards } = await call<{ cards: { target: string; count: number }[] }>('GET', '/cleanup/summary');
  const counts = Object.fromEntries(cards.map(({ target, count }) => [target, count]));
  expect(counts).toEqual({ programs: 5, batches: 8, subjects: 24, students: 236, grades: 413 });
});
