import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportCheck, ImportQuestion } from '../../contract/imports';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import { emptyReview } from '../../src/custom-pages/import/importChanges';
import { PreviewStep } from '../../src/custom-pages/import/PreviewStep';
import { judgePart } from '../../src/custom-pages/import/useRuns';
import type { Api } from '../../src/dataProvider';
import type { ImportPart } from '../../src/features/import/importRecord';
import type { ImportFlow } from '../../src/custom-pages/import/useImportFlow';
import type { RemoteImportWorker } from '../../src/custom-pages/import/useImportWorker';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { RunSummary } from '../../src/custom-pages/import/RunSummary';
import { initialState } from '../../src/features/import/ImportRun';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

const stored = {
  id: 11,
  version: 3,
  full_name: 'رائد الجابر',
  student_id: '1',
  batch_name: 'دفعة أ',
};
const question = (row: number, values: Partial<ImportQuestion> = {}): ImportQuestion => ({
  row,
  kind: 'otherName',
  name: `حسن ${row}`,
  field: 'student_id',
  value: String(row),
  stored: { ...stored, id: 10 + row },
  changes: [
    { field: 'full_name', from: 'رائد الجابر', to: `حسن ${row}` },
    { field: 'batch_name', from: 'دفعة أ', to: 'دفعة ب' },
  ],
  others: [],
  canBeNew: true,
  without: ['student_id'],
  ...values,
});

const missing = [{ batch_name: 'دفعة ب', count: 2, names: ['سعد الأمين', 'فهد الأمين'] }];
const answer: ImportCheck = {
  imported: 1,
  updated: 1,
  unchanged: 0,
  failed: 0,
  errors: [],
  warnings: [],
  changes: [{ row: 2, record: 'سعد', field: 'batch_name', from: 'دفعة أ', to: 'دفعة ب' }],
  decisions: [
    { row: 1, as: 'new', without: [] },
    { row: 2, as: 'same', id: 5, version: 7 },
  ],
  questions: [
    question(3),
    question(4),
    question(5, {
      kind: 'namesakes',
      field: null,
      value: '',
      others: [{ ...stored, id: 99, student_id: '77', changes: [] }],
    }),
  ],
  missing,
};
const rows = ['سلمان', 'سعد', 'حسن', 'حسن', 'حسن'];

