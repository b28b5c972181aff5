import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noteMessages } from '../../contract/families/behaviourNoteMessages';
import { type BehaviourNote, type NoteCategory } from '../../contract/families/behaviourNotes';
import { noteKindNames } from '../../contract/vocabulary';
import BehaviourPage from '../../src/custom-pages/behaviour/BehaviourPage';
import { NoteCategories } from '../../src/custom-pages/settings/NoteCategories';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { BehaviourPanel } from '../../src/features/behaviour/BehaviourPanel';
import { BatchSectionProvider } from '../../src/i18n/gender';
import StudentShow from '../../src/resources/students/show/StudentShow';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('teacher'));
afterEach(cleanup);

const today = '2026-11-20';
const category = (id: number, name: string, kind: NoteCategory['kind'], is_used = false): NoteCategory => ({
  id,
  name,
  kind,
  is_active: true,
  is_used,
  version: 1,
});
const categories = [category(1, 'الأدب', 'praise', true), category(2, 'التأخر', 'remark')];
const note: BehaviourNote = {
  id: 7,
  student_row_id: 3,
  student_id: '14470003',
  student_name: 'أنس الراشد',
  batch_name: 'الدفعة الأولى',
  date: '2026-11-19',
  kind: 'remark',
  category_id: 2,
  category_name: 'التأخر',
  text: 'تأخر ربع ساعة',
  for_guardians: true,
  author: 'معاذ الحافظ',
  can_change: true,
  created_at: '2026-11-19T05:00:00Z',
  version: 2,
};
const ofOffice: BehaviourNote = { ...note, id: 8, author: 'الإدارة', can_change: false, text: null };

function buildApi(rows: BehaviourNote[], changes: object = {}) {
  const calls = {
    newest: async () => rows,
    summary: async () => ({ praise: 0, remark: rows.length }),
    categories: async () => categories,
    add: vi.fn<(body: object) => Promise<object>>(async () => ({
      message: noteMessages.saved(1),
      created: 1,
      operation_id: 44,
    })),
    change: vi.fn<(id: number, body: object) => Promise<object>>(async () => ({ ...note, operation_id: 45 })),
    remove: vi.fn<(id: number) => Promise<object>>(async () => ({
      message: noteMessages.removed,
      operation_id: 46,
    })),
    saveCategories: vi.fn<(body: object[], loaded: object[]) => Promise<object>>(async () => categories),
    ...changes,
  };
  const undoOne = vi.fn<(id: number) => Promise<object>>(async () => ({ message: 'تم التراجع' }));
  const getList = async () => ({ data: rows, total: rows.length });
  const api = { behaviour: async () => calls, settings: async () => ({ today }), undoOne, getList };
  return { calls, undoOne, api };
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the panel of a student', () => {
  const open = (rows: BehaviourNote[], changes: object = {}) => {
    const built = buildApi(rows, changes);
    renderScreen(<BehaviourPanel student={{ student_id: '14470003', name: 'أنس الراشد' }} />, built.api);
    return built;
  };

  test('adds a note with three taps, and the toast undoes it', async () => {
    const { calls, undoOne } = open([]);
    expect(await screen.findByText('لا ملاحظات على سلوكه حتى الآن.')).toBeTruthy();
    await press('ملاحظة سلوك');
    await press('الأدب');
    await press('حفظ');
    expect(calls.add.mock.calls).toEqual([
      [
        {
          student_ids: ['14470003'],
          kind: 'praise',
          category_id: 1,
          text: null,
          for_guardians: false,
          date: today,
        },
      ],
    ]);
    expect(await screen.findByText(noteMessages.saved(1))).toBeTruthy();
    await press('تراجع');
    await waitFor(() => expect(undoOne).toHaveBeenCalledWith(44));
  });

  test('asks for a category or a text before it saves', async () => {
    const { calls } = open([]);
    await press('ملاحظة سلوك');
    const dialog = await dialogOf('ملاحظة سلوك');
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    expect(await dialog.findByText('اختر تصنيفاً، أو «غير ذلك» واكتب النص')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'توجيه: غير ذلك' }));
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    expect(await dialog.findByText('اكتب نص الملاحظة')).toBeTruthy();
    await fill(dialog.getByRole('textbox', { name: 'النص' }), 'نسي مصحفه');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'يقرؤها ولي الأمر في صفحته' }));
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    await waitFor(() =>
      expect(calls.add.mock.calls).toMatchObject([
        [{ kind: 'remark', category_id: null, text: 'نسي مصحفه', for_guardians: true }],
      ]),
    );
  });

  test('tells that the notes failed to load, and loads them again', async () => {
    open([note], {
      newest: vi
        .fn<() => Promise<BehaviourNote[]>>()
        .mockRejectedValueOnce(new ApiProblem(403, 'مرفوض', { code: 'FORBIDDEN', error: 'مرفوض' }))
        .mockResolvedValue([note]),
    });
    expect(await screen.findByText('تعذّر تحميل ملاحظات السلوك')).toBeTruthy();
    await press('إعادة المحاولة');
    expect(await screen.findByText('تأخر ربع ساعة')).toBeTruthy();
    expect(screen.queryByText('تعذّر تحميل ملاحظات السلوك')).toBeNull();
  });

  test('removes the message of a refused note at the next attempt', async () => {
    const refused = new ApiProblem(422, 'مرفوض', { code: 'VALIDATION', error: 'مرفوض' });
    open([], {
      add: vi
        .fn<(body: object) => Promise<object>>()
        .mockRejectedValueOnce(refused)
        .mockReturnValue(new Promise<object>(() => {})),
    });
    await press('ملاحظة سلوك');
    await press('الأدب');
    await press('حفظ');
    expect(await screen.findByText('مرفوض')).toBeTruthy();
    await press('حفظ');
    await waitFor(() => expect(screen.queryByText('مرفوض')).toBeNull());
  });

  test('counts both kinds, and changes only notes that the user may change', async () => {
    open([note, ofOffice]);
    expect(await screen.findByText('توجيهان')).toBeTruthy();
    expect(screen.getByText('لا ثناء')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^تعديل الملاحظة على أنس الراشد/ })).toHaveLength(1);
  });
});

