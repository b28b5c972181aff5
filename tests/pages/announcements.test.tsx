import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memoryStore } from 'react-admin';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announcementMessages, untilProblems } from '../../contract/families/announcementMessages';
import type { Announcement, CurrentAnnouncement } from '../../contract/families/announcements';
import {
  missingFields,
  newAnnouncement,
  placeOf,
  toForm,
  toStaleFields,
} from '../../src/custom-pages/announcements/announcementForm';
import AnnouncementsPage from '../../src/custom-pages/announcements/AnnouncementsPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { AnnouncementNotices, useAnnouncements } from '../../src/features/announcements/AnnouncementNotices';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

const today = '2026-11-20';
const current: CurrentAnnouncement = {
  id: 3,
  title: 'اللقاء السنوي',
  text: 'الأول\nالثاني\nالثالث',
  until: '2026-11-27',
  is_pinned: true,
  author: 'سليمان',
  created_at: '2026-11-19T05:00:00Z',
};
const announcement: Announcement = {
  ...current,
  section: null,
  program_id: null,
  program_name: null,
  batch_id: null,
  batch_name: null,
  circle_id: 9,
  circle_name: 'نافع',
  circle_batch_id: 4,
  circle_batch_name: 'الدفعة الأولى',
  role: 'guardian',
  can_change: true,
  version: 2,
};

describe('the form', () => {
  test('a stored announcement of a circle keeps its circle, and another place sends only that place', () => {
    const form = toForm(announcement);
    expect(form).toMatchObject({ place: 'batch', batch_id: 4, circle_id: 9, role: 'guardian' });
    expect(placeOf(form)).toEqual({ section: null, program_id: null, batch_id: null, circle_id: 9 });
    expect(placeOf({ ...form, circle_id: null })).toMatchObject({ batch_id: 4, circle_id: null });
    expect(placeOf({ ...form, place: 'girls' })).toMatchObject({ section: 'girls', batch_id: null });
    expect(toStaleFields({ ...form, place: 'all', title: '  لقاء  ' })).toMatchObject({
      title: 'لقاء',
      place: { batch_id: null, circle_id: null },
    });
  });

  test('fields without a valid value are named, and the last day of a past announcement stays valid', () => {
    const limits = { today, storedUntil: undefined, needsCircle: false };
    const form = newAnnouncement(today, null);
    expect(form.until).toBe('2026-11-27');
    expect(missingFields(form, limits)).toEqual(['title']);
    const past = { ...form, title: 'لقاء', until: '2026-11-01' };
    expect(missingFields(past, limits)).toEqual(['until']);
    expect(missingFields(past, { ...limits, storedUntil: '2026-11-01' })).toEqual([]);
    const ofBatch = { ...form, title: 'لقاء', place: 'batch' as const };
    expect(missingFields(ofBatch, limits)).toEqual(['batch_id']);
    expect(missingFields({ ...ofBatch, batch_id: 4 }, { ...limits, needsCircle: true })).toEqual([
      'circle_id',
    ]);
  });
});

