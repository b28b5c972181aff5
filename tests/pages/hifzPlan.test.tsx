import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HifzPlan } from '../../contract/hifz/plan';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession } from '../../src/dataProvider/session';
import HifzPanel from '../../src/features/hifz/HifzPanel';
import PlanDialog from '../../src/features/hifz/PlanDialog';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

/** A Monday. */
const today = '2026-11-23';
const plan: HifzPlan = {
  subject_code: 'QRN',
  direction: 'from_baqarah',
  ranges: [],
  start: '2:1',
  amount: { unit: 'page', value: 1 },
  new_days: [0, 1, 2, 3, 4],
  revision_days: [0, 1, 2, 3, 4],
  near: { unit: 'lessons', value: 7 },
  far_cycle_days: 30,
  far_pages_per_day: null,
  juz_test: 0,
  begin: '2026-11-01',
  end: null,
  is_template: false,
  circle_name: null,
  resulting_cycle_days: null,
  version: 3,
};

type Save = (student: string, body: Partial<HifzPlan>) => Promise<object>;

/** Calls of a server with this plan of the student; null: no plan. */
function callsWith(stored: HifzPlan | null) {
  const savePlan = vi.fn<Save>(async (_, body) => ({ ...plan, ...body, operation_id: 5 }));
  const removePlan = vi.fn<(student: string, code: string) => Promise<object>>(async () => ({
    message: '',
    operation_id: 6,
  }));
  const readPlan = vi.fn<() => Promise<HifzPlan | null>>(async () => stored);
  return { savePlan, removePlan, readPlan };
}

const provider = ({ readPlan, ...writes }: ReturnType<typeof callsWith>, memorised: object[] = []) => ({
  settings: async () => ({ today, weekend_days: [5, 6] }),
  hifz: async () => ({
    ...writes,
    plan: readPlan,
    lessons: async () => [],
    map: async () => ({ pages: [], juz: [], memorised_pages: 60 * memorised.length, memorised }),
  }),
});

const owner = { kind: 'student', student: '1445', name: 'سعد الراشد', subject_code: 'QRN' } as const;

async function openDialog(stored: HifzPlan | null, memorised?: object[]) {
  const calls = callsWith(stored);
  const onClose = vi.fn<() => void>();
  renderScreen(<PlanDialog owner={owner} onClose={onClose} />, provider(calls, memorised));
  await screen.findByRole('button', { name: 'حفظ الخطة' });
  const dialog = within(screen.getByRole('dialog', { name: 'خطة حفظ «سعد الراشد»' }));
  return { ...calls, onClose, dialog };
}
type Dialog = Awaited<ReturnType<typeof openDialog>>['dialog'];

const days = (dialog: Dialog) =>
  within(dialog.getByRole('list', { name: 'الأسبوعان القادمان' })).getAllByRole('listitem');

async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  await fill(field, text);
}

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  dropSession('left');
});

test('a first plan starts with short surahs on the lesson days, and its two weeks follow the inputs', async () => {
  const { dialog, savePlan } = await openDialog(null);
  await waitFor(() => expect(days(dialog)).toHaveLength(10));
  expect(days(dialog)[0]?.textContent).toContain('الاثنين');
  expect(days(dialog)[0]?.textContent).toContain('سورة الناس، الفلق 1-2 (نصف صفحة)');
  await retype(dialog.getByRole('textbox', { name: 'المقدار' }), '٣');
  await userEvent.click(dialog.getByRole('combobox', { name: 'وحدة المقدار' }));
  await userEvent.click(await screen.findByRole('option', { name: 'آية' }));
  await waitFor(() => expect(days(dialog)[0]?.textContent).toContain('الناس 1-3'));
  expect(days(dialog)[1]?.textContent).toContain('الناس 4-6');
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ الخطة' }));
  await waitFor(() => expect(savePlan).toHaveBeenCalledOnce());
  expect(savePlan.mock.calls[0]).toMatchObject([
    '1445',
    { subject_code: 'QRN', start: '114:1', amount: { unit: 'ayah', value: 3 }, begin: today, version: 0 },
  ]);
  expect(await screen.findByText('تم حفظ الخطة')).toBeTruthy();
});

test('pages of revision are proposed, and a lower number shows its cycle in days', async () => {
  const { dialog } = await openDialog(plan, [{ from: '2:142', to: '4:23' }]);
  const cap = dialog.getByRole('textbox', { name: 'صفحات البعيدة' });
  const hint = () => document.getElementById(cap.getAttribute('aria-describedby') ?? '')?.textContent;
  await waitFor(() => expect(hint()).toBe('المقترح: 5 صفحات في اليوم. يُراجَع كل المحفوظ في 28 يوماً.'));
  await userEvent.type(cap, '2');
  await waitFor(() => expect(hint()).toContain('يُراجَع كل المحفوظ في 69 يوماً، أطول من الدورة.'));
  expect(days(dialog)[0]?.textContent).toContain('حتى صفحتين');
});

