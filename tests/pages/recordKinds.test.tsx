import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { DailyRecord } from '../../contract/dailyRecords';
import { recordKinds } from '../../contract/vocabulary';
import DailyRecordsPage from '../../src/custom-pages/daily-records/DailyRecordsPage';
import {
  parseFaults,
  formatFaults,
  proposeAssessment,
  parseRangesText,
  formatRanges,
} from '../../src/features/hearing/hearing';
import { emptyRecord, freeTextCurriculum, judgingRules } from '../support/dailyRecords';
import { fill } from '../support/fill';
import { renderScreen } from '../support/screen';
import { pageAddress, signTeacherIn, subjectProvider } from '../support/subjectPage';

const subject = { name: 'الورد اليومي', type: 'تقييد يومي' };
const address = pageAddress('/daily-records');
const names = { new: 'الحفظ', near: 'الربط', far: 'المراجعة', tilawa: 'التلاوة' };

const ofAllKinds = (studentId: string, name: string) =>
  recordKinds.map((kind) => ({ ...emptyRecord(studentId, name), kind }));
const kinds = [
  { key: 'prompt', name: 'فتح', weight: 1, is_used: true, version: 1 },
  { key: 'hesitation', name: 'تردد', weight: 0.25, is_used: false, version: 1 },
];

type Body = { records: Record<string, unknown>[] };

function open(records = [...ofAllKinds('1', 'أنس الراشد'), ...ofAllKinds('2', 'بدر الزهراني')], kind = '') {
  const saved = vi.fn<(body: Body) => Promise<unknown>>(async () => ({
    success: true,
    message: 'تم الحفظ',
    records: [],
  }));
  renderScreen(
    <DailyRecordsPage />,
    {
      ...subjectProvider(subject),
      settings: async () => ({ today: '2026-11-21', record_kinds: names, result_rules: judgingRules }),
      curriculum: async () => freeTextCurriculum,
      faultKinds: async () => kinds,
      dailyRecords: async () => ({ records }),
      saveDailyRecords: saved,
    },
    `${address}${kind && `&kind=${kind}`}`,
  );
  return saved;
}

const cell = (column: string, student = 'أنس الراشد') =>
  screen.findByLabelText<HTMLInputElement>(`${column}، ${student}`);
const tab = (name: RegExp) => screen.findByRole('tab', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'حفظ السجلات' }));

signTeacherIn();

