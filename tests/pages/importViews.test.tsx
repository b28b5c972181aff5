import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useState } from 'react';
import { ChangedRows } from '../../src/custom-pages/import/ChangedRows';
import {
  changeKey,
  type ChangedRow,
  findLeftOut,
  groupChanges,
} from '../../src/custom-pages/import/importChanges';
import { Instructions, Tips } from '../../src/custom-pages/import/ImportHelp';
import { emptyMapping } from '../../src/custom-pages/import/mapping';
import { OnErrorChoice, PreviewNotes } from '../../src/custom-pages/import/PreviewStep';
import { RunProgress } from '../../src/custom-pages/import/RunDialog';
import { RunSummary, SheetOutcome } from '../../src/custom-pages/import/RunSummary';
import { SheetCard } from '../../src/custom-pages/import/SheetList';
import { SheetErrors } from '../../src/custom-pages/import/SheetsDialog';
import type { SheetItem } from '../../src/custom-pages/import/useSheetsFlow';
import { initialState } from '../../src/features/import/ImportRun';
import type { CheckSummary } from '../../src/features/import/SheetWork';
import { noTotals, computePace, type PartProgress, type RunState } from '../../src/features/import/runState';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

const part = (some: Partial<PartProgress>): PartProgress => ({
  name: null,
  type: 'students',
  state: 'loading',
  total: 1_000,
  done: 0,
  totals: noTotals,
  ...some,
});
const started = initialState({ parts: [] as never[] } as unknown as Parameters<typeof initialState>[0], 0);
const buildRun = (some: Partial<RunState>): RunState => ({ ...started, parts: [part({})], ...some });

const sheetItem: SheetItem = {
  index: 0,
  name: 'طلاب',
  type: 'students',
  sheet: {
    name: 'طلاب',
    position: 0,
    header: ['الاسم الأول'],
    rows: 3,
    samples: [],
    firstRecords: [],
    headerAt: 0,
  },
  mapping: { ...emptyMapping(0), fields: ['first_name'] },
  state: 'pending',
  problem: null,
  summary: null,
  isSelected: true,
};
const noHandlers = { onSelect: () => undefined, onColumns: () => undefined };
const summary: CheckSummary = {
  total: 3,
  invalid: 0,
  invalidLocally: 0,
  firstInvalidLine: null,
  firstInvalidIndex: null,
  rowsBeforeInvalid: 3,
  problems: [],
  sample: [],
  lines: {
    hidden: { count: 0, included: 0 },
    nonRecord: { count: 0, included: 0 },
    nameOnly: { count: 0, included: 0 },
    repeated: { count: 0, included: 0 },
  },
  columns: { mergedRows: 0, blanks: [], monthFirst: [] },
};

it('tips and instructions explain the format of a file, the order of files, and help for a failing link', async () => {
  renderScreen(
    <>
      <Tips />
      <Instructions onClose={() => undefined} />
    </>,
    {},
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'التعليمات' }));
  for (const message of [
    /^احفظ ملف CSV بترميز UTF-8/,
    /^الصف الأول فيه عناوين الأعمدة/,
    /^الجدول الإلكتروني مشارك بصلاحية «عارض» لأي شخص لديه الرابط/,
  ]) {
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(dialog.getByText(message)).toBeTruthy();
  }
  for (const message of [
    /^تعذر الوصول للملف \(400 أو 403\): الجدول غير مشارك للجميع/,
    /^أخطاء CORS .*CSV/,
    /^الأعمدة لا تظهر: تأكد من أن عناوينها مطابقة/,
    /^الحروف العربية غير مفهومة: احفظ الملف بترميز UTF-8/,
    /^البرامج، ثم الدفعات، ثم المواد والطلاب، ثم الدرجات/,
  ])
    expect(dialog.getByText(message)).toBeTruthy();
});

