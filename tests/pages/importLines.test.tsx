import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSheetIndex } from '../../src/custom-pages/import/fields';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import { ReviewedLines } from '../../src/custom-pages/import/ReviewedLines';
import { useSource } from '../../src/custom-pages/import/useSource';
import { SheetCard } from '../../src/custom-pages/import/SheetList';
import type { RemoteImportWorker } from '../../src/custom-pages/import/useImportWorker';
import { emptyMapping } from '../../src/custom-pages/import/mapping';
import type { SheetItem } from '../../src/custom-pages/import/useSheetsFlow';
import type { Source } from '../../src/features/import/readSource';
import type { CheckSummary } from '../../src/features/import/SheetWork';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

const csv = [
  'اسم الطالب,رقم الهوية,الدفعة,تاريخ',
  'حاتم منير سالم الوافي,1000041001,الأولى,',
  'نزار فؤاد هاشم الوسيم,1000041002,,',
  'حاتم منير سالم الوافي,1000041001,الثانية,',
  ',المجموع,3,',
  'غسان,,,',
  'مروان رامي عدنان السعدي,,,',
].join('\n');
const fields = ['full_name', 'national_id', 'batch_name', null];

/** Runs the code of the import worker without a worker. */
async function open(): Promise<{ importWorker: ImportWorker; summary: CheckSummary }> {
  const importWorker = new ImportWorker();
  await importWorker.open({ kind: 'texts', texts: [{ name: 'طلاب', position: 0, csv }] });
  return {
    importWorker,
    summary: importWorker.check({ sheet: 0, type: 'students', fields, corrections: [] }),
  };
}

/** The methods of the remote worker are asynchronous. */
const remote = (importWorker: ImportWorker): RemoteImportWorker =>
  new Proxy(importWorker, {
    get:
      (target, method: keyof ImportWorker) =>
      async (...args: unknown[]) =>
        (target[method] as (...parameters: unknown[]) => unknown).apply(target, args),
  }) as unknown as RemoteImportWorker;

async function show() {
  const { importWorker, summary: firstSummary } = await open();
  const Host = () => {
    const [summary, setSummary] = useState(firstSummary);
    return (
      <>
        <p>{`الصفوف ${summary.total}`}</p>
        <ReviewedLines
          type="students"
          getWorker={() => remote(importWorker)}
          sheet={0}
          summary={summary}
          onChanged={() => setSummary(importWorker.summary(0))}
        />
      </>
    );
  };
  renderScreen(<Host />, {});
  await screen.findByRole('region', { name: 'سطور للمراجعة' });
  return importWorker;
}
const checkbox = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

it('lines that are no records are off, a name alone is on, and each kind can be turned', async () => {
  await show();
  expect(screen.getByText('الصفوف 4')).toBeTruthy();
  const nonRecords = await checkbox('استيراد: سطور ليست سجلات، كالمجموع والتوقيع');
  expect(nonRecords.checked).toBe(false);
  expect(screen.getByText('لا تُستورد: 2')).toBeTruthy();
  const nameOnly = await checkbox('استيراد: سطور فيها اسم وحده');
  expect(nameOnly.checked).toBe(true);
  await userEvent.click(nonRecords);
  expect(await screen.findByText('الصفوف 6')).toBeTruthy();
  await userEvent.click(nameOnly);
  expect(await screen.findByText('الصفوف 5')).toBeTruthy();
});

it('the lines of a kind are listed with their numbers, and one of them can be taken in', async () => {
  await show();
  const name = 'سطور ليست سجلات، كالمجموع والتوقيع';
  await userEvent.click(await screen.findByRole('button', { name: `عرض السطور: ${name}` }));
  await userEvent.click(await checkbox('استيراد السطر 6: غسان'));
  expect(await screen.findByText('المستورد منها 1 من 2')).toBeTruthy();
  expect((await checkbox(`استيراد: ${name}`)).getAttribute('data-indeterminate')).toBe('true');
  expect((await checkbox('استيراد السطر 6: غسان')).checked).toBe(true);
  expect((await checkbox('استيراد السطر 5: المجموع · 3')).checked).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: `إخفاء السطور: ${name}` }));
  expect(screen.queryByRole('checkbox', { name: 'استيراد السطر 6: غسان' })).toBeNull();
});

