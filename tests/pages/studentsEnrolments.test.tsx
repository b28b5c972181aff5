import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Form, RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { EnrolmentButtons } from '../../src/resources/students/EnrolmentButtons';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { StudentInputs } from '../../src/resources/students/StudentInputs';
import StudentList from '../../src/resources/students/StudentList';
import { renderScreen, signInAs } from '../support/screen';

const student = (id: number, more: object = {}) => ({
  id,
  student_id: `1445000${id}`,
  full_name: `طالب رقم ${id}`,
  batch_id: 3,
  batch_name: 'دفعة القرآن',
  status: 'active',
  status_since: null,
  status_reason: null,
  ...more,
});
const students = [student(1), student(2), student(3, { status: 'withdrawn' })];
const batches = [{ id: 5, batch_name: 'دفعة العربية', program_name: 'العربية', academic_year: '1447' }];

type Write = (body: Record<string, unknown>) => Promise<object>;
type Check = (body: Record<string, unknown>) => Promise<{ mix: object | null } | null>;
const hides = new ApiProblem(409, '', {
  error: 'لبعض هؤلاء الطلاب درجات',
  code: 'MOVE_HIDES',
  students: [{ student_id: '14450002', full_name: 'طالب رقم 2', newest: '2026-10-20' }],
});
const successResponse = { success: true, message: 'نُقل الطلاب', moved: 2, changed: 2, operation_id: 7 };

/** A server with three students and a target batch; today is 1 November 2026. */
function institute(move: Write, setStatus: Write = async () => successResponse) {
  const rows: Record<string, object[]> = { students, batches };
  return {
    getList: async (resource: string) => ({
      data: rows[resource] ?? [],
      total: rows[resource]?.length ?? 0,
    }),
    studentSummary: async () => null,
    settings: async () => ({ time_zone: 'Asia/Riyadh', today: '2026-11-01' }),
    savedFilters: async () => [],
    checkMove: vi.fn<Check>(async () => ({ mix: null })),
    moveStudents: vi.fn<Write>(move),
    setStudentStatus: vi.fn<Write>(setStatus),
    undoOne: vi.fn<(id: number) => Promise<object>>(async () => ({ message: 'تم التراجع' })),
  };
}

const show = (provider: object) =>
  renderScreen(
    <ResourceContextProvider value="students">
      <StudentList />
    </ResourceContextProvider>,
    provider,
    '/students',
  );
const press = (name: string, container: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(container.getByRole('button', { name }));
async function choose(...names: string[]) {
  for (const name of names) {
    const line = (await screen.findByText(name)).closest('tr');
    fireEvent.click(within(line as HTMLElement).getByRole('checkbox'));
  }
}
async function openMove() {
  press('نقل إلى دفعة');
  const dialog = await screen.findByRole('dialog', { name: 'نقل إلى دفعة' });
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: /^الدفعة الجديدة/ }));
  fireEvent.click(await screen.findByRole('option', { name: /^دفعة العربية/ }));
  return within(dialog);
}

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('the list shows the status of inactive students, and moves the selected ones; the toast offers undo', async () => {
  const provider = institute(async () => successResponse);
  show(provider);
  const third = (await screen.findByText('طالب رقم 3')).closest('tr') as HTMLElement;
  expect(within(third).getByText('منسحب')).toBeTruthy();
  expect(screen.queryByText('منتظم')).toBeNull();
  expect(screen.queryByRole('button', { name: 'نقل إلى دفعة' })).toBeNull();

  await choose('طالب رقم 1', 'طالب رقم 2');
  expect(await screen.findByText('المختار: طالبان')).toBeTruthy();
  const dialog = await openMove();
  press('نقل إلى دفعة', dialog);
  await waitFor(() =>
    expect(provider.moveStudents.mock.calls[0]?.[0]).toEqual({
      student_row_ids: [1, 2],
      batch_id: 5,
      date: '2026-11-01',
      as: 'moved',
      reason: '',
    }),
  );
  expect(await screen.findByText('نُقل الطلاب')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('المختار: طالبان')).toBeNull());
  press('تراجع');
  await waitFor(() => expect(provider.undoOne).toHaveBeenCalledWith(7));
});

