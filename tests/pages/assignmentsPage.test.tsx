import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Assignment, AssignmentDetail, Question } from '../../contract/assignments';
import AssignmentPage from '../../src/custom-pages/assignments/AssignmentPage';
import StaffAssignments from '../../src/custom-pages/assignments/staff/StaffAssignments';
import { dataProvider } from '../../src/dataProvider';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession } from '../../src/dataProvider/session';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

const programs = [
  { id: 1, program_id: 'QRN', program_name: 'القرآن' },
  { id: 2, program_id: 'SHR', program_name: 'الشريعة' },
];
const batches = [
  { id: 2, batch_name: 'الأولى', program_id: 'QRN', program_name: 'القرآن', level: 3 },
  { id: 3, batch_name: 'الثانية', program_id: 'QRN', program_name: 'القرآن', level: 1 },
];
const subjects = [
  { id: 9, subject_code: 'QRN110-2', name: 'التجويد', batch_id: 2, batch_name: 'الأولى', level: 3 },
];
const rows: Record<string, { id: number }[]> = { programs, batches, subjects };

const assignment: Assignment = {
  id: 5,
  title: 'مراجعة الملك',
  description: 'اقرأ أولاً',
  due_date: null,
  total_marks: 3,
  is_published: false,
  allow_late_submission: false,
  subject_id: 9,
  subject_name: 'التجويد',
  subject_code: 'QRN110-2',
  subject_level: 3,
  batch_name: 'الأولى',
  teacher_name: 'معاذ الحافظ',
  questions_count: 2,
  students_count: 20,
  submitted_count: 4,
  ungraded_count: 1,
  needs_regrade: false,
  published_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
  version: 3,
  updated_at: '2026-11-01T10:00:00.000Z',
};
const question = (id: number, text: string): Question => ({
  id,
  question_text: text,
  question_type: 'true_false',
  marks: 1,
  correct_answer: 'true',
  options: [],
  version: 1,
});
const detail: AssignmentDetail = {
  ...assignment,
  questions: [question(1, '<b>سورة</b> الملك مكية'), question(2, 'آياتها ثلاثون')],
};

const problem = (status: number, code: 'NETWORK' | 'NOT_FOUND' | 'VALIDATION', message = 'رسالة') =>
  new ApiProblem(status, message, code === 'NETWORK' ? null : { error: message, code }, code);

const api = (changes: object = {}) => ({
  ...dataProvider,
  getList: async (resource: string) => ({ data: rows[resource] ?? [], total: rows[resource]?.length ?? 0 }),
  getOne: async (resource: string, { id }: { id: number }) => ({
    data: rows[resource]?.find((row) => row.id === id),
  }),
  getMany: async (resource: string, { ids }: { ids: number[] }) => ({
    data: rows[resource]?.filter(({ id }) => ids.includes(id)) ?? [],
  }),
  settings: async () => ({ today: '2026-11-21', time_zone: 'Asia/Riyadh' }),
  sessionOperations: async () => [],
  choices: async () => ({ rows: [], hasMore: false }),
  assignmentsOfSubject: async () => [assignment],
  assignment: async () => detail,
  submissionsOf: async () => [],
  ...changes,
});

const subjectUrl = '/assignments?batch_id=2&subject_code=QRN110-2';
const openList = (at = subjectUrl, changes: object = {}) =>
  renderScreen(<StaffAssignments />, api(changes), at);
const openDetail = (changes: object = {}, at = '/assignments/5') =>
  renderScreen(
    <Routes>
      <Route path="/assignments/:id" element={<AssignmentPage />} />
      <Route path="*" element={<p>القائمة</p>} />
    </Routes>,
    api(changes),
    at,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** A subject must already be chosen. */
const openChooserLists = async () => {
  await press(/^المختار الآن: التجويد · الأولى/);
  await press('اختيار بالتدريج');
};
const choose = async (box: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: box }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
};

beforeEach(() => {
  localStorage.clear();
  signInAs('teacher');
});
afterEach(() => {
  cleanup();
  dropSession('left');
});