/** The preview of a file with five rows. `started` gets what the start sends. */
async function showPreview(
  checkImport: (type: string, body: { data: object[] }) => Promise<ImportCheck>,
  title = /3 صفوف تحتاج إلى قرارك/,
) {
  const importWorker = new ImportWorker();
  const csv = `first_name\n${rows.join('\n')}\n`;
  await importWorker.open({ kind: 'texts', texts: [{ name: 'طلاب', position: 0, csv }] });
  const mapping = { sheet: 0, type: 'students' as const, fields: ['first_name'], corrections: [] };
  const summary = importWorker.check(mapping);
  const started: Parameters<ImportFlow['start']>[] = [];
  const flow = {
    getWorker: () => importWorker as unknown as RemoteImportWorker,
    isOnline: true,
    source: { name: 'طلاب.csv' },
    sheet: { header: ['first_name'] },
    mapping: { sheetIndex: 0, headerAt: 0, fields: mapping.fields, isRemembered: false },
    sheetMapping: mapping,
    reloadSummary: async () => undefined,
    start: async (...call: Parameters<ImportFlow['start']>) => void started.push(call),
  } as unknown as ImportFlow;
  function Host() {
    const [review, setReview] = useState(emptyReview);
    return <PreviewStep type="students" flow={{ ...flow, review, setReview }} summary={summary} />;
  }
  renderScreen(<Host />, { checkImport });
  await screen.findByText(title);
  return { importWorker, started };
}
const choose = async (name: string | RegExp, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
/** Accepts the default values of new students, and starts the import. */
const start = async () => {
  await userEvent.click(screen.getByRole('checkbox', { name: 'أعلم ذلك، وأتابع بدون هذه الأعمدة' }));
  await userEvent.click(screen.getByRole('button', { name: /^استيراد (صف|\d)/ }));
};

it('rows without an answer stay out, and the other rows are sent with the decisions of the check', async () => {
  const bodies: { data: object[] }[] = [];
  const { importWorker, started } = await showPreview(async (_, body) => {
    bodies.push(body);
    return answer;
  });
  // The check gets the cells alone.
  expect(bodies).toEqual([{ data: rows.map((first_name) => ({ first_name })) }]);
  expect(screen.getByText('3 صفوف بلا قرار، فلا تُستورد')).toBeTruthy();
  await start();
  expect(started).toEqual([
    [
      { kind: 'validRows', leftOut: [2, 3, 4] },
      { decisions: [], missing },
    ],
  ]);
  expect(importWorker.rowsToSend(0, [0, 1]).map(({ decision }) => decision)).toEqual([
    { as: 'new', without: [] },
    { as: 'same', id: 5, version: 7 },
  ]);
});

it('one answer for all rows of a kind, and another one for a single row, become decisions', async () => {
  const { started } = await showPreview(async () => answer);
  await choose('القرار للجميع', 'شخص آخر، برقم جديد');
  await choose('القرار في حسن 4، السطر 5', 'هو نفسه، ويبقى في دفعته');
  await choose('القرار في حسن 5، السطر 6', 'هو الشخص نفسه (77)');
  expect(screen.getByText(/^قررت في الصفوف كلها/)).toBeTruthy();
  await start();
  expect(started[0]?.[0]).toEqual({ kind: 'validRows', leftOut: [] });
  expect(started[0]?.[1].decisions).toEqual([
    [2, { as: 'new', kind: 'otherName', without: ['student_id'] }],
    [3, { as: 'same', kind: 'otherName', id: 14, version: 3, move: false }],
    [4, { as: 'same', kind: 'namesakes', id: 99, version: 3, move: true }],
  ]);
});

it('a question shows the stored student with his changes, and no change for another person', async () => {
  await showPreview(async () => answer);
  const answerBox = screen.getByRole('combobox', { name: 'القرار في حسن 3، السطر 4' });
  const item = answerBox.closest('li') as HTMLElement;
  expect(within(item).getByText('المسجل: رائد الجابر · الرقم 1 · دفعة أ')).toBeTruthy();
  expect(item.textContent).toContain('الدفعة: دفعة أ');
  await choose('القرار في حسن 3، السطر 4', 'شخص آخر، برقم جديد');
  expect(item.textContent).not.toContain('الدفعة: دفعة أ');
});

it('a moved student can stay in his batch, and his move is not listed then', async () => {
  const { started } = await showPreview(async () => answer);
  await userEvent.click(screen.getByRole('button', { name: 'إبقاؤه في دفعته' }));
  expect(screen.getByRole('button', { name: 'نقله إلى دفعة الملف' })).toBeTruthy();
  await start();
  expect(started[0]?.[1].decisions).toEqual([[1, { as: 'same', move: false }]]);
});

it('students of the batch that the file omits are named before and after the import', async () => {
  await showPreview(async () => answer);
  expect(screen.getByText(/^في «دفعة ب» طالبان ليسا في الملف/)).toBeTruthy();
  expect(screen.getByText('سعد الأمين، فهد الأمين')).toBeTruthy();
  cleanup();
  const state = initialState({ parts: [] as never[] } as unknown as Parameters<typeof initialState>[0], 0);
  renderScreen(<RunSummary state={{ ...state, phase: 'ended', end: 'done' }} missing={missing} />, {});
  expect(screen.getByText('سعد الأمين، فهد الأمين')).toBeTruthy();
});

it('a file that a proxy refuses as too large is compared in smaller requests', async () => {
  let calls = 0;
  await showPreview(async () => {
    calls += 1;
    if (calls === 1) throw new ApiProblem(413, 'كبير', null);
    return answer;
  });
  expect(calls).toBe(2);
});

it('a new person after an answer needs the consent to the default values', async () => {
  const onlyQuestions = {
    ...answer,
    imported: 0,
    decisions: [],
    changes: [],
    questions: [question(3), question(4), question(5)],
  };
  await showPreview(async () => onlyQuestions);
  const consent = () => screen.queryByRole('checkbox', { name: 'أعلم ذلك، وأتابع بدون هذه الأعمدة' });
  await waitFor(() => expect(consent()).toBeNull());
  await choose('القرار للجميع', 'شخص آخر، برقم جديد');
  expect(consent()).toBeTruthy();
});

it('rows of one student send his version once, because the first row raises it', async () => {
  const same = { ...stored, id: 11 };
  const { started } = await showPreview(
    async () => ({
      ...answer,
      decisions: [],
      changes: [],
      questions: [question(3, { stored: same }), question(4, { stored: same })],
    }),
    /صفان يحتاجان إلى قرارك/,
  );
  // One student for two rows: the answer for all would write both rows to him.
  await userEvent.click(screen.getByRole('combobox', { name: 'القرار للجميع' }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'لا يُستورد',
    'شخص آخر، برقم جديد',
  ]);
  await userEvent.keyboard('{Escape}');
  for (const row of [3, 4]) await choose(`القرار في حسن ${row}، السطر ${row + 1}`, 'هو الشخص نفسه');
  await start();
  expect(started[0]?.[1].decisions.map(([, { id, version }]) => [id, version])).toEqual([
    [11, 3],
    [11, undefined],
  ]);
});

it('rows that would ask are sent as such from an import without a preview', async () => {
  const importWorker = new ImportWorker();
  const csv = `first_name\n${rows.join('\n')}\n`;
  await importWorker.open({ kind: 'texts', texts: [{ name: 'طلاب', position: 0, csv }] });
  const part = { sheet: 0, type: 'students' as const, fields: ['first_name'], corrections: [] };
  importWorker.check(part);
  const api = { checkImport: async () => answer } as unknown as Api;
  await judgePart(part as unknown as ImportPart, api, () => importWorker as unknown as RemoteImportWorker);
  expect(importWorker.rowsToSend(0, [0, 1, 2, 3, 4]).map(({ decision }) => decision?.as)).toEqual([
    'new',
    'same',
    'ask',
    'ask',
    'ask',
  ]);
});

it('a question about one id in several lines names the other lines', async () => {
  const repeated: Partial<ImportQuestion> = {
    kind: 'repeatedNumber',
    field: 'national_id',
    value: '1',
    stored: null,
    changes: [],
  };
  const questions = [question(3, repeated), question(4, repeated), question(5)];
  await showPreview(async () => ({ ...answer, questions }));
  const item = screen.getByRole('combobox', { name: 'القرار في حسن 3، السطر 4' }).closest('li');
  expect(item?.textContent).toContain('ومثله في السطر: 5');
  expect(screen.getByText('بقيت موافقتك على الحقول التي لا عمود لها')).toBeTruthy();
});
