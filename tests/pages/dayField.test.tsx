import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DayField } from '../../src/ui/form/DayField';
import { renderScreen } from '../support/screen';

const settings = async () => ({ today: '2026-11-23', time_zone: 'Asia/Riyadh' });
type Props = Partial<Parameters<typeof DayField>[0]>;

function open(first: string, props: Props = {}) {
  const onDay = vi.fn<(day: string) => void>();
  const Screen = () => {
    const [day, setDay] = useState(first);
    const onChange = (to: string) => {
      onDay(to);
      setDay(to);
    };
    return (
      <>
        <DayField label="من تاريخ" {...props} value={day} onChange={onChange} />
        <button onClick={() => setDay('2026-01-01')}>غيره</button>
      </>
    );
  };
  renderScreen(<Screen />, { settings });
  return onDay;
}

const field = () => screen.getByLabelText<HTMLInputElement>('من تاريخ');
const openCalendar = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'فتح التقويم' }));
  return within(await screen.findByRole('dialog', { name: 'اختيار التاريخ: من تاريخ' }));
};
const focusedLabel = () => document.activeElement?.getAttribute('aria-label') ?? '';
const findDay = (name: RegExp) => screen.findByRole('button', { name });

afterEach(cleanup);

it('a day is shown in both calendars, Hijri first, with its weekday, never as mm/dd/yyyy', () => {
  open('2026-11-23');
  expect(field().value).toBe('13 جمادى الآخرة 1448 هـ');
  expect(screen.getByText('الاثنين 23 نوفمبر 2026 م')).toBeTruthy();
});

it('a Hijri day typed in Arabic digits is accepted, and is shown as text on blur', async () => {
  const onDay = open('');
  await userEvent.type(field(), '١٣/٦/١٤٤٨');
  expect(onDay.mock.calls).toEqual([['2026-11-23']]);
  expect(field().value).toBe('١٣/٦/١٤٤٨');
  await userEvent.tab();
  expect(field().value).toBe('13 جمادى الآخرة 1448 هـ');
});

it('an unfinished day shows an error only on blur, and an impossible day shows an error', async () => {
  const onDay = open('');
  await userEvent.type(field(), '2026-1-1');
  expect(onDay).not.toHaveBeenCalled();
  await userEvent.type(field(), '5');
  expect(onDay.mock.calls).toEqual([['2026-01-15']]);
  await userEvent.clear(field());
  await userEvent.type(field(), '31/2/2026');
  expect(field().getAttribute('aria-invalid')).toBe('false');
  await userEvent.tab();
  expect(screen.getByText('تاريخ غير مفهوم، اكتبه مثل 13/6/1448 أو 23/11/2026')).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(field().value).toBe('31/2/2026');
  expect(onDay.mock.lastCall).toEqual(['']);
});

it('a day outside of the bounds shows an error with the bound, and a day inside is accepted', async () => {
  const onDay = open('', { min: '2026-11-01', max: '2026-11-23' });
  await userEvent.type(field(), '24/11/2026');
  expect(screen.getByText('آخر تاريخ ممكن 13 جمادى الآخرة 1448 هـ')).toBeTruthy();
  await userEvent.clear(field());
  await userEvent.type(field(), '31/10/2026');
  expect(screen.getByText('أول تاريخ ممكن 21 جمادى الأولى 1448 هـ')).toBeTruthy();
  expect(onDay).not.toHaveBeenCalled();
  await userEvent.clear(field());
  await userEvent.type(field(), '1/11/2026{Enter}');
  expect(onDay.mock.calls).toEqual([['2026-11-01']]);
});

it('a required day cannot be emptied, and a change of the value is shown', async () => {
  const onDay = open('2026-11-23', { isNeverEmpty: true });
  await userEvent.clear(field());
  await userEvent.tab();
  expect(field().value).toBe('13 جمادى الآخرة 1448 هـ');
  expect(onDay).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'غيره' }));
  expect(field().value).toBe('12 رجب 1447 هـ');
});

it('an eager field passes the raw text of an invalid day, so that its form does not save an old day', async () => {
  const onDay = open('2026-11-23', { isEager: true, problem: 'خطأ' });
  await userEvent.clear(field());
  await userEvent.type(field(), 'غد');
  expect(onDay.mock.lastCall).toEqual(['غد']);
  expect(field().value).toBe('غد');
  expect(screen.getByText('خطأ')).toBeTruthy();
});

