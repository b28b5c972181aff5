import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { DailyRecord } from '../../contract/dailyRecords';
import type { Curriculum } from '../../contract/subjectSettings';
import { fixedListContent } from '../../contract/vocabulary';
import DailyRecordsPage from '../../src/custom-pages/daily-records/DailyRecordsPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { emptyRecord, freeTextCurriculum } from '../support/dailyRecords';
import { fill } from '../support/fill';
import { renderScreen } from '../support/screen';
import { pageAddress, signTeacherIn, subjectProvider } from '../support/subjectPage';
import { storeLocalEntry } from '../support/localOutbox';

const today = '2026-11-21';
const subject = { name: 'الورد اليومي', type: 'تقييد يومي' };
const address = pageAddress('/daily-records');

const anas = emptyRecord('1', 'أنس الراشد');
const badr = emptyRecord('2', 'بدر الزهراني');

const free: Curriculum = {
  ...freeTextCurriculum,
  require_pages_count: true,
  updated_at: '',
  version: 1,
};
const listed: Curriculum = {
  ...free,
  content_type: fixedListContent,
  curriculum_items: ['سورة النبأ', 'سورة الأعلى'],
  default_pages: 2.5,
};

type Body = { records: Record<string, unknown>[] };

interface Opened {
  records?: DailyRecord[];
  curriculum?: Curriculum | null;
  save?: (body: Body) => Promise<unknown>;
  load?: () => Promise<unknown>;
  dates?: { start_date?: string | null; end_date?: string | null };
  at?: string;
}

function open({ records = [anas, badr], curriculum = free, save, load, dates, at = address }: Opened = {}) {
  let stored = records;
  const saved = vi.fn<(body: Body) => Promise<unknown>>(async (body) => {
    if (save) return save(body);
    const sent = new Map(body.records.map((row) => [row['studentId'], row]));
    stored = stored.map((one) => {
      const row = sent.get(one.studentId);
      return row ? { ...one, ...row, version: one.version + 1 } : one;
    });
    return { success: true, message: 'تم حفظ السجلات اليومية بنجاح', records: stored };
  });
  const added = vi.fn<(body: object, key: string) => Promise<object>>(async () => ({}));
  const changed = vi.fn<(id: number, body: object) => Promise<object>>(async () => ({}));
  const removed = vi.fn<(id: number, version: number) => Promise<object>>(async () => ({}));
  const router = renderScreen(
    <DailyRecordsPage />,
    {
      ...subjectProvider(subject, dates),
      settings: async () => ({ today }),
      curriculum: async () => curriculum,
      dailyRecords: load ?? (async () => ({ records: stored })),
      saveDailyRecords: saved,
      addRecitation: added,
      changeRecitation: changed,
      removeRecitation: removed,
    },
    at,
  );
  return { saved, added, changed, removed, router };
}

const cell = (column: string, student: string) =>
  screen.findByLabelText<HTMLInputElement>(`${column}، ${student}`);
const save = () => userEvent.click(screen.getByRole('button', { name: 'حفظ السجلات' }));
const toast = (sentence: string | RegExp) => screen.findByText(sentence);

signTeacherIn();

