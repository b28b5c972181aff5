import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unfilledFields, chooseHeader } from '../../src/custom-pages/import/fields';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import { UnfilledQuestion } from '../../src/custom-pages/import/PreviewStep';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

async function read(csv: string) {
  const importWorker = new ImportWorker();
  const answer = await importWorker.open({ kind: 'texts', texts: [{ name: null, position: 0, csv }] });
  const sheet = 'sheets' in answer ? answer.sheets[0] : undefined;
  if (!sheet || 'problem' in sheet) throw new Error('the sheet cannot be read');
  return { importWorker, sheet };
}

const isNeverRemembered = () => false;
const csvWithTitle =
  'معهد النور لتحفيظ القرآن,,\nالدفعة,الأولى,\n\nالرقم الأكاديمي,الاسم الأول,رقم الهوية\n14470001,عمر,12\n14470002,سعد,\n';

it('the header is the line that matches the most fields, and rows keep the line numbers of the file', async () => {
  const { importWorker, sheet } = await read(csvWithTitle);
  const sheetWithHeader = chooseHeader('students', sheet, isNeverRemembered);
  expect(sheetWithHeader).toMatchObject({
    headerAt: 2,
    header: ['الرقم الأكاديمي', 'الاسم الأول', 'رقم الهوية'],
    rows: 2,
    samples: [
      ['14470001', 'عمر', '12'],
      ['14470002', 'سعد', ''],
    ],
  });
  const fields = ['student_id', 'first_name', 'national_id'];
  const summary = importWorker.check({ sheet: 0, type: 'students', headerAt: 2, fields, corrections: [] });
  expect(summary).toMatchObject({ total: 2, firstInvalidLine: 5 });
  // Imports stored before the header could be chosen use the first line.
  expect(importWorker.check({ sheet: 0, type: 'students', fields, corrections: [] }).total).toBe(4);
});

it('without a known column the first line is the header, and columns chosen before are remembered', async () => {
  const { sheet } = await read('a,b\n1,2\nc,d\n3,4\n');
  expect(chooseHeader('students', sheet, isNeverRemembered).headerAt).toBe(0);
  const isKnown = (header: readonly string[]) => header.join() === 'c,d';
  expect(chooseHeader('students', sheet, isKnown)).toMatchObject({
    headerAt: 2,
    header: ['c', 'd'],
    rows: 1,
  });
  const { sheet: plain } = await read('الاسم الأول,رقم الهوية\nعمر,1000000001\n');
  expect(chooseHeader('students', plain, isNeverRemembered).headerAt).toBe(0);
});

it.each([
  [
    'students',
    ['first_name'],
    ['second_name', 'last_name', 'national_id', 'gender', 'nationality', 'program_name', 'batch_name'],
  ],
  ['students', ['full_name', 'national_id', 'gender', 'nationality', 'batch_name'], []],
  ['students', ['full_name', 'national_id', 'gender', 'nationality', 'program_id'], ['batch_name']],
  ['batches', ['name', 'start_date'], ['end_date', 'status']],
  ['programs', ['name', 'levels'], []],
] as const)('an import of %s with the columns %j asks about %j', (type, fields, expected) => {
  expect(unfilledFields(type, fields).map(({ field }) => field)).toEqual(expected);
});

it('each field without a column is listed with its consequence, and the answer of the user is used', async () => {
  const onAccept = vi.fn<(isAccepted: boolean) => void>();
  const unfilled = unfilledFields('students', ['full_name', 'national_id', 'nationality', 'program_id']);
  renderScreen(
    <UnfilledQuestion type="students" unfilled={unfilled} isAccepted={false} onAccept={onAccept} />,
    {},
  );
  expect(await screen.findByText(/^لا يوجد عمود لـ«الدفعة»؛ يبقى الحقل فارغاً/)).toBeTruthy();
  expect(screen.getByText(/^لا يوجد عمود لـ«الجنس»؛ يأخذ .* «ذكر»/)).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'أعلم ذلك، وأتابع بدون هذه الأعمدة' }));
  expect(onAccept.mock.calls).toEqual([[true]]);
});