it.each([
  ['pending', 'بالانتظار'],
  ['loading', 'جارٍ العمل'],
  ['success', 'تم'],
  ['error', 'خطأ'],
] as const)('a sheet of a running import has the status %s', async (state, label) => {
  renderScreen(<SheetCard item={sheetItem} progress={part({ state })} hasBegun {...noHandlers} />, {});
  expect(await screen.findByText(label)).toBeTruthy();
});

it('a sheet with an error shows the reason and cannot be selected, a valid one can', async () => {
  const onSelect = vi.fn<(isSelected: boolean) => void>();
  const sharedProps = { progress: null, hasBegun: false, onSelect, onColumns: () => undefined };
  const problem = 'الورقة غير موجودة أو فارغة';
  renderScreen(
    <ul>
      <SheetCard item={sheetItem} {...sharedProps} />
      <SheetCard
        item={{ ...sheetItem, index: 1, name: 'مواد', state: 'error', problem, isSelected: false }}
        {...sharedProps}
      />
    </ul>,
    {},
  );
  const wrong = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'اختيار ورقة مواد' });
  expect(wrong.disabled).toBe(true);
  expect(screen.getByText(problem)).toBeTruthy();
  const right = screen.getByRole<HTMLInputElement>('checkbox', { name: 'اختيار ورقة طلاب' });
  expect(right.disabled).toBe(false);
  right.click();
  expect(onSelect.mock.calls).toEqual([[false]]);
});

it.each([
  ['loading', true],
  ['pending', false],
] as const)('the columns of a sheet that is %s cannot be opened: %s', async (state, isDisabled) => {
  renderScreen(
    <SheetCard item={{ ...sheetItem, state }} progress={null} hasBegun={false} {...noHandlers} />,
    {},
  );
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'أعمدة ورقة طلاب' });
  expect(button.disabled).toBe(isDisabled);
});

it('the values for a whole sheet are shown with the sheet, and their fields are not missing', async () => {
  const values = { batch_name: 'رواد القراءات', gender: 'أنثى' };
  const mapping = { ...sheetItem.mapping, values };
  renderScreen(
    <SheetCard item={{ ...sheetItem, mapping }} progress={null} hasBegun={false} {...noHandlers} />,
    {},
  );
  expect(await screen.findByText('لكل الصفوف: الدفعة: رواد القراءات، الجنس: أنثى')).toBeTruthy();
  expect(screen.getByText(/^لا عمود لـ/).textContent).not.toMatch(/الدفعة|الجنس،/);
  expect(screen.getByText(/^لا عمود لـ/).textContent).toContain('الجنسية');
});

it('the errors of all sheets are in one list: the first five of each kind, then a count', async () => {
  const problems = Array.from({ length: 7 }, (_, index) => ({
    index,
    line: index + 2,
    record: {},
    notes: [{ field: 'name', message: 'الاسم مطلوب' }],
  }));
  const invalid = { ...sheetItem, name: 'برامج', summary: { ...summary, invalid: 7, problems } };
  renderScreen(<SheetErrors items={[{ ...sheetItem, summary }, invalid]} />, {});
  const message = (await screen.findByRole('alert')).textContent ?? '';
  expect(message).toContain('برامج: السطر 2: الاسم مطلوب؛ السطر 3: الاسم مطلوب');
  expect(message).toContain('السطر 6: الاسم مطلوب وخطآن آخران');
  expect(message).not.toContain('السطر 7');
  expect(message).not.toContain('طلاب');
});

it('imported and skipped sheets are listed', async () => {
  const parts = [
    part({ name: 'برامج', state: 'success' }),
    part({ name: 'دفعات', state: 'success' }),
    part({ name: 'طلاب', state: 'error' }),
    part({ name: 'درجات', state: 'pending' }),
  ];
  renderScreen(<SheetOutcome parts={parts} />, {});
  expect(await screen.findByText('تم استيراد: برامج، دفعات')).toBeTruthy();
  expect(screen.getByText('لم تُستورد: طلاب')).toBeTruthy();
});