describe('the list of assignments', () => {
  it('the list requires a subject first, also for a new assignment', async () => {
    openList('/assignments');
    expect(await screen.findByText('تظهر هنا واجبات المادة بعد اختيارها من التصفية.')).toBeTruthy();
    await press('إضافة واجب جديد');
    expect(await screen.findByText('الرجاء اختيار المادة أولاً')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a press of the add button before the subjects are loaded opens the dialog after the load', async () => {
    let releaseSubjects = () => {};
    const subjectsLoaded = new Promise<void>((resolve) => (releaseSubjects = resolve));
    openList(subjectUrl, {
      getList: async (resource: string) => {
        if (resource === 'subjects') await subjectsLoaded;
        return { data: rows[resource], total: 1 };
      },
    });
    await press('إضافة واجب جديد');
    expect(screen.queryByRole('dialog')).toBeNull();
    releaseSubjects();
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(screen.queryByText('الرجاء اختيار المادة أولاً')).toBeNull();
  });

  it('another programme clears batch and subject; another level or batch clears the subject', async () => {
    const router = openList('/assignments?program_id=QRN&level=3&batch_id=2&subject_code=QRN110-2');
    const readParams = () => Object.fromEntries(new URLSearchParams(router.state.location.search));
    await screen.findByText('مراجعة الملك');
    await openChooserLists();
    await userEvent.click(screen.getByRole('combobox', { name: 'المستوى' }));
    const levels = (await screen.findAllByRole('option')).map((one) => one.textContent);
    expect(levels).toEqual(['كل المستويات', 'المستوى الأول', 'المستوى الثالث']);
    await userEvent.click(screen.getByRole('option', { name: 'المستوى الأول' }));
    expect(readParams()).toEqual({ program_id: 'QRN', level: '1' });
    await choose('الدفعة', 'الثانية');
    await choose('المادة', 'التجويد');
    await screen.findByText('مراجعة الملك');
    await choose('الدفعة', 'الأولى');
    expect(readParams()).toEqual({ program_id: 'QRN', level: '1', batch_id: '2' });
    await choose('المادة', 'التجويد');
    await choose('البرنامج', 'الشريعة');
    expect(readParams()).toEqual({ program_id: 'SHR' });
  });

  it('the list shows the subject with its code and batch, and the main facts of each assignment', async () => {
    openList();
    const card = within((await screen.findByText('مراجعة الملك')).closest('tr') as HTMLElement);
    for (const text of ['اقرأ أولاً', 'سؤالان · 3 درجات', 'غير محدد', '4 من 20'])
      expect(card.getByText(text)).toBeTruthy();
    expect(card.getByRole('img', { name: 'مسودة' })).toBeTruthy();
    expect(card.getByRole('link', { name: 'عرض مراجعة الملك' }).getAttribute('href')).toBe('/assignments/5');
    // All assignments have one teacher, so the list omits his name.
    expect(screen.queryByText('معاذ الحافظ')).toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'المزيد: مراجعة الملك' }));
    const edit = await screen.findByRole('menuitem', { name: 'تعديل مراجعة الملك' });
    expect(edit.getAttribute('href')).toBe('/assignments/5?edit=1');
    await userEvent.keyboard('{Escape}');
    await openChooserLists();
    await userEvent.click(screen.getByRole('combobox', { name: 'المادة' }));
    expect((await screen.findByRole('option')).textContent).toBe('التجويدQRN110-2 · الأولى');
  });

  it('the list shows an error if loading fails, with a retry', async () => {
    let tries = 0;
    const assignmentsOfSubject = async () => {
      tries += 1;
      if (tries === 1) throw problem(404, 'NOT_FOUND', 'السجل المطلوب غير موجود');
      return [assignment];
    };
    openList(subjectUrl, { assignmentsOfSubject });
    expect(await screen.findByText('السجل المطلوب غير موجود')).toBeTruthy();
    await press('إعادة المحاولة');
    expect(await screen.findByText('مراجعة الملك')).toBeTruthy();
  });

  it('the list asks before a deletion, and shows its failure', async () => {
    const deleteAssignment = vi.fn<(id: number) => Promise<never>>(async () => {
      throw problem(500, 'VALIDATION', '');
    });
    openList(subjectUrl, { deleteAssignment });
    await press('المزيد: مراجعة الملك');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'حذف مراجعة الملك' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('هل أنت متأكد من حذف هذا الواجب؟')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'حذف' }));
    expect(await screen.findByText('تعذّر حذف الواجب')).toBeTruthy();
    expect(deleteAssignment).toHaveBeenCalledExactlyOnceWith(5);
  });
});