describe('the daily records', () => {
  it('the daily records ask for programme, batch and subject first', async () => {
    open({ at: '/daily-records' });
    expect(await screen.findByText('اختر البرنامج والدفعة والمادة')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'حفظ السجلات' })).toBeNull();
  });

  it('the daily records show the number of students, the day and the subject, and search names in any spelling', async () => {
    open();
    await cell('محتوى السجل', 'أنس الراشد');
    expect(screen.getByRole('button', { name: /^المختار الآن: .* · أُنجز 0 من 2$/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'إظهار الأرقام' }));
    const stats = within(screen.getByRole('list', { name: 'الأرقام' }));
    expect(stats.getByText('2')).toBeTruthy();
    expect(stats.getByText(/21 نوفمبر 2026/)).toBeTruthy();
    expect(stats.getByText('الورد اليومي')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('ابحث باسم الطالب'), 'انس');
    await waitFor(() => expect(screen.queryByText('بدر الزهراني')).toBeNull());
    expect(screen.getByText('أنس الراشد')).toBeTruthy();
  });

  it('the search text is shown again after a change of the subject, so that no student is hidden without a reason', async () => {
    const { router } = open();
    await cell('محتوى السجل', 'أنس الراشد');
    await userEvent.type(screen.getByLabelText('ابحث باسم الطالب'), 'انس');
    await waitFor(() => expect(screen.queryByText('بدر الزهراني')).toBeNull());
    await act(() => router.navigate('/daily-records?program_id=QRN&batch_id=2'));
    await waitFor(() => expect(screen.queryByLabelText('ابحث باسم الطالب')).toBeNull());
    await act(() => router.navigate(address));
    await cell('محتوى السجل', 'أنس الراشد');
    expect(screen.queryByText('بدر الزهراني')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('ابحث باسم الطالب').value).toBe('انس');
  });

  it('a save sends only the changed row, and shows the message of the server', async () => {
    const { saved } = open();
    await fill(await cell('محتوى السجل', 'بدر الزهراني'), 'الملك 1-30');
    expect((await cell('عدد الصفحات', 'بدر الزهراني')).value).not.toBe('');
    await userEvent.selectOptions(await cell('مستوى الأداء', 'بدر الزهراني'), 'ممتاز');
    await save();
    expect(await toast('تم حفظ السجلات اليومية بنجاح')).toBeTruthy();
    expect(saved.mock.calls[0]?.[0].records).toEqual([
      {
        studentId: '2',
        recordContent: 'الملك 1-30',
        pagesCount: 2,
        performanceLevel: 'ممتاز',
        mistakesCount: null,
        teacherNotes: null,
        kind: 'new',
        ranges: [{ from: '67:1', to: '67:30' }],
        version: 0,
      },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'إظهار الأرقام' }));
    const recorded = screen.getByText('المقيَّد لهم').nextElementSibling;
    await waitFor(() => expect(recorded?.textContent).toBe('1'));
  });

  it('rows are not sent while a row is invalid', async () => {
    const { saved } = open();
    const pages = await cell('عدد الصفحات', 'أنس الراشد');
    await fill(await cell('محتوى السجل', 'أنس الراشد'), 'الورد');
    await userEvent.clear(pages);
    expect(screen.getByText('عدد الصفحات مطلوب')).toBeTruthy();
    await save();
    expect(await toast('الرجاء تصحيح الأخطاء قبل الحفظ')).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(pages);
    await userEvent.type(pages, '٢٫٥');
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0].records[0]).toMatchObject({ pagesCount: 2.5 });
  });

  it('an invalid row is shown although the search hides it', async () => {
    const { saved } = open();
    await userEvent.type(await cell('الأخطاء', 'أنس الراشد'), '1.5');
    await userEvent.type(screen.getByLabelText('ابحث باسم الطالب'), 'بدر');
    await waitFor(() => expect(screen.queryByText('أنس الراشد')).toBeNull());
    await save();
    const mistakes = await cell('الأخطاء', 'أنس الراشد');
    expect(document.activeElement).toBe(mistakes);
    await userEvent.clear(mistakes);
    await userEvent.type(mistakes, '15');
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0].records[0]).toMatchObject({ studentId: '1', mistakesCount: 15 });
  });

  it('the daily records are typed down a column with Enter', async () => {
    open();
    const first = await cell('الأخطاء', 'أنس الراشد');
    await userEvent.type(first, '1{Enter}2{ArrowUp}');
    expect((await cell('الأخطاء', 'بدر الزهراني')).value).toBe('2');
    expect(document.activeElement).toBe(first);
  });

  it('the daily records accept a portion of the list, and fill in the pages of the subject', async () => {
    open({ curriculum: listed });
    const portion = await cell('محتوى السجل', 'أنس الراشد');
    await userEvent.type(portion, 'اعلي{Enter}');
    expect(portion.value).toBe('سورة الأعلى');
    expect((await cell('عدد الصفحات', 'أنس الراشد')).value).toBe('2.5');
  });

  it('the daily records accept a range of the mushaf beside a list; an invalid text stays marked while other rows are saved', async () => {
    const { saved } = open({ curriculum: listed });
    await userEvent.type(await cell('محتوى السجل', 'أنس الراشد'), 'الإسراء 76-84');
    const wrong = await cell('محتوى السجل', 'بدر الزهراني');
    await userEvent.type(wrong, 'شيء آخر');
    await userEvent.tab();
    expect(wrong.value).toBe('شيء آخر');
    expect(screen.getByText(/^ليس من أوراد المادة، ولا مقطعاً من المصحف/)).toBeTruthy();
    expect(screen.getByRole('tab', { name: /^حفظ جديد/ }).textContent).toContain('1/2');
    await save();
    expect(await toast(/وبقي ما يحتاج إلى تصحيح/)).toBeTruthy();
    expect(saved.mock.calls[0]?.[0].records).toMatchObject([
      { studentId: '1', recordContent: 'الإسراء 76-84', ranges: [{ from: '17:76', to: '17:84' }] },
    ]);
    expect(wrong.value).toBe('شيء آخر');
    expect(wrong.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(wrong);
    await userEvent.clear(wrong);
    await userEvent.type(wrong, 'الملك');
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    await userEvent.type(wrong, ' 1-5');
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  });

  it('one tap continues at the last position of the student', async () => {
    const lastRange = { from: { surah: 2, ayah: 6 }, to: { surah: 2, ayah: 16 } };
    const previous = { ...anas, recordDate: '2026-11-20', recordContent: 'البقرة 6-16', mistakesCount: 3 };
    open({ records: [{ ...anas, previous, lastRange }, badr] });
    const name = await screen.findByRole('rowheader', { name: /^أنس الراشد/ });
    expect(name.textContent).toBe('أنس الراشدالبقرة 6-16 · أمس · 3 أخطاء');
    await userEvent.click(screen.getByRole('button', { name: /^المتابعة: البقرة 17-24/ }));
    expect((await cell('محتوى السجل', 'أنس الراشد')).value).toBe('البقرة 17-24');
    expect((await cell('عدد الصفحات', 'أنس الراشد')).value).toBe('1');
    expect(screen.queryByRole('button', { name: /^المتابعة/ })).toBeNull();
  });
});

