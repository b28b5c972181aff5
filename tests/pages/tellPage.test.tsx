import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memoryStore } from 'react-admin';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MessageRecipient, MessageTemplate } from '../../contract/families/tell';
import {
  defaultTemplates,
  freeTextMark,
  isFrame,
  templateKeys,
  textKey,
} from '../../contract/rules/messages/message';
import TellPage from '../../src/custom-pages/tell/TellPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession } from '../../src/dataProvider/session';
import type { OpenedMessage, TellQuery } from '../../src/dataProvider/families';
import { renderScreen, signInAs } from '../support/screen';

const today = '2026-11-24';
const recipient = (index: number, more: Partial<MessageRecipient> = {}): MessageRecipient => ({
  key: `guardian-${index}/new`,
  guardian_id: index,
  students: [{ id: index, name: `طالب رقم ${index}`, content: 'absent' }],
  name: `ولي ${index}`,
  relation: 'father',
  phone: `9665500000${String(index).padStart(2, '0')}`,
  reason: null,
  text: `غاب الطالب ${index}\nوالسلام`,
  state: 'new',
  message_id: null,
  opened_at: null,
  opened_by: null,
  ...more,
});
const twenty = Array.from({ length: 20 }, (_, index) => recipient(index + 1));

const template = (key: MessageTemplate['key']): MessageTemplate => ({
  key,
  version: 0,
  ...(isFrame(key)
    ? { masculine: defaultTemplates.frames[key], feminine: null, own_masculine: null, own_feminine: null }
    : defaultTemplates.sentences[key]),
});

function show(recipients: MessageRecipient[], { address = '/tell', calls = {}, settings = {} } = {}) {
  let last = 100;
  const list = vi.fn<(query: TellQuery) => Promise<MessageRecipient[]>>(async () => recipients);
  const opened = vi.fn<(body: OpenedMessage) => Promise<{ message_id: number }>>(async () => ({
    message_id: (last += 1),
  }));
  const notSent = vi.fn<(id: number) => Promise<object>>(async () => ({}));
  const saveTemplate = vi.fn<(key: string, body: object) => Promise<object>>(async (key) => ({
    key,
    operation_id: 7,
  }));
  const provider = {
    settings: async () => ({ today, weekend_days: [5, 6], teachers_contact_guardians: true, ...settings }),
    choices: async () => ({ rows: [], hasMore: false }),
    getList: async () => ({ data: [], total: 0 }),
    getMany: async () => ({ data: [{ id: 3, batch_name: 'دفعة الفجر' }] }),
    getOne: async () => ({ data: { id: 3, batch_name: 'دفعة الفجر' } }),
    tell: async () => ({
      list,
      opened,
      notSent,
      templates: async () => templateKeys.map(template),
      saveTemplate,
      ...calls,
    }),
  };
  const store = memoryStore();
  renderScreen(<TellPage />, provider, address, store);
  return { list, opened, notSent, saveTemplate, store };
}

const openLink = () => screen.findByRole<HTMLAnchorElement>('link', { name: /^فتح / });
const next = () => screen.findByRole('button', { name: 'التالي' });
const status = (text: string) => screen.findByText(text);
const current = () => screen.getByRole('region', { name: /^إلى: / });
const comeBack = () => fireEvent(document, new Event('visibilitychange'));

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  dropSession('left');
});