function open(rows: Announcement[] = [announcement], changes: object = {}) {
  const calls = {
    page: vi.fn<(query: object) => Promise<object>>(async () => ({ rows, total: rows.length })),
    reach: vi.fn<(place: object) => Promise<object>>(async () => ({ students: 42, guardians: 11 })),
    add: vi.fn<(body: object) => Promise<object>>(async () => ({ ...announcement, operation_id: 44 })),
    change: vi.fn<(id: number, body: object) => Promise<object>>(async () => ({
      ...announcement,
      operation_id: 45,
    })),
    remove: vi.fn<(id: number) => Promise<object>>(async () => ({
      message: announcementMessages.removed,
      operation_id: 46,
    })),
    ...changes,
  };
  const undoOne = vi.fn<(id: number) => Promise<object>>(async () => ({ message: 'تم التراجع' }));
  const choices = async () => ({
    rows: [
      { batch_id: 4, circle_id: 9, circle_name: 'نافع', name: 'الحفظ' },
      { batch_id: 4, circle_id: 10, circle_name: 'عاصم', name: 'الحفظ' },
    ],
    hasMore: false,
  });
  const getList = async () => ({ data: [{ id: 4, batch_name: 'الدفعة الأولى', section: 'girls' }], total: 1 });
  const getMany = async () => ({ data: [{ id: 4, batch_name: 'الدفعة الأولى' }] });
  renderScreen(
    <AnnouncementsPage />,
    {
      announcements: async () => calls,
      settings: async () => ({ today }),
      undoOne,
      choices,
      getList,
      getMany,
    },
    '/announcements',
  );
  return { ...calls, undoOne };
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the page', () => {
  test('a card shows where an announcement is published, its readers and its last day', async () => {
    open();
    const card = within(await screen.findByRole('listitem'));
    for (const text of ['حلقة نافع (الدفعة الأولى)', 'لأولياء الأمور', 'مثبّت'])
      expect(card.getByText(text)).toBeTruthy();
    expect(await card.findByText(/كتبه: سليمان · حتى/)).toBeTruthy();
    await press('المزيد من «اللقاء السنوي»');
    expect(screen.getByRole('button', { name: 'طيّ «اللقاء السنوي»' })).toBeTruthy();
  });

  test('an announcement that only others may change has no buttons', async () => {
    open([{ ...announcement, can_change: false }]);
    expect(await screen.findByText('حلقة نافع (الدفعة الأولى)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'حذف «اللقاء السنوي»' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'تعديل «اللقاء السنوي»' })).toBeNull();
  });

  test('a deletion needs no question, and its toast undoes it', async () => {
    const { remove, undoOne } = open();
    await press('حذف «اللقاء السنوي»');
    await waitFor(() => expect(remove).toHaveBeenCalledWith(3));
    expect(await screen.findByText(announcementMessages.removed)).toBeTruthy();
    await press(/تراجع/);
    await waitFor(() => expect(undoOne).toHaveBeenCalledWith(46));
  });

  test('the number of readers stands in the form before the announcement is published', async () => {
    const { add, reach } = open([]);
    await press('إعلان جديد');
    const form = await dialog('إعلان جديد');
    expect(await form.findByText(/42 طالباً و11 ولي أمر/)).toBeTruthy();
    expect(reach).toHaveBeenCalledWith({ section: null, program_id: null, batch_id: null, circle_id: null });
    await press('نشر الإعلان');
    expect(form.getByText('هذا الحقل مطلوب')).toBeTruthy();
    expect(add).not.toHaveBeenCalled();
    await userEvent.type(form.getByRole('textbox', { name: /العنوان/ }), 'رحلة');
    await press('نشر الإعلان');
    await waitFor(() =>
      expect(add).toHaveBeenCalledWith(
        expect.objectContaining({ title: 'رحلة', until: '2026-11-27', role: null, is_pinned: false }),
      ),
    );
    expect(await screen.findByText('نُشر الإعلان')).toBeTruthy();
  });

  test('a place without students has its own sentence, and a batch of girls feminine words', async () => {
    const reach = vi
      .fn<(place: object) => Promise<object>>()
      .mockResolvedValueOnce({ students: 0, guardians: 0 })
      .mockResolvedValue({ students: 2, guardians: 0 });
    open([], { reach });
    await press('إعلان جديد');
    const form = await dialog('إعلان جديد');
    expect(await form.findByText('يصل إلى المعلمين، ولا يصل إلى أي طالب الآن.')).toBeTruthy();
    const choose = async (name: string, option: string) => {
      await userEvent.click(form.getByRole('combobox', { name }));
      await userEvent.click(await screen.findByRole('option', { name: option }));
    };
    await choose('يقرؤه', 'الطلاب');
    expect(await form.findByText('لا يصل إلى أي طالب الآن.')).toBeTruthy();
    await choose('يُنشر في', 'دفعة واحدة أو حلقة');
    await choose('الدفعة', 'الدفعة الأولى');
    expect(await form.findByText('يصل إلى طالبتين.')).toBeTruthy();
  });

  test('a teacher chooses a batch, and a circle if he has no whole subject of it', async () => {
    signInAs('teacher');
    const { add, reach } = open([]);
    await press('إعلان جديد');
    const form = await dialog('إعلان جديد');
    expect(form.queryByRole('combobox', { name: 'يُنشر في' })).toBeNull();
    await userEvent.type(form.getByRole('textbox', { name: /العنوان/ }), 'رحلة');
    await userEvent.click(form.getByRole('combobox', { name: 'الدفعة' }));
    await userEvent.click(await screen.findByRole('option', { name: 'الدفعة الأولى' }));
    const circle = await form.findByRole('combobox', { name: 'الحلقة' });
    await press('نشر الإعلان');
    expect(add).not.toHaveBeenCalled();
    expect(reach).not.toHaveBeenCalled();
    await userEvent.click(circle);
    await userEvent.click(await screen.findByRole('option', { name: 'عاصم · الحفظ' }));
    await press('نشر الإعلان');
    await waitFor(() =>
      expect(add).toHaveBeenCalledWith(expect.objectContaining({ circle_id: 10, batch_id: null })),
    );
  });

  test('a stale save of the title keeps the readers and the place of the other user', async () => {
    const theirs = {
      ...announcement,
      circle_id: null,
      circle_batch_id: null,
      batch_id: 4,
      role: 'student',
      version: 3,
    };
    const change = vi
      .fn<(id: number, body: object) => Promise<object>>(async () => ({ ...announcement, operation_id: 45 }))
      .mockRejectedValueOnce(new ApiProblem(409, '', { error: '', code: 'STALE', current: theirs }));
    open([announcement], { change });
    await press('تعديل «اللقاء السنوي»');
    const form = await dialog('تعديل الإعلان');
    await userEvent.type(form.getByRole('textbox', { name: /العنوان/ }), ' الثاني');
    await press('حفظ التعديل');
    await waitFor(() => expect(screen.getAllByRole('radiogroup')).toHaveLength(1));
    await press('حفظ المختار');
    await waitFor(() =>
      expect(change).toHaveBeenLastCalledWith(
        3,
        expect.objectContaining({
          title: 'اللقاء السنوي الثاني',
          role: 'student',
          batch_id: 4,
          circle_id: null,
          version: 3,
        }),
      ),
    );
  });

  test('a past day of an announcement that is over is refused with a message', async () => {
    const { change } = open([{ ...announcement, until: '2026-11-01' }]);
    await press('تعديل «اللقاء السنوي»');
    const form = await dialog('تعديل الإعلان');
    const day = form.getByRole('textbox', { name: /آخر يوم/ });
    await userEvent.clear(day);
    await userEvent.type(day, '2026-11-05{Tab}');
    await press('حفظ التعديل');
    expect(await form.findByText('اختر اليوم أو يوماً بعده')).toBeTruthy();
    expect(change).not.toHaveBeenCalled();
  });

  test('a refusal of the server stands in the form, which keeps what was typed', async () => {
    const message = untilProblems['too far'];
    const add = vi.fn<() => Promise<never>>(async () => {
      throw new ApiProblem(422, '', {
        error: message,
        code: 'VALIDATION',
        details: [{ path: 'until', message }],
      });
    });
    open([], { add });
    await press('إعلان جديد');
    const form = await dialog('إعلان جديد');
    await userEvent.type(form.getByRole('textbox', { name: /العنوان/ }), 'رحلة');
    await press('نشر الإعلان');
    expect(await form.findByText(message)).toBeTruthy();
    expect(form.getByRole<HTMLInputElement>('textbox', { name: /العنوان/ }).value).toBe('رحلة');
  });
});

function Notices() {
  const notices = useAnnouncements();
  return notices.isPending ? <p>wait</p> : <AnnouncementNotices notices={notices} />;
}

describe('the notices', () => {
  const renderNotices = (rows: CurrentAnnouncement[], store = memoryStore()) => {
    const currentAnnouncements = vi.fn<() => Promise<CurrentAnnouncement[]>>(async () => rows);
    renderScreen(<Notices />, { currentAnnouncements, settings: async () => ({ today }) }, '/', store);
    return currentAnnouncements;
  };

  test('a pinned announcement is open, the others stand behind one line, and links are only text', async () => {
    const other = { ...current, id: 4, title: 'اختبار', text: 'https://example.org', is_pinned: false };
    renderNotices([current, other]);
    expect(await screen.findByRole('heading', { name: 'اللقاء السنوي' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'اختبار' })).toBeNull();
    await press(/^إعلان · اختبار/);
    expect(await screen.findByRole('heading', { name: 'اختبار' })).toBeTruthy();
    expect(screen.getByText('https://example.org')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('an announcement that is over since the page was opened is not shown', async () => {
    renderNotices([
      { ...current, until: '2026-11-19' },
      { ...current, id: 5, title: 'اليوم', until: today },
    ]);
    expect(await screen.findByRole('heading', { name: 'اليوم' })).toBeTruthy();
    expect(screen.getByText(/ينتهي اليوم/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'اللقاء السنوي' })).toBeNull();
  });

  test('a server without announcements is not asked', async () => {
    const store = memoryStore();
    renderNotices([], store);
    await waitFor(() => expect(screen.queryByText('wait')).toBeNull());
    expect(screen.queryByRole('region', { name: 'الإعلانات' })).toBeNull();
  });
});
