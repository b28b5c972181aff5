import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Register } from '../../contract/absences';
import AbsencesPage from '../../src/custom-pages/absences/AbsencesPage';
import { renderScreen } from '../support/screen';
import { pageAddress, signTeacherIn, subjectProvider } from '../support/subjectPage';
import { readLocalQueue } from '../support/localOutbox';

const today = '2026-11-21';
const ended = { start_date: '2025-09-01', end_date: '2026-06-30' };
const subject = { name: 'التجويد', type: 'مادة' };
const address = pageAddress('/absences');

const register: Register = {
  batchName: 'الدفعة الأولى',
  subjectCode: 'QRN110-2',
  date: today,
  students: [{ studentId: '1', studentName: 'أنس الراشد' }],
  absences: [],
  taken: false,
  version: 0,
} as unknown as Register;

/** Opens the register. @returns the requests */
function open(
  dates: { start_date?: string | null; end_date?: string | null },
  changes: object = {},
  at = address,
) {
  const sent = vi.fn<(url: string, body: unknown) => void>();
  const network = { isDown: false };
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return new Response('{}', { status: 404 });
    if (network.isDown) throw new TypeError('Failed to fetch');
    sent(url, JSON.parse(String(body)));
    const answer = { ...register, taken: true, version: 1, message: 'تم حفظ الغياب بنجاح' };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  const stats = { totalAbsences: 0, excusedAbsences: 0, unexcusedAbsences: 0, todayAbsences: 0 };
  const router = renderScreen(
    <AbsencesPage />,
    {
      ...subjectProvider(subject, dates),
      settings: async () => ({ today }),
      register: async () => register,
      absenceStatistics: async () => ({ ...stats, attendanceRate: null, topAbsentees: [] }),
      ...changes,
    },
    at,
  );
  return { sent, network, router };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const save = () => press('حفظ: لا غياب');
const question = () => screen.findByRole('dialog', { name: 'يوم خارج تاريخي الدفعة' });
const answer = async (name: string) =>
  userEvent.click(within(await question()).getByRole('button', { name }));
const isAsked = () => screen.queryByRole('dialog', { name: 'يوم خارج تاريخي الدفعة' }) !== null;

signTeacherIn();

describe('a register of a day outside of the dates of the batch', () => {
  it('the register asks once, and is then stored', async () => {
    const { sent, router } = open(ended);
    await save();
    expect((await question()).textContent).toContain(
      'هذا اليوم خارج تاريخي الدفعة (من 9 ربيع الأول 1447 هـ إلى 15 محرم 1448 هـ)، هل تحفظ؟',
    );
    await answer('رجوع');
    await waitFor(() => expect(isAsked()).toBe(false));
    expect(sent).not.toHaveBeenCalled();
    await save();
    await answer('حفظ');
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    await save();
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(isAsked()).toBe(false);
    // Another day asks again.
    await act(() => router.navigate(`${address}&date=2026-11-20`));
    await screen.findByRole('button', { name: /الجمعة 10 جمادى الآخرة/ });
    await save();
    await question();
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('the register asks before it is saved and left, and the answer decides whether the page is left', async () => {
    const { sent, router } = open(ended);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'أنس الراشد غائب' }));
    const leave = async () => {
      await act(() => router.navigate('/elsewhere'));
      await press('حفظ ثم انتقال');
    };
    await leave();
    await answer('رجوع');
    await waitFor(() => expect(isAsked()).toBe(false));
    expect(router.state.location.pathname).toBe('/absences');
    expect(sent).not.toHaveBeenCalled();
    await leave();
    await answer('حفظ');
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
    expect(sent).toHaveBeenCalledOnce();
  });

  it('the register asks once without a network too, waits on the device, and is sent later without a second question', async () => {
    const { sent, network } = open(ended);
    network.isDown = true;
    await save();
    await answer('حفظ');
    const waiting = await screen.findByText(/^حُفظ تحضير .* على هذا الجهاز/);
    expect(readLocalQueue(1)).toMatchObject([{ subjectCode: 'QRN110-2' }]);
    network.isDown = false;
    const alert = waiting.closest('[role="alert"]') as HTMLElement;
    await userEvent.click(within(alert).getByRole('button'));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(isAsked()).toBe(false);
  });
});

it.each([
  ['inside of the dates of the batch', { start_date: '2026-11-21', end_date: '2026-11-21' }],
  ['of a batch without dates', { start_date: null, end_date: null }],
  ['of a server that sends no dates', {}],
])('a register of a day %s is saved without a question', async (_, dates) => {
  const { sent } = open(dates);
  await save();
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(isAsked()).toBe(false);
});

it.each([
  [
    { start_date: '2026-12-01', end_date: null },
    'هذا اليوم قبل بداية الدفعة (21 جمادى الآخرة 1448 هـ)، هل تحفظ؟',
  ],
  [
    { start_date: null, end_date: '2026-11-20' },
    'هذا اليوم بعد نهاية الدفعة (10 جمادى الآخرة 1448 هـ)، هل تحفظ؟',
  ],
])('the question contains the only date of the batch', async (dates, sentence) => {
  const { sent } = open(dates);
  await save();
  expect((await question()).textContent).toContain(sentence);
  expect(sent).not.toHaveBeenCalled();
});