describe('the page of a student', () => {
  const student = {
    id: 3,
    student_id: '14470003',
    full_name: 'أنس الراشد',
    status: 'active',
    gender: 'ذكر',
    batch_id: null,
    batch_name: null,
    program_name: null,
  };
  const open = (card: object | null) => {
    const { api, calls } = buildApi([note]);
    const behaviour = vi.fn<() => Promise<object>>(async () => calls);
    const provider = {
      ...api,
      behaviour,
      studentCard: async () => card,
      getOne: async () => ({ data: student }),
      excuses: async () => ({ page: async () => ({ rows: [], total: 0 }) }),
    };
    const page = (
      <Routes>
        <Route path="/students/:id/show" element={<StudentShow />} />
      </Routes>
    );
    renderScreen(page, provider, '/students/3/show');
    return behaviour;
  };

  test('has the panel for his own teachers', async () => {
    open({ student: { ...student, health_note: null }, enrolments: [] });
    expect(await screen.findByRole('region', { name: 'السلوك' })).toBeTruthy();
  });

  test('of another server has no panel, and is not asked for notes', async () => {
    noteList('subjects', [], false);
    const behaviour = open(null);
    expect(await screen.findByRole('heading', { name: 'أنس الراشد' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'السلوك' })).toBeNull();
    expect(behaviour).not.toHaveBeenCalled();
  });
});

describe('the texts about a girl', () => {
  const open = (rows: BehaviourNote[], changes: object = {}) =>
    renderScreen(
      <BatchSectionProvider value="girls">
        <BehaviourPanel student={{ student_id: '14470003', name: 'طالب' }} />
      </BatchSectionProvider>,
      buildApi(rows, changes).api,
    );

  test('are feminine, and names stay', async () => {
    open([{ ...note, student_name: 'طالب' }], { summary: async () => ({ praise: 0, remark: 9 }) });
    expect(await screen.findByRole('link', { name: 'كل ملاحظات الطالبة' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^تعديل الملاحظة على طالب في/ })).toBeTruthy();
    await press('ملاحظة سلوك');
    const dialog = await dialogOf('ملاحظة سلوك');
    expect(dialog.getByText(/^سري: تقرؤه الإدارة ومعلمو الطالبة/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'يقرؤها ولي الأمر في صفحته' }));
    expect(dialog.getByText(/^تقرؤه الإدارة ومعلمو الطالبة وولي أمرها/)).toBeTruthy();
    expect(dialog.getByText(/^وتقرؤها الطالبة البالغة في تقريرها/)).toBeTruthy();
  });

  test('without notes, and in the toast, are feminine', async () => {
    open([], { add: async () => ({ message: noteMessages.saved(2), created: 2, operation_id: 44 }) });
    expect(await screen.findByText('لا ملاحظات على سلوكها حتى الآن.')).toBeTruthy();
    await press('ملاحظة سلوك');
    await press('الأدب');
    await press('حفظ');
    expect(await screen.findByText('سُجّلت الملاحظة لطالبتين')).toBeTruthy();
  });
});