it('a repeated person is listed with the line of the first', async () => {
  await show();
  await userEvent.click(await screen.findByRole('button', { name: /^عرض السطور: سطور مكررة/ }));
  const line = await checkbox('استيراد السطر 4: حاتم منير سالم الوافي · 1000041001 · الثانية');
  expect(line.checked).toBe(true);
  expect(line.closest('li')?.textContent).toContain('السطر 4، تكرار للسطر 2');
});

it('empty cells under a batch are filled if the user chooses so', async () => {
  const importWorker = await show();
  const batches = () => importWorker.rowsToSend(0, [0, 1, 2]).map(({ record }) => record['batch_name']);
  expect(batches()).toEqual(['الأولى', '', 'الثانية']);
  const fill = await checkbox('تعبئة خلايا «الدفعة» الفارغة بما فوقها: 2');
  expect(fill.checked).toBe(false);
  await userEvent.click(fill);
  expect(batches()).toEqual(['الأولى', 'الأولى', 'الثانية']);
  expect((await checkbox('تعبئة خلايا «الدفعة» الفارغة بما فوقها: 2')).checked).toBe(true);
});

it('an online workbook opens as a file at the linked sheet, and the CSV of another server as texts', async () => {
  const opened: Source[] = [];
  const worker = {
    open: async (source: Source) => {
      opened.push(source);
      const names = source.kind === 'file' ? ['مواد', 'طلاب'] : source.texts.map(({ name }) => name);
      return { sheets: names.map((name, position) => ({ name, position, problem: { kind: 'empty' } })) };
    },
  } as unknown as RemoteImportWorker;
  const workbook = Buffer.from('PK\u0003\u0004').toString('base64');
  const csvSheet = (name: string) => ({ name, position: 0, csv: 'الاسم\nعمر\n' });
  const answers = [
    { title: 'ملف', sheets: [], workbook },
    { title: 'ملف', sheets: [csvSheet('طلاب')], workbook },
    { title: 'ملف', sheets: [csvSheet('اسم طويل')], workbook },
    { title: 'ملف', sheets: [csvSheet('طلاب')] },
  ];
  const proposed: string[] = [];
  const Host = () => {
    const source = useSource(() => worker, { fetchSheets: async () => answers[proposed.length] ?? null });
    const openLink = async () => {
      const sheets = await source.openLink(`https://docs.google.com/spreadsheets/d/${'a'.repeat(30)}`);
      proposed.push(sheets?.[findSheetIndex('subjects', sheets)]?.name ?? '');
    };
    return <button onClick={() => void openLink()}>فتح</button>;
  };
  renderScreen(<Host />, {});
  for (const answer of answers) {
    await userEvent.click(await screen.findByRole('button', { name: 'فتح' }));
    await waitFor(() => expect(proposed).toHaveLength(answers.indexOf(answer) + 1));
  }
  expect(proposed).toEqual(['مواد', 'طلاب', 'اسم طويل', 'طلاب']);
  // The workbook without the linked sheet is opened before its CSV.
  expect(opened.map(({ kind }) => kind)).toEqual(['file', 'file', 'file', 'texts', 'texts']);
  expect(opened[0]).toMatchObject({ kind: 'file', name: 'workbook.xlsx', file: { size: 4 } });
});

it('a sheet among several shows the number of lines that it leaves out', async () => {
  const { summary } = await open();
  const item: SheetItem = {
    index: 0,
    name: 'طلاب',
    type: 'students',
    sheet: null,
    mapping: { ...emptyMapping(0), fields },
    state: 'pending',
    problem: null,
    summary,
    isSelected: true,
  };
  const card = (one: SheetItem) => (
    <SheetCard
      item={one}
      progress={null}
      hasBegun={false}
      onSelect={() => undefined}
      onColumns={() => undefined}
    />
  );
  renderScreen(<ul>{card(item)}</ul>, {});
  expect(within(await screen.findByRole('listitem')).getByText(/سطور لا تُستورد: 2/)).toBeTruthy();
});