it('a move that would hide marks lists the students, and needs a confirmation, again after a change of the date', async () => {
  const provider = institute(async ({ confirm }) => {
    if (!confirm) throw hides;
    return successResponse;
  });
  show(provider);
  await choose('طالب رقم 1', 'طالب رقم 2');
  const dialog = await openMove();
  const date = dialog.getByLabelText('تاريخ النقل');
  fireEvent.change(date, { target: { value: '2026-11-02' } });
  expect(dialog.getByText('التاريخ بعد اليوم، اختر اليوم أو يوماً قبله')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'نقل إلى دفعة' }).hasAttribute('disabled')).toBe(true);

  fireEvent.change(date, { target: { value: '2026-10-10' } });
  press('نقل إلى دفعة', dialog);
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^لهذا الطالب درجات .*طالب رقم 2 · آخرها في 9 جمادى/,
  );
  fireEvent.change(date, { target: { value: '2026-10-11' } });
  expect(dialog.queryByRole('alert')).toBeNull();
  press('نقل إلى دفعة', dialog);
  await dialog.findByRole('alert');
  press('نقل مع ذلك', dialog);
  expect(await screen.findByText('نُقل الطلاب')).toBeTruthy();
  expect(provider.moveStudents.mock.calls.map(([{ date: day, confirm }]) => [day, confirm])).toEqual([
    ['2026-10-10', undefined],
    ['2026-10-11', undefined],
    ['2026-10-11', true],
  ]);
});

it('a status that would hide marks lists the students, and needs a confirmation, again after a change of the status', async () => {
  const provider = institute(
    async () => successResponse,
    async ({ confirm }) => {
      if (!confirm) throw hides;
      return { ...successResponse, message: 'تغيرت الحالة' };
    },
  );
  show(provider);
  await choose('طالب رقم 1', 'طالب رقم 2');
  press('تغيير الحالة');
  const dialog = within(await screen.findByRole('dialog', { name: 'تغيير الحالة' }));
  fireEvent.click(dialog.getByRole('radio', { name: /^موقوف/ }));
  press('تغيير الحالة', dialog);
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^لهذا الطالب درجات .*طالب رقم 2 · آخرها في 9 جمادى/,
  );
  fireEvent.click(dialog.getByRole('radio', { name: /^منسحب/ }));
  expect(dialog.queryByRole('alert')).toBeNull();
  press('تغيير الحالة', dialog);
  await dialog.findByRole('alert');
  press('تغيير مع ذلك', dialog);
  expect(await screen.findByText('تغيرت الحالة')).toBeTruthy();
  expect(provider.setStudentStatus.mock.calls.map(([{ status, confirm }]) => [status, confirm])).toEqual([
    ['suspended', undefined],
    ['withdrawn', undefined],
    ['withdrawn', true],
  ]);
});