describe('a refused and undone save of the day', () => {
  const base = {
    recordContent: '',
    pagesCount: '',
    performanceLevel: '',
    mistakesCount: '',
    teacherNotes: '',
  };
  const other = { ...anas, recordContent: 'سورة النبأ', pagesCount: 1, version: 2 };
  const refusedEntry = {
    kind: 'records',
    id: 'entry',
    at: `${today}T08:00:00.000Z`,
    state: 'refused',
    problem: { status: 409, code: 'STALE', message: 'غيّره شخص آخر', current: [other] },
    batchName: 'الدفعة الأولى',
    subjectCode: 'QRN110-2',
    date: today,
    named: {},
    students: {},
    rows: [{ studentId: '1', kind: 'new', teacherNotes: 'أحسن', version: 1 }],
    edits: { 1: { texts: { teacherNotes: 'أحسن' }, base, isPagesProposed: false } },
  };
  const type = (texts: object) => {
    const values = { 2: { texts, base, isPagesProposed: false } };
    const storageKey = `rasd.draft.1./daily-records#الدفعة الأولى#QRN110-2#${today}`;
    storeLocalEntry(1, refusedEntry);
    localStorage.setItem(storageKey, JSON.stringify({ values, at: today }));
  };

  it.each([
    ['is sent with the other typed rows', { teacherNotes: 'حسن' }, ['1', '2']],
    ['is sent without an invalid row, which stays', { pagesCount: 'x' }, ['1']],
  ])('%s', async (_, texts, sent) => {
    type(texts);
    const { saved } = open({ records: [other, badr] });
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    const rows = saved.mock.calls[0]?.[0].records ?? [];
    expect(rows.map(({ studentId }) => studentId)).toEqual(sent);
    expect(rows[0]).toMatchObject({ teacherNotes: 'أحسن', recordContent: 'سورة النبأ', version: 2 });
    expect((await cell('عدد الصفحات', 'بدر الزهراني')).value).toBe(sent.length === 1 ? 'x' : '');
  });
});

