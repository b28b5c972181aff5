import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayToDate, dayNumber } from '../../contract/rules/hifz/days';
import { dropSession } from '../../src/dataProvider/session';
import ProgressPanel from '../../src/features/hifz/ProgressPanel';
import { renderScreen, signInAs } from '../support/screen';

const today = '2026-11-23';
/** Weeks up to the current one, each with 2 planned pages and 1.5 accepted pages. */
const weeks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    week: dayToDate(dayNumber('2026-11-22') - 7 * (count - 1 - index)),
    planned_pages: 2,
    heard_pages: 1.5,
  }));
const spot = (index: number) => ({ ayah: `2:${index + 1}`, count: 9 - index, last: '2026-11-20' });

const show = (scope: Parameters<typeof ProgressPanel>[0]['scope'], calls: object) =>
  renderScreen(<ProgressPanel scope={scope} />, {
    settings: async () => ({ today }),
    hifz: async () => calls,
  });

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  dropSession('left');
});

test('planned and accepted pages are in a table of twelve weeks, or of a year, with the overdue lessons', async () => {
  const subjects = [{ subject_code: 'QRN', name: 'الحفظ' }];
  show(
    { kind: 'student', student: '1445', subjects },
    {
      progress: async () => weeks(60),
      task: async () => ({ behind_days: 3 }),
      hotSpots: async () => [],
    },
  );
  const table = await screen.findByRole('table', { name: 'الصفحات الجديدة في كل أسبوع' });
  expect(within(table).getAllByRole('row')).toHaveLength(13);
  expect(screen.getByText('مجموع الصفحات في هذه المدة: المقرر 24، والمحفوظ 18')).toBeTruthy();
  expect(await screen.findByText('متأخر عن الخطة بـ3 دروس')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'سنة' }));
  expect(within(table).getAllByRole('row')).toHaveLength(53);
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('21.5');
  expect(await screen.findByText('لا أخطاء مسجلة على آيات بعينها بعد.')).toBeTruthy();
});

test('the progress of a circle shows the number of students behind, and the ayahs with the most faults', async () => {
  show(
    { kind: 'circle', id: 4 },
    {
      circleProgress: async () => weeks(1),
      circleTasks: async () => [
        { task: { behind_days: 2 } },
        { task: { behind_days: -1 } },
        { task: { behind_days: 0 } },
        { task: null },
      ],
      circleHotSpots: async () => Array.from({ length: 8 }, (_, index) => spot(index)),
    },
  );
  expect(await screen.findByText('المتأخرون عن الخطة: 1، والباقون: 2')).toBeTruthy();
  const spots = within(await screen.findByRole('list', { name: 'أكثر الآيات أخطاءً' }));
  expect(spots.getAllByRole('listitem')).toHaveLength(6);
  expect(spots.getAllByRole('listitem')[0]?.textContent).toContain('البقرة 1');
  expect(spots.getAllByRole('listitem')[0]?.textContent).toContain('9 أخطاء');
  await userEvent.click(screen.getByRole('button', { name: 'عرض الكل (8)' }));
  expect(spots.getAllByRole('listitem')).toHaveLength(8);
});

test('a student without a plan and lessons sees a message that explains the panel', async () => {
  show({ kind: 'batch', id: 1 }, { batchProgress: async () => [] });
  expect(await screen.findByText(/لا مقرر ولا محفوظ بعد/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
