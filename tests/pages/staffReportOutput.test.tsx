import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import BatchTranscripts from '../../src/custom-pages/reports/staff/BatchTranscripts';
import StaffReports from '../../src/custom-pages/reports/staff/StaffReports';
import { papers } from '../../src/dataProvider/reports';
import { dropSession } from '../../src/dataProvider/session';
import { renderScreen, signInAs } from '../support/screen';

const batch = { id: 2, batch_name: 'الأولى', program_id: 'QRN', program_name: 'القرآن', level: 3 };
const lists = {
  getList: async () => ({ data: [], total: 0 }),
  getOne: async () => ({ data: batch }),
  getMany: async () => ({ data: [] }),
  reportCounts: async () => null,
  noteReport: vi.fn<() => Promise<null>>(async () => null),
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  lists.noteReport.mockClear();
  signInAs('teacher');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  dropSession('left');
});

const work = (state: string) => ({ id: 'a'.repeat(32), state, done: 0, total: 2 });

it('transcripts of a batch count as exported when the file is ready, and not if the job failed', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const states = ['failed', 'ready'];
  const api = {
    ...lists,
    startTranscripts: async () => work('running'),
    transcriptsWork: async () => work(states.shift() ?? 'ready'),
    transcriptsFile: vi.fn<() => Promise<object>>(async () => ({ file: new Blob(['x']), name: 'x.pdf' })),
    cancelTranscripts: async () => ({}),
  };
  renderScreen(<BatchTranscripts batch={batch as never} onClose={() => undefined} />, api);
  await press('إعداد الكشوف');
  await screen.findByRole('alert');
  expect(lists.noteReport).not.toHaveBeenCalled();
  await press('البدء من جديد');
  await waitFor(() => expect(lists.noteReport).toHaveBeenCalledOnce());
  expect(api.transcriptsFile).toHaveBeenCalledOnce();
});

it('transcripts of a batch show their progress; cancelling or leaving the screen ends the job', async () => {
  const api = {
    ...lists,
    startTranscripts: async () => ({ ...work('running'), total: 40 }),
    transcriptsWork: async () => ({ ...work('running'), done: 10, total: 40 }),
    transcriptsFile: vi.fn<() => Promise<object>>(),
    cancelTranscripts: vi.fn<(id: string) => Promise<object>>(async () => ({})),
  };
  const onClose = vi.fn<() => void>();
  renderScreen(<BatchTranscripts batch={batch as never} onClose={onClose} />, api);
  await press('إعداد الكشوف');
  await screen.findByText('اكتمل 10 من 40');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByRole('button', { name: 'إعداد الكشوف' })).toHaveProperty('disabled', true);
  await press('إلغاء الإعداد');
  expect(api.cancelTranscripts).toHaveBeenCalledExactlyOnceWith('a'.repeat(32));
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();

  renderScreen(<BatchTranscripts batch={batch as never} onClose={onClose} />, api);
  await press('إعداد الكشوف');
  await screen.findByText('اكتمل 10 من 40');
  cleanup();
  expect(api.cancelTranscripts).toHaveBeenCalledTimes(2);
  expect(api.transcriptsFile).not.toHaveBeenCalled();
});

it('a job cancelled before its start returns no file', async () => {
  let resolveStart: (started: object) => void = () => undefined;
  const api = {
    ...lists,
    startTranscripts: () => new Promise((answer) => (resolveStart = answer)),
    transcriptsWork: vi.fn<() => Promise<object>>(async () => work('ready')),
    transcriptsFile: vi.fn<() => Promise<object>>(async () => ({ file: new Blob(['x']), name: 'x.pdf' })),
    cancelTranscripts: vi.fn<(id: string) => Promise<object>>(async () => ({})),
  };
  renderScreen(<BatchTranscripts batch={batch as never} onClose={() => undefined} />, api);
  await press('إعداد الكشوف');
  await press('إلغاء الإعداد');
  resolveStart(work('running'));
  await waitFor(() => expect(api.cancelTranscripts).toHaveBeenCalledWith('a'.repeat(32)));
  expect(api.transcriptsFile).not.toHaveBeenCalled();
  expect(lists.noteReport).not.toHaveBeenCalled();
});

