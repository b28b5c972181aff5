import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { DailyRecord } from '../../contract/dailyRecords';
import DailyRecordsPage from '../../src/custom-pages/daily-records/DailyRecordsPage';
import HalaqaPage from '../../src/custom-pages/halaqa/HalaqaPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { openOutbox } from '../../src/dataProvider/outbox/userOutbox';
import type { FurtherRecitation } from '../../src/dataProvider/outbox/recitations';
import { emptyRecord, freeTextCurriculum, judgingRules } from '../support/dailyRecords';
import { fill } from '../support/fill';
import { renderScreen } from '../support/screen';
import { pageAddress, signTeacherIn, subjectProvider } from '../support/subjectPage';
import { storeLocalEntry } from '../support/localOutbox';

const today = '2026-11-21';
const anas: DailyRecord = {
  ...emptyRecord('1', 'أنس الراشد'),
  id: 11,
  seq: 1,
  count: 1,
  version: 1,
  ranges: [{ from: '78:1', to: '78:10' }],
  result: 'accepted',
};
const kinds = [
  { key: 'prompt', name: 'فتح', weight: 1, is_used: true, version: 1 },
  { key: 'hesitation', name: 'تردد', weight: 0.25, is_used: false, version: 1 },
];

type Add = (body: object, key: string) => Promise<object>;
type Change = (id: number, body: object) => Promise<object>;
const stored = { id: 21, version: 1 };

function provider() {
  const added = vi.fn<Add>(async () => stored);
  const changed = vi.fn<Change>(async () => ({}));
  const read = vi.fn<() => Promise<object>>(async () => ({ records: [anas] }));
  const api = {
    ...subjectProvider({ name: 'الورد اليومي', type: 'تقييد يومي' }),
    settings: async () => ({ today, result_rules: judgingRules }),
    curriculum: async () => freeTextCurriculum,
    faultKinds: async () => kinds,
    dailyRecords: read,
    addRecitation: added,
    changeRecitation: changed,
    register: async () => ({ students: [], absences: [], taken: true, version: 1 }),
    hifz: async () => ({ circleTasks: async () => [], task: async () => null }),
  };
  return { added, changed, read, api };
}

function open() {
  const { api, ...calls } = provider();
  renderScreen(<DailyRecordsPage />, api, pageAddress('/daily-records'));
  return calls;
}
const dialog = async () => within(await screen.findByRole('dialog'));
const press = async (name: string) => userEvent.click((await dialog()).getByRole('button', { name }));
const field = async (column: string) =>
  (await dialog()).findByLabelText<HTMLTextAreaElement>(`${column}، أنس الراشد`);
const content = () => field('محتوى السجل');

async function recite(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'تسميع آخر، أنس الراشد' }));
  await press('تسميع آخر');
  await fill(await content(), text);
}
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('rasd.draft'));

const networkError = new ApiProblem(0, 'لا اتصال بالخادم', null, 'NETWORK');
const refusal = (status: number, code: 'VALIDATION' | 'KEY_REUSED') =>
  new ApiProblem(status, 'مرفوض', { code, error: 'مرفوض' });

/** A refused further recitation, stored on the device. */
const refusedEntry: FurtherRecitation = {
  kind: 'recitation',
  id: 'entry',
  at: '2026-11-21T08:00:00.000Z',
  state: 'refused',
  problem: { status: 422, code: 'VALIDATION', message: 'ليس من طلابك', current: null },
  batchName: 'الدفعة الأولى',
  subjectCode: 'QRN110-2',
  date: today,
  named: {},
  mark: 'a'.repeat(32),
  studentName: 'أنس الراشد',
  kindName: 'الحفظ',
  recitation: {
    subjectCode: 'QRN110-2',
    recordDate: today,
    studentId: '1',
    kind: 'new',
    recordContent: 'النبأ 11-20',
    ranges: [{ from: '78:11', to: '78:20' }],
    pagesCount: 1.5,
    performanceLevel: 'ممتاز',
    teacherNotes: 'بتجويد',
    faults: [{ kind: 'prompt', ayah: '78:12', count: 2 }],
    result: 'repeat',
  },
};
const { subjectCode: _subject, recordDate: _date, ...requestBody } = refusedEntry.recitation;
const storeRefusedEntry = () => storeLocalEntry(1, refusedEntry);
const queueStates = () => openOutbox()?.entries.map(({ state }) => state);

signTeacherIn();

