import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Register } from '../../contract/absences';
import AbsencesPage from '../../src/custom-pages/absences/AbsencesPage';
import DailyRecordsPage from '../../src/custom-pages/daily-records/DailyRecordsPage';
import HalaqaPage from '../../src/custom-pages/halaqa/HalaqaPage';
import { useInstitute } from '../../src/dataProvider/useInstitute';
import { NewDayQuestion } from '../../src/features/teaching-context/NewDayQuestion';
import { useFormDay } from '../../src/features/teaching-context/useDay';
import { emptyRecord } from '../support/dailyRecords';
import { fill } from '../support/fill';
import { renderScreen } from '../support/screen';
import { pageAddress, signTeacherIn, subjectProvider } from '../support/subjectPage';

const evening = '2026-11-20';
const morning = '2026-11-21';
// 22:00 and 06:00 in Riyadh.
const atNight = new Date('2026-11-20T19:00:00Z');
const inTheMorning = new Date('2026-11-21T03:00:00Z');
const anas = emptyRecord('1', 'أنس الراشد');

signTeacherIn();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: atNight }));
afterEach(() => void vi.useRealTimers());

/** Simulates a night in an open tab, and a return to the tab. */
const returnToTab = () =>
  act(async () => {
    vi.setSystemTime(inTheMorning);
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** The server returns the day of its own clock. */
const settings = async () => ({
  today: Date.now() < inTheMorning.getTime() ? evening : morning,
  time_zone: 'Asia/Riyadh',
});

const buildRegister = (date: string): Register =>
  ({
    batchName: 'الدفعة الأولى',
    subjectCode: 'QRN110-2',
    date,
    students: [{ studentId: '1', studentName: 'أنس الراشد' }],
    absences: [],
    taken: false,
    version: 0,
  }) as unknown as Register;

function openRegister(at = pageAddress('/absences')) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method !== 'PUT') return new Response('{}', { status: 404 });
    sent.push(url.slice(-10));
    const answer = {
      ...buildRegister(url.slice(-10)),
      taken: true,
      version: 1,
      message: 'تم حفظ الغياب بنجاح',
    };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  const stats = { totalAbsences: 0, excusedAbsences: 0, unexcusedAbsences: 0, todayAbsences: 0 };
  const router = renderScreen(
    <AbsencesPage />,
    {
      ...subjectProvider({ name: 'التجويد', type: 'مادة' }),
      settings,
      register: async (_: unknown, date: string) => buildRegister(date),
      absenceStatistics: async () => ({ ...stats, attendanceRate: null, topAbsentees: [] }),
    },
    at,
  );
  return { sent, router };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const mark = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: 'أنس الراشد غائب', checked: false }));
const isMarked = () => screen.findByRole('checkbox', { name: 'أنس الراشد غائب', checked: true });
const answer = async (name: RegExp) => {
  const question = await screen.findByRole('dialog', { name: 'بدأ يوم جديد' });
  await userEvent.click(within(question).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

it('an unchanged register left open overnight moves to the new day', async () => {
  const { sent } = openRegister();
  await screen.findByRole('button', { name: /· الجمعة 10 جمادى الآخرة/ });
  await returnToTab();
  await screen.findByRole('button', { name: /· السبت 11 جمادى الآخرة/ });
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('حفظ: لا غياب');
  await waitFor(() => expect(sent).toEqual([morning]));
});

it('an open register moves to the new day at midnight', async () => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: atNight, shouldAdvanceTime: true });
  openRegister();
  await screen.findByRole('button', { name: /· الجمعة 10 جمادى الآخرة/ });
  await act(() => vi.advanceTimersByTimeAsync(2 * 3_600_000 - 120_000));
  expect(screen.getByRole('button', { name: /· الجمعة 10 جمادى الآخرة/ })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(240_000));
  expect(await screen.findByRole('button', { name: /· السبت 11 جمادى الآخرة/ })).toBeTruthy();
});

it('a day chosen by the user stays overnight', async () => {
  const { sent } = openRegister(`${pageAddress('/absences')}&date=2026-11-18`);
  await mark();
  await returnToTab();
  expect(await isMarked()).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('حفظ الغياب');
  await waitFor(() => expect(sent).toEqual(['2026-11-18']));
});

it('a register with unsaved marks asks for the day, and the marks stay with the previous day', async () => {
  const { sent, router } = openRegister();
  await mark();
  await returnToTab();
  await answer(/^ليوم الجمعة/);
  expect(router.state.location.search).toContain(`date=${evening}`);
  expect(await isMarked()).toBeTruthy();
  await press('حفظ الغياب');
  await waitFor(() => expect(sent).toEqual([evening]));
});

it('a register with unsaved marks asks for the day, and the marks move to the new day', async () => {
  const { sent } = openRegister();
  await mark();
  await returnToTab();
  await answer(/^لليوم: السبت/);
  await screen.findByRole('button', { name: /· السبت 11 جمادى الآخرة/ });
  expect(await isMarked()).toBeTruthy();
  await press('حفظ الغياب');
  await waitFor(() => expect(sent).toEqual([morning]));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('rasd.draft'))).toEqual([]);
});

