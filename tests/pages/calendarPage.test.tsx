import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Holiday } from '../../contract/calendar';
import CalendarPage from '../../src/custom-pages/calendar/CalendarPage';
import { dropSession } from '../../src/dataProvider/session';
import type { StaffSection } from '../../contract/vocabulary';
import { renderScreen, signInAs } from '../support/screen';

const today = '2026-11-22';
const trip: Holiday = {
  id: 7,
  from: '2026-11-25',
  to: '2026-11-27',
  name: 'رحلة البر',
  kind: 'holiday',
  section: null,
  program_id: null,
  program_name: null,
  batch_id: 3,
  batch_name: 'الدفعة الأولى',
  excludes_registers: false,
  version: 2,
};
const terms = [{ id: 1, name: 'الفصل الأول', start_date: '2026-08-23', end_date: '2027-01-02' }];

function open({
  holidays = [trip],
  section = null as StaffSection | null,
  counts = { registers: 0, absences: 0 },
} = {}) {
  signInAs('admin', section);
  const calls = {
    addHoliday: vi.fn<(body: object) => Promise<object>>(async (body) => ({
      ...trip,
      ...body,
      operation_id: 12,
    })),
    changeHoliday: vi.fn<(id: number, body: object) => Promise<object>>(async (_id, body) => ({
      ...trip,
      ...body,
    })),
    removeHoliday: vi.fn<(id: number) => Promise<object>>(async () => ({})),
    saveSettings: vi.fn<(body: object) => Promise<object>>(async (body) => body),
    undoOne: vi.fn<(id: number) => Promise<object>>(async () => ({ message: 'تم التراجع عن التعليق' })),
  };
  renderScreen(
    <CalendarPage />,
    {
      ...calls,
      settings: async () => ({ today, sections_enabled: true }),
      calendar: async () => ({ weekend_days: [5, 6], terms, confirmed_years: [], holidays }),
      registersOfDays: async () => counts,
    },
    '/calendar',
  );
  return { ...calls, user: userEvent.setup() };
}

afterEach(() => {
  cleanup();
  dropSession('left');
});

test('an empty year tells what to do, and a proposed holiday is added with one tap', async () => {
  const { user, addHoliday } = open({ holidays: [] });
  expect(await screen.findByText('لا إجازات في 1448 هـ')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'إضافة إجازة عيد الفطر' }));
  const body = { name: 'إجازة عيد الفطر', from: '2027-03-09', to: '2027-03-11' };
  expect(addHoliday).toHaveBeenCalledWith(body);
});

test('the teaching of today is suspended with two taps, and the toast undoes it', async () => {
  const { user, addHoliday, undoOne } = open();
  await user.click(await screen.findByRole('button', { name: 'تعليق الدراسة اليوم' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'تعليق الدراسة' }));
  expect(addHoliday.mock.calls[0]?.[0]).toMatchObject({
    from: today,
    to: today,
    kind: 'suspended',
    name: 'تعليق الدراسة',
    batch_id: null,
  });
  expect(await screen.findByText('عُلّقت الدراسة')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'تراجع' }));
  expect(await screen.findByText('تم التراجع عن التعليق')).toBeTruthy();
  expect(undoOne.mock.calls).toEqual([[12]]);
});

test('a day that is already off for the whole institute has no button to suspend it', async () => {
  open({ holidays: [{ ...trip, from: today, to: today, batch_id: null, batch_name: null }] });
  expect(await screen.findByText('رحلة البر')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'تعليق الدراسة اليوم' })).toBeNull();
});

test('a holiday is changed with its version, after the dialog has shown the registers of its days', async () => {
  const past = { ...trip, from: '2026-11-17', to: '2026-11-18' };
  const { user, changeHoliday } = open({ holidays: [past], counts: { registers: 2, absences: 5 } });
  await user.click(await screen.findByRole('button', { name: 'تعديل «رحلة البر»' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/كشفا حضور و5 غيابات/)).toBeTruthy();
  expect(dialog.getByText('يومان، منها يوما دراسة')).toBeTruthy();
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'حفظ' }));
  expect(changeHoliday.mock.calls[0]).toMatchObject([
    7,
    { excludes_registers: true, batch_id: 3, version: 2 },
  ]);
});

test('a holiday without a name is not sent, and a deleted one is', async () => {
  const { user, addHoliday, removeHoliday } = open();
  await user.click(await screen.findByRole('button', { name: 'إضافة إجازة' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'إضافة' }));
  expect(dialog.getByRole('textbox', { name: /الاسم/ }).getAttribute('aria-invalid')).toBe('true');
  expect(addHoliday).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'إلغاء' }));
  await user.click(await screen.findByRole('button', { name: 'تعديل «رحلة البر»' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'حذف' }));
  expect(removeHoliday).toHaveBeenCalledWith(7);
});

test('an admin of one section chooses only among the own students, and confirms no terms', async () => {
  const { user } = open({ section: 'girls' });
  await user.click(await screen.findByRole('button', { name: 'إضافة إجازة' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'لمن' }));
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['قسم البنات', 'برنامج في القسم', 'دفعة']);
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByText('إجازات مقترحة')).toBeNull();
});

test('confirmed terms of a year are saved with the other years', async () => {
  const { user, saveSettings } = open();
  await user.click(await screen.findByRole('switch', { name: 'اعتماد فصول 1448 هـ' }));
  expect(saveSettings).toHaveBeenCalledWith({ confirmed_years: ['1448'] });
});