describe('an unsaved second recitation', () => {
  it('an unsaved second recitation is restored after a reload, and its draft is deleted once it is saved', async () => {
    open();
    await recite('النبأ 11-20');
    cleanup();
    const { added } = open();
    expect((await content()).value).toBe('النبأ 11-20');
    expect((await dialog()).getByText('أُعيدت البيانات غير المحفوظة، راجعها ثم احفظ.')).toBeTruthy();
    expect(drafts()).toEqual([expect.stringContaining(`#recitation#${today}`)]);
    await press('حفظ');
    await waitFor(() => expect(added).toHaveBeenCalledOnce());
    expect(added.mock.calls[0]?.[0]).toMatchObject({ ranges: [{ from: '78:11', to: '78:20' }] });
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it('a saved second recitation without an outbox can be undone from its toast', async () => {
    const { added } = open();
    added.mockResolvedValue({ ...stored, operation_id: 5 });
    await recite('النبأ 11-20');
    await press('حفظ');
    await waitFor(() => expect(added).toHaveBeenCalledOnce());
    expect(await screen.findByText('تراجع')).toBeDefined();
  });

  it('a restored correction is saved with the version from before the reload', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'تسميع آخر، أنس الراشد' }));
    await press('تعديل التسميع: النبأ 1-10');
    await fill(await field('ملاحظات'), 'أحسن');
    cleanup();
    const { changed } = open();
    expect((await field('ملاحظات')).value).toBe('أحسن');
    await press('حفظ');
    await waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(changed.mock.calls[0]).toMatchObject([11, { teacherNotes: 'أحسن', version: 1 }]);
  });

  it('a dialog that is cancelled, or closed with the changes discarded, leaves no draft', async () => {
    open();
    await recite('النبأ 11-20');
    expect(drafts()).toHaveLength(1);
    await press('إلغاء');
    expect(drafts()).toEqual([]);
    await press('تسميع آخر');
    await fill(await content(), 'النبأ 11-20');
    await press('إغلاق');
    await userEvent.click(await screen.findByRole('button', { name: 'ترك التغييرات' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(drafts()).toEqual([]);
  });
});

describe('a correction with a late answer', () => {
  async function correct() {
    const calls = open();
    const answers = { save: () => {}, refuse: (_problem: unknown) => {} };
    calls.changed.mockImplementationOnce(
      () =>
        new Promise((resolve, reject) => {
          answers.save = () => resolve(asCorrected);
          answers.refuse = reject;
        }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'تسميع آخر، أنس الراشد' }));
    await press('تعديل التسميع: النبأ 1-10');
    await fill(await field('ملاحظات'), 'أحسن');
    await press('حفظ');
    await waitFor(() => expect(calls.changed).toHaveBeenCalledOnce());
    return { ...calls, answers };
  }
  const asCorrected = { ...anas, teacherNotes: 'أحسن', version: 2 };
  async function typeAnother() {
    await press('إلغاء');
    await press('تسميع آخر');
    await fill(await content(), 'النبأ 11-20');
  }

  it('a late answer does not change another recitation that is being typed', async () => {
    const { answers } = await correct();
    await typeAnother();
    answers.save();
    await screen.findByText('حُفظ تعديل تسميع «أنس الراشد»');
    expect((await content()).value).toBe('النبأ 11-20');
    expect(drafts()).toHaveLength(1);
  });

  it('a late STALE response does not change the recitation that the user types now', async () => {
    const { answers, added } = await correct();
    await typeAnother();
    const current = { ...anas, teacherNotes: 'غيره', version: 2 };
    answers.refuse(new ApiProblem(409, 'قديم', { code: 'STALE', error: 'قديم', current }));
    await screen.findByText(/عدّل شخص آخر/);
    await press('حفظ');
    await waitFor(() => expect(added).toHaveBeenCalledOnce());
    expect(added.mock.calls[0]?.[0]).toMatchObject({ recordContent: 'النبأ 11-20' });
  });

  it('text typed after the save stays, and the next save sends the new version', async () => {
    const { answers, changed } = await correct();
    expect(screen.queryByText(/لم يصل رد الخادم/)).toBeNull();
    await fill(await field('ملاحظات'), ' كثيرًا');
    answers.save();
    await screen.findByText('حُفظ تعديل تسميع «أنس الراشد»');
    await press('حفظ');
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
    expect(changed.mock.calls[1]).toMatchObject([11, { teacherNotes: 'أحسن كثيرًا', version: 2 }]);
    await waitFor(() => expect(drafts()).toEqual([]));
  });
});