test('an invalid input shows a message at its field, and nothing is sent', async () => {
  const { dialog, savePlan } = await openDialog(plan);
  await retype(dialog.getByRole('spinbutton', { name: 'آية البداية' }), '300');
  expect(await dialog.findByText('آيات سورة البقرة من 1 إلى 286')).toBeTruthy();
  await retype(dialog.getByRole('textbox', { name: 'المقدار' }), '0.3');
  expect(await dialog.findByText('المقدار من 0.5 إلى 300، من مضاعفات 0.5')).toBeTruthy();
  await retype(dialog.getByRole('textbox', { name: 'تنتهي في' }), '2026-10-01');
  expect(await dialog.findByText('تاريخ النهاية يسبق تاريخ البداية')).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: 'الاتجاه' }));
  await userEvent.click(await screen.findByRole('option', { name: 'مقاطع بترتيب تختاره' }));
  expect(await dialog.findByText('اختر مقطعاً واحداً على الأقل')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ الخطة' }));
  expect(await dialog.findByText('صحّح ما عليه علامة، ثم احفظ.')).toBeTruthy();
  expect(savePlan).not.toHaveBeenCalled();
});

test('a plan changed by another user asks for each part', async () => {
  const { dialog, savePlan } = await openDialog(plan);
  const current = { ...plan, direction: 'juz_descending', start: '78:1', far_cycle_days: 20, version: 4 };
  savePlan.mockImplementationOnce(async () => {
    throw new ApiProblem(409, 'قديم', { code: 'STALE', current });
  });
  await retype(dialog.getByRole('textbox', { name: 'دورة البعيدة بالأيام' }), '40');
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ الخطة' }));
  const course = within(await screen.findByRole('radiogroup', { name: 'مسار الحفظ' }));
  await userEvent.click(course.getByRole('radio', { name: /من الجزء 30 نزولاً/ }));
  const cycle = screen.getByRole('radiogroup', { name: 'دورة البعيدة بالأيام' });
  expect(within(cycle).getAllByRole('radio')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'حفظ المختار' }));
  await waitFor(() => expect(savePlan).toHaveBeenCalledTimes(2));
  expect(savePlan.mock.calls[1]?.[1]).toMatchObject({
    direction: 'juz_descending',
    start: '78:1',
    far_cycle_days: 40,
    version: 4,
  });
});

test('a student with the plan of a circle sees a notice, and his own plan starts as a copy', async () => {
  const calls = callsWith({ ...plan, is_template: true, circle_name: 'حلقة عاصم', version: 9 });
  const subjects = [
    { subject_code: 'QRN', name: 'الحفظ' },
    { subject_code: 'TLW', name: 'التلاوة' },
  ];
  renderScreen(<HifzPanel student="1445" name="سعد الراشد" subjects={subjects} />, provider(calls));
  const panel = within(await screen.findByRole('region', { name: 'خطة الحفظ' }));
  expect(await panel.findByText('يتبع خطة حلقة «حلقة عاصم»')).toBeTruthy();
  expect(panel.getByText('من البقرة إلى الناس، بدءاً من البقرة 1')).toBeTruthy();
  await userEvent.click(panel.getByRole('combobox', { name: 'المادة' }));
  await userEvent.click(await screen.findByRole('option', { name: 'التلاوة' }));
  await waitFor(() => expect(calls.readPlan).toHaveBeenLastCalledWith('1445', 'TLW'));
  await userEvent.click(await panel.findByRole('button', { name: 'وضع خطة خاصة به' }));
  await userEvent.click(await screen.findByRole('button', { name: 'حفظ الخطة' }));
  await waitFor(() => expect(calls.savePlan).toHaveBeenCalledOnce());
  expect(calls.savePlan.mock.calls[0]?.[1]).toMatchObject({ subject_code: 'TLW', start: '2:1', version: 0 });
});

test('a plan of a student is deleted after a question, which can be cancelled', async () => {
  const { dialog, removePlan } = await openDialog(plan);
  await userEvent.click(dialog.getByRole('button', { name: 'حذف خطته الخاصة' }));
  const question = () => screen.findByRole('alertdialog');
  await userEvent.click(within(await question()).getByRole('button', { name: 'إلغاء' }));
  expect(removePlan).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await userEvent.click(dialog.getByRole('button', { name: 'حذف خطته الخاصة' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'حذف' }));
  await waitFor(() => expect(removePlan).toHaveBeenCalledWith('1445', 'QRN'));
  expect(await screen.findByText('تم حذف الخطة')).toBeTruthy();
});