describe('the page of all notes', () => {
  const open = (rows: BehaviourNote[], changes: object = {}) => {
    const built = buildApi(rows, changes);
    renderScreen(<BehaviourPage />, built.api, '/behaviour');
    return built;
  };

  test('shows each note with its author, and saves a change with the version', async () => {
    const { calls } = open([note, ofOffice]);
    const list = within(await screen.findByRole('list', { name: 'ملاحظات السلوك' }));
    expect(list.getByText('تأخر ربع ساعة')).toBeTruthy();
    expect(list.getByText('كتبها: الإدارة')).toBeTruthy();
    await press(/^تعديل الملاحظة على أنس الراشد/);
    const dialog = await dialogOf('تعديل ملاحظة السلوك');
    expect(dialog.getByText('أنس الراشد')).toBeTruthy();
    expect((await dialog.findByRole('button', { name: 'التأخر' })).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(dialog.getByRole('button', { name: 'الأدب' }));
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    await waitFor(() =>
      expect(calls.change.mock.calls).toMatchObject([[7, { kind: 'praise', category_id: 1, version: 2 }]]),
    );
    expect(await screen.findByText('حُفظت الملاحظة')).toBeTruthy();
  });

  test('deletes a note with an undo', async () => {
    const { calls, undoOne } = open([note]);
    await press(/^تعديل الملاحظة على أنس الراشد/);
    await press('حذف الملاحظة');
    expect(calls.remove.mock.calls).toEqual([[7]]);
    expect(await screen.findByText(noteMessages.removed)).toBeTruthy();
    await press('تراجع');
    await waitFor(() => expect(undoOne).toHaveBeenCalledWith(46));
  });

  test('cannot be saved while it is deleted', async () => {
    open([note], { remove: () => new Promise<object>(() => {}) });
    await press(/^تعديل الملاحظة على أنس الراشد/);
    const save = await screen.findByRole('button', { name: 'حفظ' });
    expect(save).toHaveProperty('disabled', false);
    await press('حذف الملاحظة');
    await waitFor(() => expect(save).toHaveProperty('disabled', true));
  });

  test('keeps kind and category together in the question about a changed note', async () => {
    const problem = new ApiProblem(409, 'قديم', {
      code: 'STALE',
      error: 'قديم',
      current: { ...note, category_id: null, text: 'تأخر ثم اعتذر', version: 3 },
    });
    const { calls } = open([note], {
      change: vi
        .fn<(id: number, body: object) => Promise<object>>()
        .mockRejectedValueOnce(problem)
        .mockResolvedValue({ ...note, operation_id: 47 }),
    });
    await press(/^تعديل الملاحظة على أنس الراشد/);
    await press('الأدب');
    await press('حفظ');
    const question = await dialogOf('عدّل شخص آخر هذا السجل');
    await userEvent.click(question.getByRole('radio', { name: new RegExp(`${noteKindNames.remark}: `) }));
    await userEvent.click(question.getByRole('button', { name: 'حفظ المختار' }));
    await waitFor(() =>
      expect(calls.change.mock.calls[1]).toMatchObject([
        7,
        { kind: 'remark', category_id: null, version: 3 },
      ]),
    );
  });

  test('asks about a note that another user has changed meanwhile', async () => {
    const problem = new ApiProblem(409, 'قديم', {
      code: 'STALE',
      error: 'قديم',
      current: { ...note, text: 'تأخر ثم اعتذر', version: 3 },
    });
    const { calls } = open([note], {
      change: vi
        .fn<(id: number, body: object) => Promise<object>>()
        .mockRejectedValueOnce(problem)
        .mockResolvedValue({ ...note, operation_id: 47 }),
    });
    await press(/^تعديل الملاحظة على أنس الراشد/);
    const dialog = await dialogOf('تعديل ملاحظة السلوك');
    const text = await dialog.findByRole('textbox', { name: 'النص (اختياري)' });
    await userEvent.clear(text);
    await fill(text, 'تأخر كثيراً');
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    const question = await dialogOf('عدّل شخص آخر هذا السجل');
    expect(question.getByText(/تأخر ثم اعتذر/)).toBeTruthy();
    expect(calls.change).toHaveBeenCalledTimes(1);
  });
});

describe('the categories in the settings', () => {
  const open = async (changes: object = {}) => {
    signInAs('admin');
    const built = buildApi([], changes);
    renderScreen(<NoteCategories />, built.api);
    await press('تعديل التصنيفات');
    return { ...built, dialog: await dialogOf('تصنيفات السلوك') };
  };

  test('in use are retired, unused ones are deleted, and new ones are added to their kind', async () => {
    const { calls, dialog } = await open();
    expect(dialog.queryByRole('button', { name: 'حذف «الأدب»' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'إيقاف «الأدب»' }));
    expect(dialog.getByText('موقوف')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'حذف «التأخر»' }));
    await userEvent.click(dialog.getByRole('button', { name: 'إضافة تصنيف: ثناء' }));
    await fill(dialog.getByRole('textbox', { name: /^ثناء: التصنيف 2/ }), 'الأمانة');
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    await waitFor(() => expect(calls.saveCategories).toHaveBeenCalled());
    expect(calls.saveCategories.mock.calls[0]).toMatchObject([
      [
        { id: 1, name: 'الأدب', kind: 'praise', is_active: false, version: 1 },
        { name: 'الأمانة', kind: 'praise', is_active: true },
      ],
      categories,
    ]);
  });

  const stale = new ApiProblem(409, 'قديم', { code: 'STALE', error: 'قديم' });
  /** The first save fails, because another user has saved `theirs`. */
  const openOutdated = (theirs: NoteCategory[]) =>
    open({
      categories: vi
        .fn<() => Promise<NoteCategory[]>>()
        .mockResolvedValueOnce(categories)
        .mockResolvedValue(theirs),
      saveCategories: vi
        .fn<(body: object[], loaded: object[]) => Promise<object>>()
        .mockRejectedValueOnce(stale)
        .mockResolvedValue(theirs),
    });

  test('keep what the user typed beside the changes of another user', async () => {
    const theirs = [
      { ...category(1, 'حسن الأدب', 'praise', true), version: 2 },
      category(2, 'التأخر', 'remark'),
      category(3, 'الصدق', 'praise'),
    ];
    const { calls, dialog } = await openOutdated(theirs);
    await userEvent.click(dialog.getByRole('button', { name: 'حذف «التأخر»' }));
    await userEvent.click(dialog.getByRole('button', { name: 'إضافة تصنيف: ثناء' }));
    await fill(dialog.getByRole('textbox', { name: /^ثناء: التصنيف 2/ }), 'الأمانة');
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    await waitFor(() => expect(calls.saveCategories).toHaveBeenCalledTimes(2));
    expect(calls.saveCategories.mock.calls[1]?.[0]).toMatchObject([
      { id: 1, name: 'حسن الأدب', version: 2 },
      { name: 'الأمانة', kind: 'praise' },
      { id: 3, name: 'الصدق' },
    ]);
  });

  test('that two users named differently are a question', async () => {
    const theirs = [{ ...category(1, 'حسن الأدب', 'praise', true), version: 2 }];
    const { calls, dialog } = await openOutdated(theirs);
    await fill(dialog.getByRole('textbox', { name: /^ثناء: التصنيف 1/ }), ' الجم');
    await fill(
      dialog.getByRole('textbox', { name: new RegExp(`^${noteKindNames.remark}: التصنيف 1`) }),
      ' الكثير',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
    const question = await dialogOf('عدّل شخص آخر هذا السجل');
    expect(question.getByText(/حسن الأدب/)).toBeTruthy();
    expect(calls.saveCategories).toHaveBeenCalledTimes(1);
    await userEvent.click(question.getByRole('button', { name: 'حفظ المختار' }));
    await waitFor(() => expect(calls.saveCategories).toHaveBeenCalledTimes(2));
    // The other user removed the second category, so it is a new one.
    expect(calls.saveCategories.mock.calls[1]?.[0]).toEqual([
      { id: 1, name: 'الأدب الجم', kind: 'praise', is_active: true, version: 2 },
      { name: 'التأخر الكثير', kind: 'remark', is_active: true },
    ]);
  });
});