it('the progress shows the percentage, speed and remaining time', async () => {
  const buildRunAt = (done: number, milliseconds: number, doneBefore = 0) =>
    buildRun({ parts: [part({ done })], answeredAt: milliseconds, doneBefore });
  expect(computePace(buildRunAt(50, 500))).toBeNull();
  expect(computePace(buildRunAt(400, 4_000))).toEqual({ rate: 100, remainingSeconds: 6 });
  // Rows imported before a reload do not count for the current speed.
  expect(computePace(buildRunAt(600, 4_000, 500))).toEqual({ rate: 25, remainingSeconds: 16 });
  renderScreen(<RunProgress state={buildRunAt(400, 4_000)} onCancel={() => undefined} />, {});
  expect(await screen.findByText('جارٍ الاستيراد… 400 من 1000')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByText('100 صف في الثانية · بقيت 6 ثوانٍ')).toBeTruthy();
  cleanup();
  renderScreen(<RunProgress state={buildRunAt(100, 30_000)} onCancel={() => undefined} />, {});
  expect(await screen.findByText(/بقيت 5 دقائق تقريباً/)).toBeTruthy();
});

it('an import without imported rows says so, and a failed one shows the general message', async () => {
  const ended = buildRun({ phase: 'ended', end: 'done', parts: [part({ done: 1_000 })] });
  renderScreen(<RunSummary state={ended} />, {});
  expect(await screen.findByText('لم يُستورد شيء.')).toBeTruthy();
  cleanup();
  renderScreen(<RunSummary state={{ ...ended, end: 'paused', problem: 'حدث خطأ أثناء الاستيراد' }} />, {});
  expect(await screen.findByText(/محفوظ على هذا الجهاز لإكماله: حدث خطأ أثناء الاستيراد$/)).toBeTruthy();
});

it('columns that are not stored or not imported are listed before the import', async () => {
  renderScreen(
    <PreviewNotes type="grades" fields={['weighted_grade', 'absence_days']} ignored={['ملاحظات']} />,
    {},
  );
  expect(await screen.findByText('أعمدة لا تُستورد: ملاحظات')).toBeTruthy();
  expect(screen.getByText(/^تُقرأ هذه الأعمدة ولا تُحفظ: .+، .+/)).toBeTruthy();
});

it('both choices for refused rows tell how many rows they import, and the first also the line', () => {
  const show = (some: Partial<CheckSummary>, leftOut: number[] = []) => {
    renderScreen(
      <OnErrorChoice
        summary={{ ...summary, total: 20, ...some }}
        leftOut={new Set(leftOut)}
        value="untilError"
        onChange={() => undefined}
      />,
      {},
    );
    const texts = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    cleanup();
    return texts;
  };
  expect(show({ invalid: 2, firstInvalidLine: 7, rowsBeforeInvalid: 5 })).toEqual([
    'التوقف عند أول صف مرفوضأول صف مرفوض في السطر 7، والمستورد قبله 5 من 20.',
    'استيراد الصفوف الصحيحة وترك المرفوضةالمستورد 18 من 20. تُعرض المرفوضة بعد الاستيراد لتصحيحها.',
  ]);
  // Row 6 comes after the first refused row.
  expect(
    show({ invalid: 2, firstInvalidLine: 7, firstInvalidIndex: 5, rowsBeforeInvalid: 5 }, [0, 6]),
  ).toEqual([
    expect.stringContaining('والمستورد قبله 4 من 20'),
    expect.stringContaining('المستورد 16 من 20'),
  ]);
  expect(show({ invalid: 1, firstInvalidLine: 2, rowsBeforeInvalid: 0 })[0]).toMatch(/فلا يُستورد شيء/);
  expect(show({ rowsBeforeInvalid: 20 })[0]).toMatch(/يبقى ما قبله مستورداً/);
});