it('a conflict found after the user has left the register is still shown', async () => {
  const { router } = open({});
  const theirs = { id: 1, studentId: '1', studentName: 'أنس الراشد', type: 'غياب بعذر', notes: null };
  const current = { ...register, absences: [theirs], taken: true, version: 1 };
  const refusal = { error: 'غيّر غيرك هذا اليوم', code: 'STALE', current };
  const headers = { 'content-type': 'application/json' };
  let giveAnswer = () => {};
  const isAnswered = new Promise<void>((resolve) => (giveAnswer = resolve));
  vi.stubGlobal('fetch', async () => {
    await isAnswered;
    return new Response(JSON.stringify(refusal), { status: 409, headers });
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'أنس الراشد غائب' }));
  await press('حفظ الغياب');
  await act(() => router.navigate('/absences?batch_id=2'));
  const dialog = await screen.findByRole('dialog', { name: 'ترك التغييرات؟' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'ترك التغييرات' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'حفظ الغياب' })).toBeNull());
  giveAnswer();
  expect(await screen.findByText('غيّر غيرك هذا اليوم')).toBeTruthy();
});

it('a change of the circle asks about unsaved marks, which are kept or discarded', async () => {
  const { router } = open({});
  await userEvent.click(await screen.findByRole('checkbox', { name: 'أنس الراشد غائب' }));
  await act(() => router.navigate(`${address}&circle_id=all`));
  const dialog = await screen.findByRole('dialog', { name: 'ترك التغييرات؟' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'البقاء في الصفحة' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).not.toContain('circle_id');
  expect(await screen.findByRole('checkbox', { name: 'أنس الراشد غائب', checked: true })).toBeTruthy();
});

it('a circle in the address that the teacher does not have on the day shows a message, and no other circle', async () => {
  const own = { id: 1, subject_code: 'QRN110-2', name: 'حلقة النور', teacher_id: 1, ended_on: null };
  const dates: (string | undefined)[] = [];
  const circlesOf = async (_: string, date?: string) => {
    dates.push(date);
    return date === '2026-11-20' ? [own, { ...own, id: 2, name: 'حلقة الفرقان', teacher_id: 5 }] : [own];
  };
  const { router } = open({}, { circlesOf }, `${address}&circle_id=2`);
  expect(await screen.findByText('هذه الحلقة ليست لك في هذا اليوم')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  // On the day as a substitute, the teacher has the circle.
  await act(() => router.navigate(`${address}&circle_id=2&date=2026-11-20`));
  expect(await screen.findByRole('checkbox', { name: 'أنس الراشد غائب' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /· حلقة الفرقان ·/ })).toBeTruthy();
  expect(dates).toEqual(['2026-11-21', '2026-11-20']);
});

describe('the register on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });

  const student = (presence: string) => screen.findByRole('button', { name: `أنس الراشد: ${presence}` });
  const notesButton = () => screen.queryByRole('button', { name: 'ملاحظات على غياب أنس الراشد' });

  it('a tap gives the next presence, which the button says, and the chosen type is sent', async () => {
    const { sent } = open({});
    for (const [before, after] of [
      ['حاضر', 'غياب بدون عذر'],
      ['غياب بدون عذر', 'غياب بعذر'],
      ['غياب بعذر', 'حاضر'],
      ['حاضر', 'غياب بدون عذر'],
    ] as const) {
      await userEvent.click(await student(before));
      await student(after);
      const announcements = screen.getAllByRole('status').map(({ textContent }) => textContent);
      expect(announcements).toContain(`أنس الراشد: ${after}`);
    }
    // The keyboard reaches the same button.
    (await student('غياب بدون عذر')).focus();
    await userEvent.keyboard(' ');
    await student('غياب بعذر');
    await press('حفظ الغياب');
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    const absence = { studentId: '1', type: 'غياب بعذر', notes: null };
    expect(sent.mock.lastCall?.[1]).toMatchObject({ absentStudents: [absence] });
  });

  /** Marks the student as absent with a note, and taps through all presences. */
  async function writeNotesAndTap(): Promise<void> {
    await userEvent.click(await student('حاضر'));
    await userEvent.click(notesButton() as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'أنس الراشد' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'ملاحظات على غياب أنس الراشد' }), 'سفر{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    for (const presence of ['غياب بدون عذر · سفر', 'غياب بعذر · سفر', 'حاضر'])
      await userEvent.click(await student(presence));
    await student('غياب بدون عذر · سفر');
  }

  it('an absent student has notes behind «⋯», which survive a tap too many and a lost network', async () => {
    const { network, sent } = open({});
    network.isDown = true;
    expect(await student('حاضر')).toBeTruthy();
    expect(notesButton()).toBeNull();
    await writeNotesAndTap();
    await press('حفظ الغياب');
    await screen.findByText(/^حُفظ تحضير .* على هذا الجهاز/);
    network.isDown = false;
    await press('أرسل الآن');
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    const absence = { studentId: '1', type: 'غياب بدون عذر', notes: 'سفر' };
    expect(sent.mock.lastCall?.[1]).toMatchObject({ absentStudents: [absence] });
  });

  it.each([[['إلغاء', 'ترك التغييرات']], [['تحضير الجميع']]])(
    'notes discarded by %s do not return with the next tap',
    async (buttons) => {
      open({});
      await writeNotesAndTap();
      for (const name of buttons) await press(name);
      await userEvent.click(await student('حاضر'));
      expect(await student('غياب بدون عذر')).toBeTruthy();
    },
  );

  it('a stored absence without a type is shown as absent, and a tap chooses its type', async () => {
    const absences = [{ id: 1, studentId: '1', studentName: 'أنس الراشد', type: null, notes: null }];
    const { sent } = open({}, { register: async () => ({ ...register, absences, version: 1 }) });
    await student('غائب');
    await press('حفظ الغياب');
    expect(await screen.findByText('الرجاء تحديد نوع الغياب لجميع الطلاب الغائبين')).toBeTruthy();
    expect(sent).not.toHaveBeenCalled();
    await userEvent.click(await student('غائب'));
    await student('غياب بدون عذر');
    await press('حفظ الغياب');
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  });
});