const transcript = (total: number) => ({
  student: { studentId: '14460001', studentName: 'سعد', batchName: 'الأولى', programName: 'القرآن' },
  transcript: [
    {
      subjectCode: 'QRN110-2',
      subjectName: 'التجويد',
      level: 1,
      hours: 2,
      type: 'مادة',
      total,
      grade: 'أ',
      percentage: total,
      points: 4.5,
    },
  ],
  totalHours: 2,
  totalSubjects: 1,
  level: 1,
  levelGPA: 4.5,
  cumulativeGPA: 4.5,
  completedHours: 2,
});
const reportApi = {
  ...lists,
  issuePaper: async () => ({
    number: '2026-000007',
    code: 'c',
    address: 'https://rasd.example.org/verify/c',
  }),
  settings: async () => ({ time_zone: 'Asia/Riyadh', today: '2026-11-22' }),
};
const link = '/reports?type=transcript&program_id=QRN&batch_id=2&student_id=14460001&shown=1';

it('printing a transcript reloads the marks when its number is issued', async () => {
  let total = 91;
  const printed: string[] = [];
  vi.stubGlobal('print', () => printed.push(document.body.textContent));
  renderScreen(<StaffReports />, { ...reportApi, transcriptReport: async () => transcript(total) }, link);
  await screen.findByText('91');
  // Another user has changed the mark since.
  total = 97;
  await press('طباعة');
  await waitFor(() => expect(printed).toHaveLength(1));
  expect(printed[0]).toContain('2026-000007');
  expect(printed[0]).toContain('97');
  expect(printed[0]).not.toContain('91');
  vi.unstubAllGlobals();
});

it('the number stays on the page after printing, because phones render late; it is removed with the report', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const api = { ...reportApi, transcriptReport: async () => transcript(91) };
  const router = renderScreen(<StaffReports />, api, link);
  await screen.findByText('91');
  await press('طباعة');
  await waitFor(() =>
    expect(lists.noteReport).toHaveBeenCalledWith(expect.objectContaining({ action: 'printed' })),
  );
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-issue]')?.textContent).toContain('2026-000007');
  await act(() => router.navigate(`${link}&level=1`));
  await waitFor(() => expect(document.querySelector('[data-issue]')).toBeNull());
  expect(await screen.findByText('91')).toBeTruthy();
  vi.unstubAllGlobals();
});

it('a PDF export on a server without a typesetter opens the print dialog and says so', async () => {
  const refusal = { error: 'لا يستطيع هذا الخادم إنشاء ملفات PDF', code: 'NO_TYPESETTER' };
  const fetchSpy = vi.fn<() => Promise<Response>>(
    async () => new Response(JSON.stringify(refusal), { status: 404 }),
  );
  const print = vi.fn<() => void>();
  vi.stubGlobal('fetch', fetchSpy);
  vi.stubGlobal('print', print);
  const api = { ...reportApi, paper: papers.paper, transcriptReport: async () => transcript(91) };
  renderScreen(<StaffReports />, api, link);
  await screen.findByText('91');
  for (const times of [1, 2]) {
    await press('تصدير PDF');
    await waitFor(() => expect(print).toHaveBeenCalledTimes(times));
  }
  expect((await screen.findAllByText(/اختر «حفظ بصيغة PDF» في نافذة الطباعة/)).length).toBeGreaterThan(0);
  expect(document.querySelector('[data-issue]')?.textContent).toContain('2026-000007');
  // The server is asked only once: no other test of this process requests a real PDF.
  expect(fetchSpy).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it('two dates chosen in quick succession both apply', async () => {
  const at = '/reports?type=daily-range&program_id=QRN&batch_id=2';
  const router = renderScreen(<StaffReports />, lists, at);
  const [from, to] = [await screen.findByLabelText('من تاريخ'), screen.getByLabelText('إلى تاريخ')];
  act(() => {
    fireEvent.change(from, { target: { value: '2026-01-01' } });
    fireEvent.change(to, { target: { value: '2026-02-01' } });
  });
  await waitFor(() => expect(router.state.location.search).toContain('end_date=2026-02-01'));
  expect(router.state.location.search).toContain('start_date=2026-01-01');
});