describe('a refused second recitation', () => {
  it('a refused second recitation is reviewed with all its fields, and stays on the device until it is saved', async () => {
    storeRefusedEntry();
    const { added } = open();
    added.mockRejectedValueOnce(refusal(422, 'VALIDATION'));
    await userEvent.click(await screen.findByRole('button', { name: 'تسميع آخر، أنس الراشد' }));
    await press('تعديل التسميع: النبأ 11-20');
    expect((await content()).value).toBe('النبأ 11-20');
    expect((await field('عدد الصفحات')).value).toBe('1.5');
    expect((await field('الأخطاء')).value).toBe('2');
    expect((await field('ملاحظات')).value).toBe('بتجويد');
    expect((await dialog()).getByText('فتح، النبأ 12: 2')).toBeTruthy();
    await press('حفظ');
    await waitFor(() => expect(added).toHaveBeenCalledTimes(1));
    expect(added.mock.calls[0]).toEqual([expect.objectContaining(requestBody), refusedEntry.mark]);
    await screen.findByText('مرفوض');
    expect(queueStates()).toEqual(['refused']);
    await press('حفظ');
    await waitFor(() => expect(added).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(queueStates()).toEqual([]));
    expect((await dialog()).queryByText(/لم يُقبل/)).toBeNull();
  });

  it('a refused second recitation stays unchanged when the review is cancelled', async () => {
    storeRefusedEntry();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'تسميع آخر، أنس الراشد' }));
    await press('تعديل التسميع: النبأ 11-20');
    await press('إلغاء');
    expect((await dialog()).getByText(/لم يُقبل/)).toBeTruthy();
    expect(queueStates()).toEqual(['refused']);
  });

  it('the hearing screen also reviews it completely, and it leaves the device once it is saved', async () => {
    storeRefusedEntry();
    const { api, added } = provider();
    added.mockRejectedValueOnce(refusal(422, 'VALIDATION'));
    renderScreen(<HalaqaPage />, api, `${pageAddress('/halaqa')}&student=1&kind=new`);
    await userEvent.click(await screen.findByRole('button', { name: 'تعديل التسميع: النبأ 11-20' }));
    expect(await screen.findByText('النبأ 11-20 · بتجويد')).toBeTruthy();
    const save = async () => userEvent.click(await screen.findByRole('button', { name: /^حفظ:/ }));
    await save();
    await waitFor(() => expect(added).toHaveBeenCalledTimes(1));
    expect(added.mock.calls[0]).toEqual([{ ...refusedEntry.recitation }, refusedEntry.mark]);
    await screen.findByText('مرفوض');
    expect(queueStates()).toEqual(['refused']);
    await save();
    await waitFor(() => expect(queueStates()).toEqual([]));
    expect(added).toHaveBeenCalledTimes(2);
  });
});

it('the progress of a hearing does not count absent students', async () => {
  const { api } = provider();
  const absences = [{ id: 1, studentId: '2', studentName: 'سعد الحربي', type: 'غياب بعذر', notes: null }];
  const changes = {
    dailyRecords: async () => ({ records: [anas, emptyRecord('2', 'سعد الحربي')] }),
    register: async () => ({ students: [], absences, taken: true, version: 1 }),
  };
  renderScreen(<HalaqaPage />, { ...api, ...changes }, pageAddress('/halaqa'));
  expect(await screen.findByRole('button', { name: / · أُنجز 1 من 1$/ })).toBeTruthy();
  cleanup();
  renderScreen(
    <HalaqaPage />,
    { ...api, ...changes, register: async () => ({ students: [], absences: [], taken: true, version: 1 }) },
    pageAddress('/halaqa'),
  );
  expect(await screen.findByRole('button', { name: / · أُنجز 1 من 2$/ })).toBeTruthy();
});