it('a register counts its students once it is taken, and does not count while only some circles have one', async () => {
  open({});
  await screen.findByRole('button', { name: /^المختار الآن: التجويد · .* · أُنجز 0 من 1$/ });
  cleanup();
  open({}, { register: async () => ({ ...register, taken: true }) });
  await screen.findByRole('button', { name: / · أُنجز 1 من 1$/ });
  cleanup();
  const circles = [
    { circle_id: 1, taken: true, version: 1 },
    { circle_id: null, taken: false, version: 0 },
  ];
  open({}, { register: async () => ({ ...register, circles }) });
  await screen.findByRole('checkbox', { name: 'أنس الراشد غائب' });
  expect(screen.getByRole('button', { name: /^المختار الآن: التجويد · / }).textContent).not.toContain('من');
});

it('a register saved without a network is reported at the bottom, and counts as registered', async () => {
  const { network } = open({});
  network.isDown = true;
  await save();
  expect(await screen.findByText(/^حُفظ الغياب على هذا الجهاز/)).toBeDefined();
  expect(await screen.findByRole('button', { name: /أُنجز 1 من 1/ })).toBeDefined();
});

it('a register without an answer can be changed again after three seconds, and is still being sent', async () => {
  open({});
  let lose: () => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise((_, reject) => (lose = () => reject(new TypeError('lost')))));
  const box = await screen.findByRole('checkbox', { name: 'أنس الراشد غائب' });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(box);
    await press('حفظ الغياب');
    await waitFor(() => expect(box).toHaveProperty('disabled', true));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(await screen.findByText(/^جارٍ إرسال تحضير/)).toBeDefined();
    expect(box).toHaveProperty('disabled', false);
  } finally {
    vi.useRealTimers();
  }
  lose(); // otherwise the register of the next test waits for this one
  expect(await screen.findByText(/^حُفظ تحضير .* على هذا الجهاز/)).toBeDefined();
});

it('a late student can be set back to present in a register that was saved offline', async () => {
  const { network } = open({});
  network.isDown = true;
  const box = await screen.findByRole('checkbox', { name: 'أنس الراشد غائب' });
  await userEvent.click(box);
  await press('حفظ الغياب');
  await screen.findByText(/^حُفظ تحضير .* على هذا الجهاز/);
  expect(JSON.stringify(readLocalQueue(1))).toContain('غياب بدون عذر');
  await userEvent.click(box);
  expect(await screen.findByText('تغيير واحد غير محفوظ')).toBeDefined();
  await save();
  await waitFor(() => expect(readLocalQueue(1)).toMatchObject([{ absentStudents: [] }]));
  expect(screen.queryByText('تغيير واحد غير محفوظ')).toBeNull();
});

describe('a student with an accepted excuse', () => {
  it('the register shows the reason beside the name, and proposes an excused absence', async () => {
    const excused = { ...register, excuses: [{ studentId: '1', reason: 'illness', to: today }] };
    const { sent } = open({ start_date: '2026-09-01', end_date: null }, { register: async () => excused });
    expect(await screen.findByTitle('له عذر مقبول: مرض')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'أنس الراشد غائب' }));
    await press('حفظ الغياب');
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[1]).toMatchObject({
      absentStudents: [{ studentId: '1', type: 'غياب بعذر' }],
    });
  });

  it('without an excuse the proposed absence is unexcused', async () => {
    const { sent } = open({ start_date: '2026-09-01', end_date: null });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'أنس الراشد غائب' }));
    await press('حفظ الغياب');
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ absentStudents: [{ type: 'غياب بدون عذر' }] });
  });
});