describe('the dialog of a new assignment', () => {
  const openNew = async (changes: object = {}) => {
    const createAssignment = vi.fn<(body: Record<string, unknown>) => Promise<unknown>>(async () => detail);
    openList(subjectUrl, { createAssignment, ...changes });
    await screen.findByText('مراجعة الملك');
    await press('إضافة واجب جديد');
    return { createAssignment, dialog: within(await screen.findByRole('dialog')) };
  };
  const title = () => screen.findByRole('textbox', { name: 'عنوان الواجب' });

  it('the dialog needs a title, and sends 100 marks by default', async () => {
    const { createAssignment, dialog } = await openNew();
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'الدرجة الكاملة' }).value).toBe('100');
    await press('إنشاء الواجب');
    expect(await screen.findByText('الرجاء إدخال جميع البيانات المطلوبة')).toBeTruthy();
    expect(createAssignment).not.toHaveBeenCalled();
    await fill(await title(), 'الورد');
    const marks = dialog.getByRole('textbox', { name: 'الدرجة الكاملة' });
    await userEvent.clear(marks);
    await userEvent.type(marks, '٢٠١');
    await press('إنشاء الواجب');
    expect(await dialog.findByText('يجب أن يكون بين 1 و200')).toBeTruthy();
    await userEvent.clear(marks);
    await userEvent.type(marks, 'مئة');
    expect(dialog.getByText('ليست رقماً، فتُحسب 100.')).toBeTruthy();
    await press('إنشاء الواجب');
    expect(await screen.findByText('تم إنشاء الواجب بنجاح')).toBeTruthy();
    expect(createAssignment.mock.calls[0]?.[0]).toMatchObject({
      subject_id: 9,
      title: 'الورد',
      due_date: null,
      total_marks: 100,
      is_published: false,
      allow_late_submission: false,
      questions: [],
    });
  });

  it('the dialog adds up the marks of its questions, orders them, and refuses an incomplete question', async () => {
    const { createAssignment, dialog } = await openNew();
    await fill(await title(), 'الورد');
    await press('إضافة سؤال: مقالي');
    await press('إضافة سؤال: اختيار من متعدد');
    const questions = dialog.getAllByRole('listitem').map((one) => within(one));
    const [essay, choice] = questions as [(typeof questions)[0], (typeof questions)[0]];
    expect(dialog.queryByRole('textbox', { name: 'الدرجة الكاملة' })).toBeNull();
    expect(dialog.getByText('مجموع درجات الأسئلة.').previousElementSibling?.textContent).toBe('2');
    await fill(essay.getByRole('textbox', { name: 'نص السؤال' }), 'اشرح');
    await userEvent.clear(essay.getByRole('textbox', { name: 'الدرجة' }));
    await userEvent.type(essay.getByRole('textbox', { name: 'الدرجة' }), '٤');
    await press('إنشاء الواجب');
    expect(await screen.findByText('السؤال 2: الرجاء إدخال نص السؤال')).toBeTruthy();
    await userEvent.type(choice.getByRole('textbox', { name: 'نص السؤال' }), 'كم؟');
    for (const number of [4, 3])
      await userEvent.click(choice.getByRole('button', { name: `حذف الخيار ${number}` }));
    await fill(choice.getByRole('textbox', { name: 'الخيار 1' }), 'ثلاث');
    await fill(choice.getByRole('textbox', { name: 'الخيار 2' }), 'أربع');
    expect(choice.queryByRole('button', { name: 'حذف الخيار 1' })).toBeNull();
    for (const number of [1, 2])
      await userEvent.click(choice.getByRole('radio', { name: `الخيار ${number} هو الإجابة الصحيحة` }));
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(dialog.getByText('مجموع درجات الأسئلة.').previousElementSibling?.textContent).toBe('5');
    await press('إنشاء الواجب');
    await waitFor(() => expect(createAssignment).toHaveBeenCalledOnce());
    expect(createAssignment.mock.calls[0]?.[0]).toMatchObject({
      total_marks: 5,
      questions: [
        {
          question_text: 'كم؟',
          question_type: 'multiple_choice',
          marks: 1,
          options: [
            { option_text: 'ثلاث', is_correct: false },
            { option_text: 'أربع', is_correct: true },
          ],
        },
        { question_text: 'اشرح', question_type: 'essay', marks: 4 },
      ],
    });
  });

  it('the dialog keeps the draft when the network is lost, and offers it again', async () => {
    const { dialog } = await openNew({
      createAssignment: async () => {
        throw problem(0, 'NETWORK', 'تعذّر الاتصال بالخادم');
      },
    });
    await fill(await title(), 'واجب لم يصل');
    await press('إضافة سؤال: مقالي');
    await fill(dialog.getByRole('textbox', { name: 'نص السؤال' }), 'اشرح');
    await press('إنشاء الواجب');
    expect(await screen.findByText('تعذّر الاتصال بالخادم')).toBeTruthy();
    expect(((await title()) as HTMLInputElement).value).toBe('واجب لم يصل');
    cleanup();
    await openNew();
    await press('استعادتها');
    expect(((await title()) as HTMLInputElement).value).toBe('واجب لم يصل');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'نص السؤال' }).value).toBe('اشرح');
  });
});