describe('twenty messages', () => {
  test('need two taps each at most, and one tap each if the user comes back from WhatsApp', async () => {
    const { opened } = show(twenty);
    let taps = 0;
    const tap = async (element: HTMLElement) => {
      taps += 1;
      await userEvent.click(element);
    };
    // A search by roles takes long in a list of twenty.
    const expectMessage = (index: number) => screen.findByDisplayValue(new RegExp(`غاب الطالب ${index}\\s`));
    for (let index = 1; index <= 10; index += 1) {
      await expectMessage(index);
      await tap(await screen.findByText('فتح في واتساب'));
      await tap(await screen.findByText('التالي'));
    }
    expect(taps).toBe(20);
    await status('10 من 20');
    for (let index = 11; index <= 20; index += 1) {
      await expectMessage(index);
      await tap(await screen.findByText('فتح في واتساب'));
      await screen.findByText(/^التالي|^فُتحت كل/);
      comeBack();
    }
    await status('20 من 20');
    expect(taps).toBe(30);
    expect(opened.mock.calls.map(([{ guardian_id }]) => guardian_id)).toEqual(
      twenty.map(({ guardian_id }) => guardian_id),
    );
  });

  test('a second tap on the same place opens no other message', async () => {
    const { opened } = show(twenty);
    const link = await openLink();
    const bar = link.parentElement;
    await userEvent.click(link);
    const button = await next();
    expect(button.parentElement).toBe(bar);
    expect(screen.queryByRole('link', { name: /^فتح / })).toBeNull();
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

describe('one message', () => {
  test('opens WhatsApp with the encoded text in a new window, and stores what was opened', async () => {
    const text = 'السلام عليكم\n<b>&?#%';
    const { opened, list } = show([recipient(1, { text }), recipient(2)]);
    const link = await openLink();
    expect(link.target).toBe('_blank');
    expect(link.rel).toContain('noopener');
    expect(link.href).toBe(`https://wa.me/966550000001?text=${encodeURIComponent(text)}`);
    await userEvent.click(link);
    expect(list).toHaveBeenCalledWith({ kind: 'absent', date: today });
    expect(opened).toHaveBeenCalledWith({
      kind: 'absent',
      date: today,
      guardian_id: 1,
      students: [{ id: 1, content: 'absent' }],
      channel: 'whatsapp',
      text,
    });
  });

  test('can be edited before it is opened, for this message alone', async () => {
    const { opened } = show([recipient(1), recipient(2)]);
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'نص الرسالة' });
    await userEvent.clear(field);
    await userEvent.type(field, 'نص آخر');
    const link = await openLink();
    expect(link.href).toContain(encodeURIComponent('نص آخر'));
    await userEvent.click(link);
    expect(opened.mock.calls[0]?.[0].text).toBe('نص آخر');
    await userEvent.click(await next());
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'نص الرسالة' }).value).toBe(
      'غاب الطالب 2\nوالسلام',
    );
  });

  test('opens an SMS if the user has chosen so, and the choice is stored', async () => {
    const { store } = show([recipient(1)]);
    await userEvent.click(await screen.findByRole('button', { name: 'رسالة نصية' }));
    expect((await openLink()).getAttribute('href')).toMatch(/^sms:\+966550000001\?&body=%D8/);
    expect(store.getItem('tell.channel')).toBe('sms');
  });

  test('that was not sent is put back and offered again', async () => {
    const { notSent } = show([recipient(1), recipient(2)]);
    await userEvent.click(await openLink());
    await userEvent.click(await next());
    const note = (await screen.findByText('فُتحت رسالة ولي 1')).parentElement as HTMLElement;
    await userEvent.click(within(note).getByRole('button', { name: 'لم تُرسل' }));
    expect(notSent).toHaveBeenCalledWith(101);
    await status('0 من 2');
    expect(within(current()).getByRole('heading', { name: 'ولي 1' })).toBeTruthy();
    expect(within(current()).getByText('لم تُرسل')).toBeTruthy();
  });

  test('counts as opened at once, and a failed call offers a retry', async () => {
    let fails = true;
    const opened = vi.fn<() => Promise<object>>(async () => {
      if (fails) throw new ApiProblem(0, 'لا اتصال', null);
      return { message_id: 5 };
    });
    show([recipient(1), recipient(2)], { calls: { opened } });
    await userEvent.click(await openLink());
    await status('1 من 2');
    const alert = await screen.findByText('تعذّر تسجيل فتح رسالة واحدة.');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'إعادة المحاولة' }));
    await waitFor(() => expect(alert.isConnected).toBe(false));
    expect(opened).toHaveBeenCalledTimes(2);
    await status('1 من 2');
  });

  test('a slow answer does not hold up the next message', async () => {
    show([recipient(1), recipient(2)], { calls: { opened: () => new Promise(() => undefined) } });
    await userEvent.click(await openLink());
    await userEvent.click(await next());
    expect(within(current()).getByRole('heading', { name: 'ولي 2' })).toBeTruthy();
    expect(
      within((await screen.findByText('فُتحت رسالة ولي 1')).parentElement as HTMLElement).getByRole('button'),
    ).toHaveProperty('disabled', true);
  });
});

describe('the list', () => {
  test('is searched, hides opened messages, and ends with students without a number', async () => {
    show([
      recipient(1, {
        state: 'opened',
        key: 'guardian-1/told',
        message_id: 9,
        opened_at: `${today}T06:00:00Z`,
        opened_by: 'سليمان',
      }),
      recipient(2),
      recipient(3, {
        key: 'student-3/new',
        guardian_id: null,
        phone: null,
        name: 'بدر',
        text: '',
        reason: 'no_phone',
        relation: null,
      }),
    ]);
    const all = await screen.findByRole('region', { name: 'كل الرسائل' });
    expect(within(all).getAllByRole('listitem')).toHaveLength(2);
    expect(within(all).getByText(/سليمان/)).toBeTruthy();
    await status('1 من 2');
    await userEvent.click(within(all).getByRole('checkbox', { name: 'إخفاء ما فُتح' }));
    expect(within(all).getAllByRole('listitem')).toHaveLength(1);
    await userEvent.type(within(all).getByRole('searchbox'), 'لا أحد');
    await within(all).findByText('لا رسالة تطابق البحث');
    const unreachable = screen.getByRole('region', { name: 'طالب واحد بلا رقم للمراسلة' });
    expect(within(unreachable).getByText('ولي أمره بلا رقم جوال')).toBeTruthy();
    expect(within(unreachable).getByRole('link').getAttribute('href')).toBe('/students/3/show');
  });

  test('has only students without a number if no message has a recipient', async () => {
    show([recipient(3, { key: 'student-3/new', phone: null, text: '', reason: 'no_guardian' })]);
    const unreachable = within(await screen.findByRole('region', { name: 'طالب واحد بلا رقم للمراسلة' }));
    expect(unreachable.getByText('لم يُضف له ولي أمر')).toBeTruthy();
    expect(unreachable.getByRole('link', { name: 'طالب رقم 3' }).getAttribute('href')).toBe(
      '/students/3/show',
    );
    expect(screen.queryByRole('region', { name: 'كل الرسائل' })).toBeNull();
    expect(screen.queryByText('لا رسائل')).toBeNull();
  });

  test('a correction says why it is there', async () => {
    show([recipient(1, { state: 'corrected' })]);
    expect(await screen.findByText('تغيّر التحضير بعد فتح الرسالة، فهذه رسالة تصحيح.')).toBeTruthy();
  });
});