describe('a student with a recitation today', () => {
  const recitation = (seq: number, range: { from: string; to: string }) => ({
    ...emptyRecord('1', anas.studentName),
    id: 10 + seq,
    seq,
    heardBy: 'معاذ الحافظ',
    version: 1,
    updated_at: '',
    ranges: [range],
    result: 'accepted' as const,
    pagesCount: 0.5,
    performanceLevel: 'جيد' as const,
  });
  const first = recitation(1, { from: '78:1', to: '78:10' });
  const second = recitation(2, { from: '78:11', to: '78:20' });
  const oneRecitation: DailyRecord = { ...anas, ...first, studentName: anas.studentName, count: 1 };
  const twoRecitations: DailyRecord = {
    ...oneRecitation,
    ...second,
    studentName: anas.studentName,
    count: 2,
    version: 2,
    ranges: [...first.ranges, ...second.ranges],
    recitations: [first, second],
  };

  it('a student recites again: the first recitation is shown, and the second recitation is sent separately', async () => {
    const { added } = open({ records: [oneRecitation, badr] });
    await userEvent.click(await screen.findByRole('button', { name: 'تسميع آخر، أنس الراشد' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('النبأ 1-10')).toBeTruthy();
    expect(dialog.getByText(/سمّع له معاذ الحافظ/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'تسميع آخر' }));
    await userEvent.type(dialog.getByLabelText('محتوى السجل، أنس الراشد'), 'النبأ 11-20');
    await userEvent.click(dialog.getByRole('button', { name: 'ممتاز' }));
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    await waitFor(() => expect(added).toHaveBeenCalledOnce());
    expect(added.mock.calls[0]?.[0]).toMatchObject({
      studentId: '1',
      kind: 'new',
      recordDate: today,
      ranges: [{ from: '78:11', to: '78:20' }],
      performanceLevel: 'ممتاز',
    });
    expect(await toast('حُفظ تسميع آخر لـ«أنس الراشد»')).toBeTruthy();
  });

  it('a row with two recitations is read-only, and each recitation is corrected and deleted separately', async () => {
    const { changed, removed } = open({ records: [twoRecitations, badr] });
    expect((await cell('محتوى السجل', 'أنس الراشد')).readOnly).toBe(true);
    expect((await cell('محتوى السجل', 'بدر الزهراني')).readOnly).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'تسميعان، أنس الراشد' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'تعديل التسميع: النبأ 11-20' }));
    await userEvent.type(dialog.getByLabelText('ملاحظات، أنس الراشد'), 'أحسن');
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    await waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(changed.mock.calls[0]).toMatchObject([12, { teacherNotes: 'أحسن', version: 1 }]);
    await userEvent.click(await dialog.findByRole('button', { name: 'حذف التسميع: النبأ 1-10' }));
    await waitFor(() => expect(removed.mock.calls).toEqual([[11, 1]]));
  });
});