describe('the page of an assignment', () => {
  it('the page shows markup as text, with the correct answer of each question', async () => {
    openDetail();
    expect(await screen.findByText('<b>سورة</b> الملك مكية')).toBeTruthy();
    expect(screen.getAllByText('صح')).toHaveLength(2);
  });

  it('the page shows a student the questions without the correct answers, and a link to answer them', async () => {
    signInAs('student');
    const { correct_answer: _, ...withoutAnswer } = question(1, 'سورة الملك مكية');
    openDetail({ assignment: async () => ({ ...detail, questions: [withoutAnswer], submission: null }) });
    expect(await screen.findByText('سورة الملك مكية')).toBeTruthy();
    expect(screen.queryByText('الإجابة الصحيحة')).toBeNull();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('link', { name: 'حل الواجب' }).getAttribute('href')).toBe(
      '/assignments/5/submit',
    );
  });

  it('the page shows a message with a link back if the assignment does not exist', async () => {
    openDetail({
      assignment: async () => {
        throw problem(404, 'NOT_FOUND');
      },
    });
    expect(await screen.findByText('الواجب غير موجود')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'العودة إلى الواجبات' }).getAttribute('href')).toBe(
      '/assignments',
    );
  });

  it('the page redirects to the list with a toast after any failure except 404', async () => {
    openDetail({
      assignment: async () => {
        throw problem(500, 'VALIDATION');
      },
    });
    expect(await screen.findByText('القائمة')).toBeTruthy();
    expect(await screen.findByText('تعذّر تحميل الواجب، فعدنا بك إلى قائمة الواجبات')).toBeTruthy();
  });

  it('an edit of the title in place is sent with the loaded version', async () => {
    const updateAssignment = vi.fn<(id: number, body: object) => Promise<unknown>>(async () => detail);
    openDetail({ updateAssignment });
    await press('تعديل العنوان');
    const input = screen.getByRole('textbox', { name: 'عنوان الواجب' });
    await userEvent.clear(input);
    await userEvent.type(input, 'عنوان آخر{Enter}');
    expect(await screen.findByText('تم تحديث الواجب بنجاح')).toBeTruthy();
    expect(updateAssignment).toHaveBeenCalledExactlyOnceWith(5, { title: 'عنوان آخر', version: 3 });
  });

  it.each([
    ['asks which title to keep if another user changed it', 'عنوان زميل', [3, 4]],
    ['is saved without a question if another user changed another field', detail.title, [3, 4]],
  ])('a title edited in place %s', async (_name, theirTitle, versions) => {
    let stored = detail;
    const bodies: { version?: number; title?: string }[] = [];
    const updateAssignment = async (_id: number, body: { version?: number; title?: string }) => {
      bodies.push(body);
      if (body.version !== stored.version)
        throw new ApiProblem(409, '', { error: 'قديم', code: 'STALE', current: stored }, 'STALE');
      stored = { ...stored, ...body, version: stored.version + 1 };
      return stored;
    };
    openDetail({ assignment: async () => stored, updateAssignment });
    await press('تعديل العنوان');
    const input = screen.getByRole('textbox', { name: 'عنوان الواجب' });
    await userEvent.clear(input);
    await fill(input, 'عنواني');
    stored = { ...detail, title: theirTitle, allow_late_submission: true, version: 4 };
    // The server refuses a switch that is used now, and the screen shows the stored value. The title field
    // still sends the version that was loaded when its edit began.
    await userEvent.click(screen.getByRole('switch', { name: 'السماح بالتسليم المتأخر' }));
    await screen.findByRole('switch', { name: 'السماح بالتسليم المتأخر', checked: true });
    await userEvent.type(input, '{Enter}');
    const isConflict = theirTitle !== detail.title;
    if (isConflict) await screen.findByRole('radio', { name: /عنوان زميل/ });
    const storedTitle = isConflict ? stored.title : theirTitle;
    if (isConflict) await press('حفظ المختار');
    expect(storedTitle).toBe(theirTitle);
    await waitFor(() => expect(stored).toMatchObject({ title: 'عنواني', allow_late_submission: true }));
    expect(bodies.filter(({ title }) => title).map(({ version }) => version)).toEqual(versions);
  });

  it('a conflict of two users who changed one assignment shows both values and a choice', async () => {
    const theirs = { ...detail, title: 'عنوان زميل', description: 'وصف زميل', version: 4 };
    const bodies: object[] = [];
    openDetail(
      {
        updateAssignment: async (_: number, body: { version: number }) => {
          bodies.push(body);
          if (body.version === 4) return detail;
          throw new ApiProblem(409, '', { error: 'قديم', code: 'STALE', current: theirs });
        },
      },
      '/assignments/5?edit=1',
    );
    const input = await screen.findByRole('textbox', { name: 'عنوان الواجب' });
    await userEvent.clear(input);
    await fill(input, 'عنواني');
    await press('حفظ');
    expect(await screen.findByText('عدّل شخص آخر هذا السجل')).toBeTruthy();
    expect(screen.queryByText('وصف زميل')).toBeNull();
    await press('حفظ المختار');
    await waitFor(() => expect(bodies.at(-1)).toEqual({ title: 'عنواني', version: 4 }));
  });

  it('the page allows edits of one question at a time, and moves questions by keyboard', async () => {
    const orderQuestions = vi.fn<(id: number, ids: number[], previousIds: number[]) => Promise<unknown>>(
      async () => ({}),
    );
    openDetail({ orderQuestions });
    const [, second] = await screen.findAllByRole('listitem');
    within(second as HTMLElement)
      .getByRole('button', { name: 'تعديل السؤال 2' })
      .focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(orderQuestions).toHaveBeenCalledExactlyOnceWith(5, [2, 1], [1, 2]));
    await press('تعديل السؤال 1');
    expect(screen.getByRole('button', { name: 'تعديل السؤال 2' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('textbox', { name: 'نص السؤال' })).toBeTruthy();
  });

  it('the page shows the order on the server, also if another user has undone a move', async () => {
    let order = [1, 2];
    const sortedQuestions = () => order.map((id) => detail.questions.find((one) => one.id === id));
    openDetail({
      assignment: async () => ({ ...detail, questions: sortedQuestions() }),
      orderQuestions: async (_id: number, ids: number[]) => {
        order = ids;
        return {};
      },
      updateAssignment: async () => {
        // Each write reloads all data. Another user has undone the move before the reload.
        order = [1, 2];
        return {};
      },
    });
    const texts = () => screen.getAllByRole('listitem').map((one) => one.textContent.includes('سورة'));
    const [, second] = await screen.findAllByRole('listitem');
    within(second as HTMLElement)
      .getByRole('button', { name: 'تعديل السؤال 2' })
      .focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(texts()).toEqual([false, true]));
    await userEvent.click(screen.getByRole('switch', { name: 'السماح بالتسليم المتأخر' }));
    await waitFor(() => expect(texts()).toEqual([true, false]));
  });

  it('the page warns before the deletion that all questions and answers are deleted too', async () => {
    openDetail();
    await press('حذف مراجعة الملك');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('سيتم حذف جميع الأسئلة والإجابات.')).toBeTruthy();
    expect(dialog.getByText('سلّمه 4 طلاب.')).toBeTruthy();
  });
});