describe('the kinds of a day', () => {
  it('the kinds are tabs with the names of the institute, and recitations of another kind stay visible', async () => {
    const saved = open();
    await fill(await cell('محتوى السجل'), 'البقرة 1-5');
    await userEvent.click(await tab(/^المراجعة/));
    expect((await cell('محتوى السجل')).value).toBe('');
    expect(screen.getByRole('button', { name: 'الحفظ: البقرة 1-5' })).toBeTruthy();
    await fill(await cell('محتوى السجل'), 'سورة النبأ، الناس 1-6');
    expect((await cell('عدد الصفحات')).value).toBe('2');
    expect((await tab(/^المراجعة/)).textContent).toContain('1/2');
    await userEvent.click(screen.getByRole('button', { name: 'الحفظ: البقرة 1-5' }));
    expect((await cell('محتوى السجل')).value).toBe('البقرة 1-5');
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(saved.mock.calls[0]?.[0].records).toEqual([
      expect.objectContaining({ studentId: '1', kind: 'new', ranges: [{ from: '2:1', to: '2:5' }] }),
      expect.objectContaining({
        studentId: '1',
        kind: 'far',
        ranges: [
          { from: '78:1', to: '78:40' },
          { from: '114:1', to: '114:6' },
        ],
      }),
    ]);
  });

  it('faults are counted by kind, also on an ayah; the proposed level and result follow, and the teacher may change them', async () => {
    const saved = open();
    await fill(await cell('محتوى السجل'), 'البقرة 1-5');
    await userEvent.click(screen.getByRole('button', { name: 'أخطاء أنس الراشد' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'أخطاء أنس الراشد' }));
    await userEvent.click(dialog.getByRole('button', { name: 'زيادة تردد' }));
    expect((await cell('مستوى الأداء')).value).toBe('ممتاز');
    await fill(dialog.getByLabelText(/^الآية/), 'البقرة 3');
    await userEvent.click(await screen.findByRole('option', { name: 'البقرة 3' }));
    await userEvent.click(dialog.getByRole('button', { name: 'زيادة فتح' }));
    expect(dialog.getByText('فتح، البقرة 3: 1')).toBeTruthy();
    expect((await cell('الأخطاء')).value).toBe('2');
    expect((await cell('الأخطاء')).readOnly).toBe(true);
    expect((await cell('النتيجة')).value).toBe('repeat');
    await userEvent.selectOptions(await cell('النتيجة'), 'accepted');
    await userEvent.click(dialog.getByRole('button', { name: 'زيادة فتح' }));
    expect((await cell('النتيجة')).value).toBe('accepted');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    const [sent] = saved.mock.calls[0]?.[0].records ?? [];
    expect(sent).toMatchObject({
      kind: 'new',
      performanceLevel: 'ضعيف',
      faults: [
        { kind: 'hesitation', ayah: null, count: 1 },
        { kind: 'prompt', ayah: '2:3', count: 2 },
      ],
    });
    expect(sent).not.toHaveProperty('mistakesCount');
    expect(sent).not.toHaveProperty('result');
  });

  it('overlapping ranges show an error before the save', async () => {
    const saved = open();
    await fill(await cell('محتوى السجل'), 'البقرة 1-5، البقرة 4-9');
    expect(await screen.findByText('مقطعان متداخلان')).toBeTruthy();
    await save();
    expect(await screen.findByText('الرجاء تصحيح الأخطاء قبل الحفظ')).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
  });

  it('a fault on an ayah outside of the ranges shows an error before the save', async () => {
    const faulty = {
      ...emptyRecord('1', 'أنس الراشد'),
      recordContent: 'البقرة 1-5',
      ranges: [{ from: '2:1', to: '2:5' }],
      faults: [{ kind: 'prompt', ayah: '2:5', count: 1 }],
      mistakesCount: 1,
      version: 1,
    };
    const saved = open([faulty, ...ofAllKinds('1', 'أنس الراشد').slice(1)]);
    const content = await cell('محتوى السجل');
    await userEvent.type(content, '{Backspace}4');
    expect(await screen.findByText('سُجّل خطأ على آية خارج المقاطع')).toBeTruthy();
    await save();
    expect(saved).not.toHaveBeenCalled();
    await userEvent.type(content, '{Backspace}6');
    expect(screen.queryByText('سُجّل خطأ على آية خارج المقاطع')).toBeNull();
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  });

  it('the focus stays on the same student, or on the invalid field of another kind', async () => {
    open();
    await fill(await cell('محتوى السجل', 'بدر الزهراني'), 'البقرة 1-5');
    await userEvent.type(await cell('عدد الصفحات', 'بدر الزهراني'), 'x');
    await userEvent.click(await tab(/^المراجعة/));
    await fill(await cell('محتوى السجل', 'بدر الزهراني'), 'سورة النبأ');
    await userEvent.click(await tab(/^الربط/));
    await userEvent.click(screen.getByRole('button', { name: 'المراجعة: سورة النبأ' }));
    await waitFor(async () => expect(document.activeElement).toBe(await cell('محتوى السجل', 'بدر الزهراني')));
    expect((document.activeElement as HTMLTextAreaElement).value).toBe('سورة النبأ');
    await save();
    await waitFor(async () => expect(document.activeElement).toBe(await cell('عدد الصفحات', 'بدر الزهراني')));
    expect((document.activeElement as HTMLInputElement).value).toContain('x');
  });

  it('the screen has no tabs if the server has no kinds', async () => {
    const plain = ofAllKinds('1', 'أنس الراشد').slice(0, 1);
    for (const key of ['kind', 'ranges', 'faults', 'result'] as const)
      delete (plain[0] as Partial<DailyRecord>)[key];
    open(plain, 'far');
    await cell('محتوى السجل');
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByLabelText('النتيجة، أنس الراشد')).toBeNull();
    expect(screen.queryByRole('button', { name: 'أخطاء أنس الراشد' })).toBeNull();
  });
});

describe('the parts of a hearing', () => {
  it('one text is parsed as several ranges, and as none if a part of it is invalid', () => {
    const ranges = parseRangesText('البقرة 1-5, سورة النبأ');
    expect(ranges).toHaveLength(2);
    expect(formatRanges(ranges)).toBe('البقرة 1-5، سورة النبأ');
    expect(parseRangesText('البقرة 1-5، ثم مراجعة')).toEqual([]);
  });

  it('faults are stored as one text, in any order', () => {
    const faults = [
      { kind: 'prompt', ayah: '2:3', count: 2 },
      { kind: 'hesitation', ayah: null, count: 1 },
    ];
    expect(formatFaults(faults)).toBe(formatFaults(faults.toReversed()));
    expect(parseFaults(formatFaults(faults))).toEqual(faults.toReversed());
  });

  it('the faults of a page are weighed by the rules, but not without pages', () => {
    const judging = { kinds, rules: judgingRules };
    const four = [{ kind: 'hesitation', ayah: null, count: 4 }];
    expect(proposeAssessment(four, 1, judging)?.result).toBe('accepted');
    expect(proposeAssessment([{ kind: 'prompt', ayah: null, count: 3 }], 2, judging)?.result).toBe('repeat');
    expect(proposeAssessment(four, null, judging)).toBeNull();
  });
});