it('the calendar opens at the day, in Hijri months, and selects by pointer', async () => {
  const onDay = open('2026-11-23');
  const dialog = await openCalendar();
  expect(await dialog.findByRole('grid', { name: 'جمادى الآخرة 1448 هـ' })).toBeTruthy();
  expect(focusedLabel()).toBe('الاثنين 13 جمادى الآخرة 1448 هـ، 23 نوفمبر 2026 م');
  const cells = dialog.getAllByRole('cell').filter((cell) => cell.querySelector('button'));
  expect(cells).toHaveLength(29);
  expect(cells.filter((cell) => cell.getAttribute('aria-selected') === 'true')).toHaveLength(1);
  expect(await findDay(/^الجمعة 10 .*، يوم إجازة$/)).toBeTruthy();
  await userEvent.click(await findDay(/^الثلاثاء 14 /));
  expect(onDay.mock.calls).toEqual([['2026-11-24']]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field().value).toBe('14 جمادى الآخرة 1448 هـ');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'فتح التقويم' }));
});

it('arrow keys move from right to left: left is tomorrow; month, year and ends of the week have their own keys', async () => {
  const onDay = open('2026-11-23');
  await userEvent.click(field());
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await screen.findByRole('grid');
  const pressAndReadDay = async (keys: string) => {
    await userEvent.keyboard(keys);
    return /، (\d+ \S+ \d+) م/.exec(focusedLabel())?.[1];
  };
  expect(await pressAndReadDay('{ArrowLeft}')).toBe('24 نوفمبر 2026');
  expect(await pressAndReadDay('{ArrowRight}{ArrowRight}')).toBe('22 نوفمبر 2026');
  expect(await pressAndReadDay('{ArrowDown}')).toBe('29 نوفمبر 2026');
  expect(await pressAndReadDay('{ArrowUp}{End}')).toBe('28 نوفمبر 2026');
  expect(await pressAndReadDay('{Home}')).toBe('22 نوفمبر 2026');
  // PageDown goes from day 12 of Hijri month 6 to day 12 of month 7; with Shift, to the next year.
  expect(await pressAndReadDay('{PageDown}')).toBe('21 ديسمبر 2026');
  expect(await pressAndReadDay('{PageUp}')).toBe('22 نوفمبر 2026');
  expect(await pressAndReadDay('{Shift>}{PageDown}{/Shift}')).toBe('11 نوفمبر 2027');
  expect(await pressAndReadDay('{Shift>}{PageUp}{/Shift}')).toBe('22 نوفمبر 2026');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onDay).not.toHaveBeenCalled();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await screen.findByRole('grid');
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(onDay.mock.calls).toEqual([['2026-11-24']]);
});

it('the other calendar is one tap away and is remembered; days outside of the bounds are unreachable', async () => {
  const onDay = open('2026-11-23', { min: '2026-11-10', max: '2026-11-25' });
  let dialog = await openCalendar();
  await userEvent.click(await dialog.findByRole('button', { name: 'ميلادي' }));
  expect(dialog.getByRole('grid', { name: 'نوفمبر 2026' })).toBeTruthy();
  const days = dialog.getAllByRole<HTMLButtonElement>('button', { name: / م(، يوم إجازة)?$/ });
  expect(days).toHaveLength(30);
  expect(days.filter(({ disabled }) => !disabled)).toHaveLength(16);
  await userEvent.click(await findDay(/، 24 نوفمبر/));
  dialog = await openCalendar();
  expect(await dialog.findByRole('grid', { name: 'نوفمبر 2026' })).toBeTruthy();
  await userEvent.keyboard('{PageDown}');
  expect(focusedLabel()).toContain('25 نوفمبر 2026');
  await userEvent.keyboard('{PageUp}');
  expect(focusedLabel()).toContain('10 نوفمبر 2026');
  await userEvent.click(dialog.getByRole('button', { name: 'اليوم' }));
  expect(onDay.mock.lastCall).toEqual(['2026-11-23']);
  dialog = await openCalendar();
  await userEvent.click(await dialog.findByRole('button', { name: 'مسح التاريخ' }));
  expect(onDay.mock.lastCall).toEqual(['']);
});

it('field and calendar are accessible', async () => {
  open('2026-11-23', { note: 'يوم إجازة', helperText: 'بتوقيت المعهد' });
  await openCalendar();
  await screen.findByRole('grid');
  const { violations } = await axe.run(document.body, {
    // jsdom has no colours, and the rendered field is not inside of a landmark.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});