it.each([
  [/^ليوم الجمعة/, evening],
  [/^لليوم: السبت/, morning],
])('daily records with typed text ask for the day: %s', async (meant, day) => {
  const saved = vi.fn<(body: { recordDate: string; records: object[] }) => Promise<unknown>>(async () => ({
    message: 'تم حفظ السجلات اليومية بنجاح',
    records: [anas],
  }));
  renderScreen(
    <DailyRecordsPage />,
    {
      ...subjectProvider({ name: 'الورد اليومي', type: 'تقييد يومي' }),
      settings,
      curriculum: async () => null,
      dailyRecords: async () => ({ records: [anas] }),
      saveDailyRecords: saved,
    },
    pageAddress('/daily-records'),
  );
  await fill(
    await screen.findByLabelText(/، أنس الراشد$/, { selector: '[data-cell="recordContent"]' }),
    'سورة النبأ',
  );
  await returnToTab();
  await answer(meant);
  await press('حفظ السجلات');
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.calls[0]?.[0]).toMatchObject({ recordDate: day, records: [{ studentId: '1' }] });
});

it.each([
  [/^ليوم الجمعة/, evening],
  [/^لليوم: السبت/, morning],
])('an unsaved second recitation asks for the day: %s', async (meant, day) => {
  const added = vi.fn<(body: { recordDate: string }) => Promise<object>>(async () => ({}));
  const recitation = { id: 11, seq: 1, count: 1, version: 1, recordContent: 'سورة النبأ' };
  renderScreen(
    <DailyRecordsPage />,
    {
      ...subjectProvider({ name: 'الورد اليومي', type: 'تقييد يومي' }),
      settings,
      curriculum: async () => null,
      faultKinds: async () => [],
      dailyRecords: async () => ({ records: [{ ...anas, ...recitation }] }),
      addRecitation: added,
    },
    pageAddress('/daily-records'),
  );
  await press('تسميع آخر، أنس الراشد');
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'تسميع آخر: أنس الراشد' }));
  const content = async () => (await dialog()).findByLabelText<HTMLInputElement>('محتوى السجل، أنس الراشد');
  await userEvent.click((await dialog()).getByRole('button', { name: 'تسميع آخر' }));
  await fill(await content(), 'سورة عبس');
  await returnToTab();
  const question = within(await screen.findByRole('dialog', { name: 'بدأ يوم جديد' }));
  await userEvent.click(question.getByRole('button', { name: meant }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'بدأ يوم جديد' })).toBeNull());
  expect((await content()).value).toBe('سورة عبس');
  await userEvent.click((await dialog()).getByRole('button', { name: 'حفظ' }));
  await waitFor(() => expect(added).toHaveBeenCalledOnce());
  expect(added.mock.calls[0]?.[0]).toMatchObject({ recordDate: day, recordContent: 'سورة عبس' });
});

it('a hearing sent without an answer stays with its day, and an unsent hearing moves to the new day', async () => {
  const draft = (date: string) =>
    JSON.parse(
      localStorage.getItem(`rasd.draft.1./halaqa#الدفعة الأولى#QRN110-2#${date}`) ?? '{"values":{}}',
    ) as { values: Record<string, unknown> };
  const recitation = { ranges: [], faults: [], level: null, result: null, version: 0 };
  const lost = { key: 'k', row: {} };
  const values = { 'new:1': recitation, 'near:1': { ...recitation, lost } };
  localStorage.setItem(
    `rasd.draft.1./halaqa#الدفعة الأولى#QRN110-2#${evening}`,
    JSON.stringify({ values, at: atNight }),
  );
  renderScreen(
    <HalaqaPage />,
    {
      ...subjectProvider({ name: 'الورد اليومي', type: 'تقييد يومي' }),
      settings,
      dailyRecords: async () => ({ records: [{ ...anas, kind: 'new', ranges: [], faults: [] }] }),
      register: async (_: unknown, date: string) => buildRegister(date),
      hifz: async () => ({ circleTasks: async () => [], task: async () => null }),
    },
    pageAddress('/halaqa'),
  );
  await screen.findByText('أنس الراشد');
  await returnToTab();
  await answer(/^لليوم: السبت/);
  expect(Object.keys(draft(evening).values)).toEqual(['near:1']);
  expect(Object.keys(draft(morning).values)).toEqual(['new:1']);
});

it.each([
  [false, null, morning],
  [true, /^ليوم الجمعة/, evening],
  [true, /^لليوم: السبت/, morning],
])(
  'a form (with typed text: %s) asks for the day only if it has typed text: %s',
  async (isTyped, meant, day) => {
    function Form() {
      const { date, newDay } = useFormDay(isTyped);
      const { isSuccess } = useInstitute();
      return (
        <>
          <p>{isSuccess && date}</p>
          <NewDayQuestion newDay={newDay} />
        </>
      );
    }
    renderScreen(<Form />, { settings });
    await screen.findByText(evening);
    await returnToTab();
    if (meant) await answer(meant);
    expect(await screen.findByText(day)).toBeTruthy();
  },
);
