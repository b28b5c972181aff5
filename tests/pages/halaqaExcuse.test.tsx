import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import HalaqaPage from '../../src/custom-pages/halaqa/HalaqaPage';
import { emptyRecord, freeTextCurriculum } from '../support/dailyRecords';
import { renderScreen } from '../support/screen';
import { pageAddress, signTeacherIn, subjectProvider } from '../support/subjectPage';

const today = '2026-11-21';
const [excused, other] = ['أنس الراشد', 'بدر الزهراني'] as const;
const register = {
  batchName: 'الدفعة الأولى',
  subjectCode: 'QRN110-2',
  date: today,
  students: [excused, other].map((studentName, index) => ({ studentId: String(index + 1), studentName })),
  absences: [],
  excuses: [{ studentId: '1', reason: 'illness', to: today }],
  taken: true,
  version: 1,
};

const add = vi.fn<(body: object) => Promise<object>>(async () => ({ message: 'سُجّلت', operation_id: 44 }));

/** The first student has an accepted excuse for the day. @returns the bodies of the sent registers */
function open(date = today) {
  const sent = vi.fn<(body: object) => void>();
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return new Response('{}', { status: 404 });
    sent(JSON.parse(String(body)) as object);
    const answer = { ...register, version: 2, message: 'تم حفظ الغياب بنجاح' };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  renderScreen(
    <HalaqaPage />,
    {
      ...subjectProvider({ name: 'الورد اليومي', type: 'تقييد يومي' }),
      settings: async () => ({ today }),
      curriculum: async () => freeTextCurriculum,
      faultKinds: async () => [],
      dailyRecords: async () => ({ records: [emptyRecord('1', excused), emptyRecord('2', other)] }),
      register: async () => register,
      behaviour: async () => ({ categories: async () => [], add }),
      hifz: async () => ({ circleTasks: async () => [], task: async () => null }),
    },
    `${pageAddress('/halaqa')}&date=${date}`,
  );
  return sent;
}

const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}، `) });
async function listTypes(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `إجراءات «${name}»` }));
  return within(await screen.findByRole('menu'))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
}

signTeacherIn();

test('the row of a student with an accepted excuse tells it, and its menu begins with the excused absence', async () => {
  const sent = open();
  expect((await row(excused)).textContent).toContain('مرض');
  expect((await row(other)).textContent).not.toContain('مرض');
  expect(await listTypes(excused)).toEqual(['غائب بعذر', 'غائب بدون عذر', 'ملاحظة سلوك']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'غائب بعذر' }));
  await waitFor(() =>
    expect(sent.mock.lastCall?.[0]).toMatchObject({
      absentStudents: [{ studentId: '1', type: 'غياب بعذر' }],
    }),
  );
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(await listTypes(other)).toEqual(['غائب بدون عذر', 'غائب بعذر', 'ملاحظة سلوك']);
});

test('a behaviour note has the day of the page', async () => {
  open('2026-11-18');
  await listTypes(other);
  await userEvent.click(screen.getByRole('menuitem', { name: 'ملاحظة سلوك' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'ملاحظة سلوك' }));
  const [choice] = await dialog.findAllByRole('button', { name: /غير ذلك$/ });
  await userEvent.click(choice as HTMLElement);
  await userEvent.type(dialog.getByRole('textbox', { name: 'النص' }), 'نسي');
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  await waitFor(() =>
    expect(add.mock.lastCall?.[0]).toMatchObject({ student_ids: ['2'], date: '2026-11-18' }),
  );
});

test.each([
  [excused, '1', 'غياب بعذر'],
  [other, '2', 'غياب بدون عذر'],
] as const)('a long press on %s marks the proposed absence', async (name, studentId, type) => {
  const sent = open();
  await userEvent.pointer({ keys: '[MouseLeft>]', target: await row(name) });
  await waitFor(() =>
    expect(sent.mock.lastCall?.[0]).toMatchObject({ absentStudents: [{ studentId, type }] }),
  );
});