test('the dialog of several students searches while the user types, and sends all chosen ones', async () => {
  const students = [
    { id: 3, student_id: '14470003', full_name: 'أنس الراشد' },
    { id: 4, student_id: '14470004', full_name: 'بدر الراشد' },
  ];
  const { calls, api } = buildApi([]);
  const getList = async (resource: string, { filter }: { filter: { q?: string } }) => {
    const data =
      resource === 'students' ? students.filter(({ full_name }) => full_name.includes(filter.q ?? '')) : [];
    return { data, total: data.length };
  };
  renderScreen(<BehaviourPage />, { ...api, getList }, '/behaviour');
  await userEvent.click((await screen.findAllByRole('button', { name: 'ملاحظة سلوك' }))[0] as HTMLElement);
  const dialog = await dialogOf('ملاحظة سلوك');
  const field = dialog.getByRole('combobox', { name: 'الطلاب' });
  for (const name of ['بدر', 'أنس']) {
    await fill(field, name);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(field).toHaveProperty('value', name);
    await userEvent.click(screen.getByRole('option', { name: new RegExp(name) }));
  }
  expect(await dialog.findByText('لطالبين، أولهما: بدر الراشد')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'التأخر' }));
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  await waitFor(() =>
    expect(calls.add.mock.calls).toMatchObject([
      [{ student_ids: ['14470004', '14470003'], kind: 'remark', category_id: 2 }],
    ]),
  );
});