it('a refusal is shown in the dialog, and the selected students stay selected', async () => {
  const sentence = 'التاريخ قبل آخر تغيير في حالة «طالب رقم 1» أو قيده';
  const provider = institute(
    async () => successResponse,
    async () => {
      throw new ApiProblem(422, '', {
        error: 'بيانات غير صالحة',
        code: 'VALIDATION',
        details: [{ path: 'date', message: sentence }],
      });
    },
  );
  show(provider);
  await choose('طالب رقم 1');
  press('تغيير الحالة');
  const dialog = within(await screen.findByRole('dialog', { name: 'تغيير الحالة' }));
  const send = dialog.getByRole('button', { name: 'تغيير الحالة' });
  expect(send.hasAttribute('disabled')).toBe(true);
  fireEvent.click(dialog.getByRole('radio', { name: /^منسحب/ }));
  expect(dialog.getByText(/^يغادر دفعته وكشوفها/)).toBeTruthy();
  fireEvent.click(send);
  expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
  expect(provider.setStudentStatus.mock.calls[0]?.[0]).toEqual({
    student_row_ids: [1],
    status: 'withdrawn',
    date: '2026-11-01',
    reason: '',
  });
  press('إلغاء', dialog);
  fireEvent.click(await screen.findByRole('button', { name: 'ترك التغييرات' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('المختار: طالب واحد')).toBeTruthy();
});

it('the address of the search box opens the dialog of a move once', async () => {
  const { full_name: name, ...one } = student(1);
  const router = renderScreen(
    <EnrolmentButtons ids={[one.id]} name={name} />,
    institute(async () => successResponse),
    '/students/1/show?action=move&x=1',
  );
  const dialog = await screen.findByRole('dialog', { name: 'نقل إلى دفعة' });
  expect(within(dialog).getByText(name)).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toBe('?x=1'));
  press('إلغاء', within(dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a move into a batch of the other gender asks in one sentence, once before the warning about marks', async () => {
  const mix = {
    batch_name: 'دفعة العربية',
    gender: 'أنثى',
    is_section: true,
    count: 20,
    total: 20,
    mixed: 5,
    names: ['أنس', 'بدر', 'تركي'],
  };
  const provider = institute(async ({ confirm }) => {
    if (!confirm) throw hides;
    return successResponse;
  });
  provider.checkMove.mockResolvedValue({ mix });
  show(provider);
  await choose('طالب رقم 1', 'طالب رقم 2');
  const dialog = await openMove();
  press('نقل إلى دفعة', dialog);
  const text =
    'الدفعة «دفعة العربية» من قسم البنات، ويدخلها 5 طلاب: أنس، بدر، تركي، والباقون 2. أتريد المتابعة؟';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(provider.checkMove).toHaveBeenCalledWith({ batch_id: 5, student_row_ids: [1, 2] });
  press('إلغاء', within(screen.getByRole('alertdialog')));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(provider.moveStudents).not.toHaveBeenCalled();
  press('نقل إلى دفعة', dialog);
  press('متابعة مع ذلك', within(await screen.findByRole('alertdialog')));
  fireEvent.click(await dialog.findByRole('button', { name: 'نقل مع ذلك' }));
  expect(await screen.findByText('نُقل الطلاب')).toBeTruthy();
  expect(provider.checkMove).toHaveBeenCalledTimes(2);
});

it('a move whose check fails moves nobody, and says so', async () => {
  const provider = institute(async () => successResponse);
  provider.checkMove.mockRejectedValueOnce(new ApiProblem(503, '', { error: 'الخادم مشغول' }));
  show(provider);
  await choose('طالب رقم 1');
  const dialog = await openMove();
  press('نقل إلى دفعة', dialog);
  expect(await dialog.findByText('الخادم مشغول')).toBeTruthy();
  expect(provider.moveStudents).not.toHaveBeenCalled();
  press('نقل إلى دفعة', dialog);
  await waitFor(() => expect(provider.moveStudents).toHaveBeenCalledOnce());
});

it('the form of a stored student leaves the change of the batch to the move, which has a day and a reason', async () => {
  const stored = { ...student(1), program_id: 'QRN', program_name: 'برنامج القرآن' };
  const form = (record: object) =>
    renderScreen(
      <ResourceContextProvider value="students">
        <RecordContextProvider value={record}>
          <Form record={record}>
            <StudentInputs isStored />
          </Form>
        </RecordContextProvider>
      </ResourceContextProvider>,
      institute(async () => successResponse),
    );
  form(stored);
  expect(await screen.findByText('لتغيير الدفعة استخدم «نقل إلى دفعة» في القيد أدناه.')).toBeTruthy();
  expect(screen.getByText('دفعة القرآن')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'الدفعة' })).toBeNull();
  cleanup();
  // A student without a batch has nothing to move from.
  form({ ...stored, batch_id: null, batch_name: null });
  expect(await screen.findByRole('combobox', { name: 'الدفعة' })).toBeTruthy();
  cleanup();
  // A server without enrolments has no move.
  noteList('students', [], false);
  form(stored);
  expect(await screen.findByRole('combobox', { name: 'الدفعة' })).toBeTruthy();
});