describe('the page', () => {
  test('tells once that others see the own number', async () => {
    const { store } = show([recipient(1)]);
    await userEvent.click(await screen.findByRole('button', { name: 'فهمت' }));
    expect(screen.queryByText(/رقم جوالك/)).toBeNull();
    expect(store.getItem('tell.isOwnNumberKnown')).toBe(true);
  });

  test('is closed for teachers, with the reason, unless the institute opens it', async () => {
    signInAs('teacher');
    const { list } = show([recipient(1)], { settings: { teachers_contact_guardians: false } });
    expect(await screen.findByText(/لم يفتح المعهد للمعلمين مراسلة أولياء الأمور/)).toBeTruthy();
    expect(list).not.toHaveBeenCalled();
    cleanup();
    show([recipient(1)]);
    expect(await openLink()).toBeTruthy();
  });

  test('offers the week on Thursday', async () => {
    const { list } = show([], { address: '/tell?date=2026-11-19' });
    await userEvent.click(await screen.findByRole('button', { name: 'رسائل الأسبوع' }));
    await waitFor(() => expect(list).toHaveBeenLastCalledWith({ kind: 'week', date: '2026-11-19' }));
    expect(await screen.findByText('لا طلاب في مواد التقييد اليومي.')).toBeTruthy();
  });

  test('a free text goes into each message of the batch', async () => {
    const text = `السلام عليكم\n\n${freeTextMark}\n\nمعهد`;
    const { list } = show([recipient(1, { text })], { address: '/tell?kind=free&batch_id=3' });
    expect(list).not.toHaveBeenCalled();
    await userEvent.type(await screen.findByRole('textbox', { name: 'نص الرسالة للجميع' }), 'لا دراسة غداً');
    await userEvent.click(screen.getByRole('button', { name: 'إعداد الرسائل' }));
    await waitFor(() =>
      expect(list).toHaveBeenCalledWith({
        kind: 'free',
        date: today,
        batch_id: 3,
        text_key: textKey('لا دراسة غداً'),
      }),
    );
    expect(decodeURIComponent((await openLink()).href)).toContain('السلام عليكم\n\nلا دراسة غداً\n\nمعهد');
  });
});

describe('the templates', () => {
  test('are previewed for a boy, a girl, two, three and eleven, and an unknown field is not saved', async () => {
    const { saveTemplate } = show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'صيغ الرسائل' }));
    const dialog = await screen.findByRole('dialog');
    const field = await within(dialog).findByRole<HTMLTextAreaElement>('textbox', { name: 'عن طالب' });
    const preview = async (name: string) => {
      await userEvent.click(within(dialog).getByRole('button', { name }));
      return dialog.textContent;
    };
    expect(await preview('طالب')).toContain('غاب الطالب أحمد اليوم الثلاثاء');
    expect(await preview('طالبة')).toContain('غابت الطالبة فاطمة');
    expect(await preview('طالبان')).toContain('بما يخص طالبين:');
    expect(await preview('ثلاثة')).toContain('بما يخص 3 طلاب:');
    expect(await preview('أحد عشر')).toContain('بما يخص 11 طالباً:');
    expect(await preview('الطالب نفسه')).toContain('نخبرك بأنك غبت');
    await userEvent.clear(field);
    await userEvent.type(field, 'لم يحضر {{المدرسة}');
    expect(await within(dialog).findByText('لا يُعرف الحقل المدرسة')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'حفظ' })).toHaveProperty('disabled', true);
    await userEvent.clear(field);
    await userEvent.type(field, 'لم يحضر {{الطالب}.');
    expect(await preview('طالب')).toContain('لم يحضر أحمد.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'حفظ' }));
    expect(saveTemplate).toHaveBeenCalledWith('absent', {
      masculine: 'لم يحضر {الطالب}.',
      feminine: null,
      own_masculine: null,
      own_feminine: null,
      version: 0,
    });
  });
});