describe('daily records of a day outside of the dates of the batch', () => {
  const ended = { start_date: '2025-09-01', end_date: '2026-06-30' };
  const question = () => screen.findByRole('dialog', { name: 'يوم خارج تاريخي الدفعة' });
  const answer = async (name: string) =>
    userEvent.click(within(await question()).getByRole('button', { name }));
  const isAsked = () => screen.queryByRole('dialog', { name: 'يوم خارج تاريخي الدفعة' }) !== null;
  const note = async (text: string) => fill(await cell('ملاحظات', 'أنس الراشد'), text);

  it('the records ask once, and are then stored', async () => {
    const { saved } = open({ dates: ended });
    await note('أحسن');
    await save();
    expect((await question()).textContent).toContain(
      'هذا اليوم خارج تاريخي الدفعة (من 9 ربيع الأول 1447 هـ إلى 15 محرم 1448 هـ)، هل تحفظ؟',
    );
    await answer('رجوع');
    await waitFor(() => expect(isAsked()).toBe(false));
    expect(saved).not.toHaveBeenCalled();
    expect((await cell('ملاحظات', 'أنس الراشد')).value).toBe('أحسن');
    await save();
    await answer('حفظ');
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    await note(' جداً');
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    expect(isAsked()).toBe(false);
  });

  it('records without a network also ask once, and the typed text stays', async () => {
    let isDown = true;
    const { saved } = open({
      dates: ended,
      save: async () => {
        if (isDown) throw new ApiProblem(0, 'لا شبكة', null, 'NETWORK');
        return { success: true, message: 'حُفظ بعد عودة الشبكة' };
      },
    });
    await note('كُتب بلا شبكة');
    await save();
    await answer('حفظ');
    expect(await screen.findByText(/كل ما كتبته باقٍ على هذا الجهاز/)).toBeTruthy();
    isDown = false;
    await save();
    expect(await toast('حُفظ بعد عودة الشبكة')).toBeTruthy();
    expect(saved).toHaveBeenCalledTimes(2);
    expect(isAsked()).toBe(false);
  });

  it.each([
    ['inside of the dates of the batch', { start_date: today, end_date: today }],
    ['of a batch without dates', { start_date: null, end_date: null }],
    ['of a server that sends no dates', {}],
  ])('records %s are saved without a question', async (_, dates) => {
    const { saved } = open({ dates });
    await note('أحسن');
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(isAsked()).toBe(false);
  });
});

