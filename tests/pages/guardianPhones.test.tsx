import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GuardianPhonesCheck } from '../../contract/families/guardianPhones';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import GuardianPhonesDialog from '../../src/resources/students/GuardianPhonesDialog';
import { renderScreen, signInAs } from '../support/screen';

const student = (id: number, full_name: string) => ({
  id,
  student_id: `1447000${id}`,
  full_name,
  batch_name: null,
});
const omar = student(7, 'عمر سعد الراشد');
const check: GuardianPhonesCheck = {
  groups: [
    {
      guardian_id: null,
      name: 'سعد الراشد',
      phone: '0551234567',
      children: [],
      students: [omar, student(8, 'أنس سعد الراشد')],
      has_others: true,
      has_link: false,
    },
    {
      guardian_id: 12,
      name: 'فهد القحطاني',
      phone: '0557654321',
      children: ['زياد فهد القحطاني'],
      students: [student(9, 'بدر فهد القحطاني')],
      has_others: false,
      has_link: true,
    },
  ],
  skipped: [{ ...student(10, 'زيد خالد'), reason: 'noPhone' }],
  seen: 'first',
};

function open(first: GuardianPhonesCheck = check) {
  const provider = {
    checkGuardianPhones: vi.fn<(choice: object) => Promise<GuardianPhonesCheck>>(async () => first),
    saveGuardianPhones: vi.fn<(body: object) => Promise<object>>(async () => ({
      message: 'سُجّل أولياء الأمور',
      guardians: 2,
      students: 3,
      operation_id: 90,
    })),
    undoOne: vi.fn<(id: number) => Promise<object>>(async () => ({ message: 'تم التراجع' })),
  };
  const onDone = vi.fn<() => void>();
  renderScreen(<OpenDialog onDone={onDone} />, provider);
  return { ...provider, onDone };
}

function OpenDialog({ onDone }: { onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    isOpen && <GuardianPhonesDialog ids={[7, 8, 9, 10]} onDone={onDone} onClose={() => setIsOpen(false)} />
  );
}

const submit = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'تسجيل أولياء الأمور' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
};

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('the preview tells each guardian, the students without one, equal numbers and links', async () => {
  open();
  expect(await screen.findByText('وليّا أمر · 3 طلاب')).toBeTruthy();
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(items).toHaveLength(2);
  for (const text of ['سعد الراشد', '0551234567', 'جديد', 'أنس سعد الراشد', 'الرقم نفسه لأسرة أخرى'])
    expect(items[0]).toContain(text);
  expect(items[0]).not.toContain('رابط');
  for (const text of ['مسجّل من قبل', 'من أبنائه: زياد فهد القحطاني', 'له رابط للصفحة الخاصة'])
    expect(items[1]).toContain(text);
  expect(screen.getByText('بلا رقم جوال: طالب واحد')).toBeTruthy();
});

it('the choices ask for another preview, and the save sends them with the preview', async () => {
  const { checkGuardianPhones, saveGuardianPhones, onDone, undoOne } = open();
  await screen.findByText('عمر سعد الراشد');
  await userEvent.click(screen.getByRole('checkbox', { name: /^حذف الرقم من سجل الطالب/ }));
  const choice = { student_row_ids: [7, 8, 9, 10], relation: 'father', clear_phone: false };
  await waitFor(() => expect(checkGuardianPhones).toHaveBeenLastCalledWith(choice));
  await submit();
  await waitFor(() => expect(saveGuardianPhones).toHaveBeenCalledWith({ ...choice, seen: 'first' }));
  await userEvent.click(await screen.findByRole('button', { name: 'تراجع' }));
  await waitFor(() => expect(undoOne.mock.calls[0]?.[0]).toBe(90));
  expect(onDone).toHaveBeenCalledOnce();
});

it('an outdated preview is replaced by the current one, which is saved then', async () => {
  const { saveGuardianPhones, onDone } = open();
  const current = { ...check, groups: check.groups.slice(1), seen: 'second' };
  saveGuardianPhones.mockRejectedValueOnce(new ApiProblem(409, 'تغيّر', { code: 'STALE', current }));
  await screen.findByText('عمر سعد الراشد');
  await submit();
  expect(await screen.findByText(/^تغيّرت بيانات بعض الطلاب بعد المعاينة/)).toBeTruthy();
  expect(screen.queryByText('عمر سعد الراشد')).toBeNull();
  expect(onDone).not.toHaveBeenCalled();
  await submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(saveGuardianPhones.mock.calls[1]?.[0]).toMatchObject({ seen: 'second' });
});

it('nothing can be saved if no student gets a guardian', async () => {
  open({ ...check, groups: [] });
  expect(await screen.findByText('لا أولياء أمور يُضافون')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'تسجيل أولياء الأمور' })).toHaveProperty('disabled', true);
});