const sentRows = ['سعد', 'حسن', 'علي'].map((first_name, index) => ({
  index,
  line: index + 2,
  record: { first_name },
}));
const change = (row: number, field: string, from: string | null, to: string) => ({
  row,
  record: sentRows[row - 1]?.record.first_name ?? '',
  field,
  from,
  to,
});

it('changed rows show old and new values by kind, and the user takes out one row or all of a kind', () => {
  const rows = groupChanges(sentRows, [
    change(1, 'phone', null, '0500000001'),
    change(2, 'phone', '0500000002', '0500000003'),
    change(2, 'full_name', 'حسن السالم', 'حسين السالم'),
    change(3, 'batch_name', 'الأولى', 'الثانية'),
  ]);
  showChanges(rows);
  expect(texts()).toEqual([
    'عليالسطر 4الدفعة: الأولى ← الثانيةإبقاؤه في دفعته',
    'حسنالسطر 3الاسم الكامل: حسن السالم ← حسين السالمالجوال: 0500000002 ← 0500000003',
    'سعدالسطر 2الجوال: (فارغ) ← 0500000001',
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'استيراد السطر 3: حسن' }));
  expect(includedLines()).toEqual([0, 2]);
  expect(screen.getByText(/مستبعد: 1/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'نقل: 1' }));
  expect(texts()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'استبعاد المعروض كله' }));
  expect(screen.getByText(/مستبعد: 2/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'الكل: 3' }));
  fireEvent.click(screen.getByRole('button', { name: 'استبعاد المعروض كله' }));
  expect(includedLines()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'استيراد المعروض كله' }));
  expect(includedLines()).toEqual([0, 1, 2]);
});

it('a row with the name or national id of another person stays out until the user includes it', () => {
  showChanges(
    groupChanges(sentRows, [
      change(1, 'full_name', 'سعد علي السالم', 'سعد السالم'),
      change(2, 'national_id', '1000000001', '1000000002'),
      change(3, 'full_name', 'علي السالم', 'خالد الراشد'),
    ]),
  );
  expect(texts()).toHaveLength(3);
  expect(includedLines()).toEqual([2]);
  expect(screen.getByRole('alert').textContent).toContain('صفوفها مستبعدة');
  fireEvent.click(screen.getByRole('checkbox', { name: 'استيراد السطر 4: علي' }));
  expect(includedLines()).toEqual([1, 2]);
  expect(screen.getByText(/مستبعد: 1/)).toBeTruthy();
});

function showChanges(rows: readonly ChangedRow[]) {
  function Host() {
    const [staying, setStaying] = useState<ReadonlySet<string>>(new Set());
    const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
    return (
      <ChangedRows
        type="students"
        rows={rows}
        leftOut={findLeftOut(rows, choices)}
        onInclude={(chosen, isIncluded) =>
          setChoices(new Map([...choices, ...chosen.map((row) => [changeKey(row), isIncluded] as const)]))
        }
        staying={staying}
        onStay={(moves, isStaying) => setStaying(new Set(isStaying ? moves.map(changeKey) : []))}
      />
    );
  }
  renderScreen(<Host />, {});
}
const texts = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const includedLines = () =>
  screen.getAllByRole('checkbox').flatMap((box, index) => ((box as HTMLInputElement).checked ? [index] : []));

it('the end of an import counts unchanged rows apart from updated rows', () => {
  const totals = { ...noTotals, imported: 1, updated: 14, unchanged: 12 };
  renderScreen(
    <RunSummary state={buildRun({ phase: 'ended', end: 'done', parts: [part({ totals, leftOut: 2 })] })} />,
    {},
  );
  const figures = screen.getAllByRole('definition').map((figure) => figure.parentElement?.textContent);
  expect(figures).toEqual(['أُضيفت1', 'حُدّثت2', 'بلا تغيير12', 'فشلت0']);
  expect(screen.getByText(/^عولج .* · مستبعد: 2$/)).toBeTruthy();
});