describe('failures of the daily records', () => {
  it('a day that cannot be loaded shows a message and a retry', async () => {
    let isDown = true;
    open({
      load: async () => {
        if (isDown) throw new ApiProblem(500, 'خطأ', null, 'INTERNAL');
        return { records: [anas] };
      },
    });
    expect(await screen.findByText('حدث خطأ أثناء تحميل السجلات')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'إعادة المحاولة' }));
    expect(await cell('محتوى السجل', 'أنس الراشد')).toBeTruthy();
  });

  it.each([
    ['the message of the server', { error: 'سبب من الخادم' }, 'سبب من الخادم'],
    ['the message of the screen', null, 'حدث خطأ أثناء حفظ السجلات'],
  ])('a failed save shows %s', async (_, answer, sentence) => {
    open({
      save: async () => {
        throw new ApiProblem(500, 'خطأ', answer);
      },
    });
    await fill(await cell('ملاحظات', 'أنس الراشد'), 'أحسن');
    await save();
    expect(await toast(sentence)).toBeTruthy();
    expect((await cell('ملاحظات', 'أنس الراشد')).value).toBe('أحسن');
  });

  it('typed text stays without a network, also on the device, until it is saved', async () => {
    const { router } = open({
      save: async () => {
        throw new ApiProblem(0, 'لا شبكة', null, 'NETWORK');
      },
    });
    await fill(await cell('ملاحظات', 'أنس الراشد'), 'كُتب بلا شبكة');
    await save();
    expect(await screen.findByText(/كل ما كتبته باقٍ على هذا الجهاز/)).toBeTruthy();
    cleanup();
    router.dispose();
    const again = open();
    expect((await cell('ملاحظات', 'أنس الراشد')).value).toBe('كُتب بلا شبكة');
    await save();
    expect(await toast('تم حفظ السجلات اليومية بنجاح')).toBeTruthy();
    expect(again.saved).toHaveBeenCalledOnce();
    expect(JSON.stringify(localStorage)).not.toContain('كُتب بلا شبكة');
  });

  it('a field changed by two users asks the second user; other fields are merged', async () => {
    const theirs = { ...anas, teacherNotes: 'منه', performanceLevel: 'جيد' as const, version: 1 };
    let isStale = true;
    const { saved } = open({
      save: async () => {
        if (isStale) {
          isStale = false;
          throw new ApiProblem(409, '', { code: 'STALE', error: 'قديم', current: [theirs] });
        }
        return { success: true, message: 'حُفظ بعد الاختيار' };
      },
    });
    await userEvent.type(await cell('ملاحظات', 'أنس الراشد'), 'مني');
    await userEvent.type(await cell('الأخطاء', 'أنس الراشد'), '2');
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
    expect(within(dialog).getByText('منه')).toBeTruthy();
    expect(within(dialog).queryByText('الأخطاء', { exact: false })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'حفظ المختار' }));
    expect(await toast('حُفظ بعد الاختيار')).toBeTruthy();
    expect(saved.mock.calls[1]?.[0].records[0]).toMatchObject({
      version: 1,
      teacherNotes: 'مني',
      mistakesCount: 2,
      performanceLevel: 'جيد',
    });
  });

  it('an invalid text stays as typed if the user takes all other values of the other user', async () => {
    const theirs = { ...anas, teacherNotes: 'منه', version: 1 };
    const { saved } = open({
      save: async () => {
        throw new ApiProblem(409, '', { code: 'STALE', error: 'قديم', current: [theirs] });
      },
    });
    await fill(await cell('ملاحظات', 'أنس الراشد'), 'مني');
    await fill(await cell('عدد الصفحات', 'بدر الزهراني'), 'x');
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' }));
    await userEvent.click(dialog.getByRole('radio', { name: /^القيمة المحفوظة/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ المختار' }));
    await waitFor(async () => expect((await cell('ملاحظات', 'أنس الراشد')).value).toBe('منه'));
    expect((await cell('عدد الصفحات', 'بدر الزهراني')).value).toBe('x');
    expect(saved).toHaveBeenCalledOnce();
  });

  it('a change of the page with unsaved rows asks first', async () => {
    const { router } = open();
    await fill(await cell('ملاحظات', 'أنس الراشد'), 'أحسن');
    await router.navigate('/elsewhere');
    await userEvent.click(await screen.findByRole('button', { name: 'البقاء في الصفحة' }));
    expect(router.state.location.pathname).toBe('/daily-records');
    expect((await cell('ملاحظات', 'أنس الراشد')).value).toBe('أحسن');
  });

  it('rows are sent by name to a server without student numbers, versions and earlier records', async () => {
    const plain = (studentName: string) =>
      ({
        studentName,
        recordContent: null,
        pagesCount: null,
        performanceLevel: null,
        mistakesCount: null,
        teacherNotes: null,
      }) as unknown as DailyRecord;
    const { saved } = open({
      records: [plain('أنس الراشد'), plain('بدر الزهراني')],
      curriculum: null,
      save: async () => ({ success: true, message: 'تم' }),
    });
    await fill(await cell('محتوى السجل', 'بدر الزهراني'), 'الورد');
    expect(screen.queryByRole('button', { name: /^المتابعة/ })).toBeNull();
    await save();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0].records).toEqual([
      {
        studentName: 'بدر الزهراني',
        recordContent: 'الورد',
        pagesCount: 1,
        performanceLevel: null,
        mistakesCount: null,
        teacherNotes: null,
      },
    ]);
  });
});