describe('a second recitation with a lost response', () => {
  async function sendAndLoseAnswer(...after: unknown[]) {
    const calls = open();
    calls.added.mockRejectedValueOnce(networkError);
    for (const problem of after) calls.added.mockRejectedValueOnce(problem);
    await recite('النبأ 11-20');
    await press('حفظ');
    await (await dialog()).findByText(/لن يُسجّل مرتين/);
    const [body, idempotencyKey] = calls.added.mock.calls[0] ?? [];
    return { ...calls, body, idempotencyKey };
  }

  it('the warning is shown only after the response is lost', async () => {
    const { added } = open();
    let fail = () => {};
    added.mockImplementationOnce(
      () => new Promise((_resolve, reject) => (fail = () => reject(networkError))),
    );
    await recite('النبأ 11-20');
    await press('حفظ');
    await waitFor(() => expect(added).toHaveBeenCalledOnce());
    expect(screen.queryByText(/لن يُسجّل مرتين/)).toBeNull();
    fail();
    await (await dialog()).findByText(/لن يُسجّل مرتين/);
  });

  it('the recitation is sent again with the same key, also after a reload', async () => {
    const { body, idempotencyKey, read } = await sendAndLoseAnswer();
    await waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(1));
    cleanup();
    const { added } = open();
    await (await dialog()).findByText(/لن يُسجّل مرتين/);
    await press('حفظ');
    await waitFor(() => expect(added.mock.calls).toEqual([[body, idempotencyKey]]));
  });

  it('an edit after the lost response first repeats the request, then sends a correction', async () => {
    const { added, changed, body, idempotencyKey } = await sendAndLoseAnswer();
    await userEvent.type(await content(), '{Backspace}5');
    await press('حفظ');
    await waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(added.mock.calls.slice(1)).toEqual([[body, idempotencyKey]]);
    expect(changed.mock.calls[0]).toEqual([
      21,
      expect.objectContaining({
        recordContent: 'النبأ 11-25',
        ranges: [{ from: '78:11', to: '78:25' }],
        faults: [],
        teacherNotes: null,
        version: 1,
      }),
    ]);
    await screen.findByText('حُفظ تسميع آخر لـ«أنس الراشد»');
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it('a correction whose response is lost too counts as saved if the server has its values', async () => {
    const { added, changed } = await sendAndLoseAnswer();
    changed.mockRejectedValueOnce(networkError);
    await userEvent.type(await content(), '{Backspace}5');
    await press('حفظ');
    await waitFor(() => expect(changed).toHaveBeenCalledOnce());
    const current = { ...anas, ...changed.mock.calls[0]?.[1], id: 21, version: 2 };
    changed.mockRejectedValueOnce(new ApiProblem(409, 'قديم', { code: 'STALE', error: 'قديم', current }));
    await (await dialog()).findByText(/لن يُسجّل مرتين/);
    await press('حفظ');
    await screen.findByText('حُفظ تسميع آخر لـ«أنس الراشد»');
    expect(screen.queryByText(/عدّل شخص آخر/)).toBeNull();
    expect(added).toHaveBeenCalledTimes(3);
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it('after a refused retry, the next request has the current input', async () => {
    const { added, changed } = await sendAndLoseAnswer(refusal(422, 'VALIDATION'));
    await userEvent.type(await content(), '{Backspace}5');
    await press('حفظ');
    await waitFor(() => expect(added).toHaveBeenCalledTimes(3));
    expect(added.mock.calls[2]?.[0]).toMatchObject({ recordContent: 'النبأ 11-25' });
    expect(changed).not.toHaveBeenCalled();
  });

  it('a reused key shows a message, and the next save uses a new key', async () => {
    const { added, idempotencyKey } = await sendAndLoseAnswer(refusal(422, 'KEY_REUSED'));
    await press('حفظ');
    await screen.findByText(/وصل التسميع كما أُرسل قبل تعديله/);
    expect(added).toHaveBeenCalledTimes(2);
    await press('حفظ');
    await waitFor(() => expect(added).toHaveBeenCalledTimes(3));
    expect(added.mock.calls[2]?.[1]).not.toBe(idempotencyKey);
  });

  it('the hearing screen also sends an edit as a correction', async () => {
    const { api, added, changed } = provider();
    added.mockRejectedValueOnce(networkError);
    const recitation = { ranges: [{ from: '78:11', to: '78:20' }], faults: [], level: null, result: null };
    const storageKey = `rasd.draft.1./halaqa#الدفعة الأولى#QRN110-2#${today}`;
    const values = { 'new:1': { ...recitation, version: 0, again: 'b'.repeat(32) } };
    localStorage.setItem(storageKey, JSON.stringify({ values, at: today }));
    renderScreen(<HalaqaPage />, api, `${pageAddress('/halaqa')}&student=1&kind=new`);
    const save = async () => userEvent.click(await screen.findByRole('button', { name: /^حفظ:/ }));
    await save();
    await screen.findByText(/لن يُسجّل مرتين/);
    await userEvent.click(screen.getByRole('button', { name: 'يُعاد' }));
    await save();
    await waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(added.mock.calls[1]).toEqual(added.mock.calls[0]);
    expect(changed.mock.calls[0]).toMatchObject([21, { result: 'repeat', version: 1 }]);
  });

  it('a recitation that an earlier version sent without an answer is sent again with its key', async () => {
    const { api } = provider();
    const saved = vi.fn<(body: object, key: string) => Promise<object>>(async () => ({ records: [anas] }));
    const row = { studentId: '1', kind: 'near', ranges: [{ from: '78:11', to: '78:20' }], version: 0 };
    const lost = { key: 'c'.repeat(32), row };
    const values = {
      'near:1': { ranges: row.ranges, faults: [], level: null, result: null, version: 0, lost },
    };
    const storageKey = `rasd.draft.1./halaqa#الدفعة الأولى#QRN110-2#${today}`;
    localStorage.setItem(storageKey, JSON.stringify({ values, at: today }));
    const address = `${pageAddress('/halaqa')}&student=1&kind=near`;
    renderScreen(<HalaqaPage />, { ...api, saveDailyRecords: saved }, address);
    const [button] = await screen.findAllByRole('button', { name: 'إرسال مرة أخرى' });
    await userEvent.click(button as HTMLElement);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]).toMatchObject([{ records: [row] }, lost.key]);
    await waitFor(() => expect(drafts()).toEqual([]));
  });
});
