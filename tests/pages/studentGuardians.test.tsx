import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ruleMessages } from '../../contract/errors';
import type { Guardian, StudentGuardian } from '../../contract/families/guardians';
import type { StudentRow } from '../../contract/students/students';
import type { Role } from '../../contract/vocabulary';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { GuardianPanel } from '../../src/resources/students/guardians/GuardianPanel';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

const student = {
  id: 7,
  full_name: 'عمر صالح علي الراشد',
  second_name: 'صالح',
  third_name: 'علي',
  last_name: 'الراشد',
  gender: 'ذكر',
} as StudentRow;

const child = { id: 7, student_id: '14470007', batch_name: null, relation: 'father' as const };
const person = {
  phone: '0551234567',
  phone_key: '+966551234567',
  second_phone: null,
  second_phone_key: null,
  email: null,
  note: null,
};
const father: StudentGuardian = {
  ...person,
  id: 3,
  name: 'صالح الراشد',
  version: 4,
  relation_version: 2,
  children: [
    {
      ...child,
      full_name: student.full_name,
    },
    {
      ...child,
      id: 8,
      full_name: 'سعد صالح الراشد',
    },
  ],
  has_other_children: false,
  link: null,
  relation: 'father',
  is_primary: true,
  rights: { messages: true, page: true, excuse: true },
  consent_on: null,
  is_of_age: false,
};
const mother: StudentGuardian = {
  ...father,
  id: 5,
  name: null,
  relation: 'mother',
  is_primary: false,

  phone: '0551234568',
  phone_key: null,
  children: [{ ...child, full_name: student.full_name }],
  rights: { messages: true, page: false, excuse: false },
};
const uncle: Guardian & { is_proposed: boolean } = {
  ...person,
  id: 12,
  name: 'فهد الراشد',
  version: 1,
  children: [
    {
      ...child,
      id: 20,
      full_name: 'زياد فهد الراشد',
      batch_name: 'دفعة الفجر',
    },
  ],
  has_other_children: false,
  link: null,
  is_proposed: false,
};

type Write = (id: number, ...rest: unknown[]) => Promise<object>;

interface Server {
  guardians?: StudentGuardian[];
  matches?: (typeof uncle)[];
  canContact?: boolean;
  /** The first calls fail. */
  failures?: number;
  role?: Role;
  ageGroup?: 'adults' | 'minors';
}

function open(server: Server = {}, values: Partial<StudentRow> = {}) {
  const {
    guardians = [father, mother],
    matches = [],
    canContact = false,
    failures = 0,
    role = 'admin',
    ageGroup = 'adults',
  } = server;
  let calls = 0;
  signInAs(role);
  const provider = {
    settings: async () => ({
      time_zone: 'Asia/Riyadh',
      today: '2026-11-20',
      teachers_contact_guardians: canContact,
      adult_age: 18,
    }),
    getMany: async () => ({ data: [] }),
    getOne: async () => ({ data: { id: 4, age_group: ageGroup } }),
    guardiansOf: vi.fn<Write>(async () => {
      calls += 1;
      if (calls <= failures) throw new ApiProblem(404, 'لا', null);
      return guardians;
    }),
    guardianMatches: vi.fn<(query: object) => Promise<object>>(async () => matches),
    addGuardian: vi.fn<Write>(async () => ({ ...father, operation_id: 90 })),
    updateGuardian: vi.fn<Write>(async () => ({ ...father, operation_id: 91 })),
    removeGuardian: vi.fn<Write>(async () => ({ message: 'أُزيل', operation_id: 92 })),
    undoOne: vi.fn<Write>(async () => ({ message: 'تم التراجع' })),
  };
  renderScreen(
    <GuardianPanel student={{ ...student, ...values }} isAdmin={role === 'admin'} />,
    provider,
    '/students/7/show',
  );
  return provider;
}

const panel = async () => within(await screen.findByRole('region', { name: 'أولياء الأمور' }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const field = async (name: string) => (await dialog()).findByRole('textbox', { name });
const save = async () => userEvent.click(await (await dialog()).findByRole('button', { name: 'حفظ' }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the guardians on the page of a student', () => {
  it('a guardian has his name or relation, a number to call, his rights and his other students', async () => {
    open();
    const content = await panel();
    expect(await content.findByText('صالح الراشد')).toBeTruthy();
    expect(content.getByText('الأم')).toBeTruthy();
    const phone = content.getByRole('link', { name: '0551234567' });
    expect([phone.getAttribute('href'), phone.dir]).toEqual(['tel:+966551234567', 'ltr']);
    expect(content.queryByRole('link', { name: '0551234568' })).toBeNull();
    expect(content.getAllByText('الأساسي')).toHaveLength(1);
    expect(content.getAllByText('يستلم الرسائل')).toHaveLength(2);
    expect(content.getAllByText('يقدّم الأعذار')).toHaveLength(1);
    expect(content.getByRole('link', { name: 'سعد صالح الراشد' }).getAttribute('href')).toBe(
      '/students/8/show',
    );
    expect(content.queryByRole('link', { name: student.full_name })).toBeNull();
  });

  it('a student without guardians has the way to add one, and six are the most', async () => {
    open({ guardians: [] });
    expect(await (await panel()).findByText('لم يُضف ولي أمر للطالب بعد.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'إضافة ولي أمر' })).toBeTruthy();
    cleanup();
    open({ guardians: [1, 2, 3, 4, 5, 6].map((id) => ({ ...mother, id })) });
    expect(await screen.findByText(/^للطالب 6 أولياء أمور/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'إضافة ولي أمر' })).toBeNull();
  });

  it('an error offers a retry, which loads the guardians', async () => {
    open({ failures: 1 });
    await press('إعادة المحاولة');
    expect(await screen.findByText('صالح الراشد')).toBeTruthy();
  });

  it('a teacher sees them without actions if he may contact them, and nothing otherwise', async () => {
    const { guardiansOf } = open({ role: 'teacher' });
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(guardiansOf).not.toHaveBeenCalled();
    cleanup();
    open({ role: 'teacher', canContact: true });
    expect(await screen.findByText('صالح الراشد')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    const { guardiansOf: ofOther } = open({ role: 'teacher', canContact: true, guardians: [] });
    await waitFor(() => expect(ofOther).toHaveBeenCalled());
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });

  it('a student of age gets the messages himself, and the consent is saved with its day', async () => {
    const ofAge = { ...mother, is_of_age: true };
    const { updateGuardian } = open({
      guardians: [{ ...father, is_of_age: true, consent_on: '2026-01-05' }, ofAge],
    });
    expect(await screen.findByText(/^بلغ الطالب سن الرشد: تصل الرسائل إلى الطالب/)).toBeTruthy();
    expect(screen.getByText(/^وافق الطالب في 16 رجب 1447 هـ/)).toBeTruthy();
    expect(screen.getByText('لم تُسجَّل موافقة الطالب')).toBeTruthy();
    await press('تعديل الأم');
    await userEvent.click(await (await dialog()).findByRole('checkbox', { name: 'وافق الطالب' }));
    expect(await field('تاريخ الموافقة')).toHaveProperty('value', '10 جمادى الآخرة 1448 هـ');
    await save();
    await waitFor(() =>
      expect(updateGuardian).toHaveBeenCalledWith(7, 5, {
        consent_on: '2026-11-20',
        version: 4,
        relation_version: 2,
      }),
    );
  });
});

describe('the consent to the first guardian', () => {
  it.each([
    ['the birth date of an adult', { birth_date: '2000-01-01' }, 'minors', true],
    ['the birth date of a minor', { birth_date: '2012-01-01' }, 'adults', false],
    ['a batch of minors', { birth_date: null, batch_id: 4 }, 'minors', false],
    ['a batch of adults', { birth_date: null, batch_id: 4 }, 'adults', true],
    ['neither batch nor birth date', { birth_date: null, batch_id: null }, 'minors', true],
  ] as const)('%s decides whether the form has it', async (_title, values, ageGroup, hasConsent) => {
    const { addGuardian } = open({ guardians: [], ageGroup }, values);
    await press('إضافة ولي أمر');
    await fill(await field('الاسم'), 'صالح');
    if (hasConsent)
      await userEvent.click(await (await dialog()).findByRole('checkbox', { name: 'وافق الطالب' }));
    await save();
    await waitFor(() => expect(addGuardian).toHaveBeenCalledOnce());
    expect(addGuardian.mock.calls[0]?.[1]).toMatchObject({ consent_on: hasConsent ? '2026-11-20' : null });
    cleanup();
    open({ guardians: [], ageGroup }, values);
    await press('إضافة ولي أمر');
    await field('الاسم');
    await waitFor(() =>
      expect(screen.queryByRole('checkbox', { name: 'وافق الطالب' }) !== null).toBe(hasConsent),
    );
  });
});

describe('changes of guardians', () => {
  it('a new guardian needs a name, a number or an e-mail, and his toast undoes the write', async () => {
    const { addGuardian, undoOne } = open({ guardians: [] });
    await press('إضافة ولي أمر');
    await save();
    expect(await screen.findByText(ruleMessages.emptyGuardian)).toBeTruthy();
    expect(addGuardian).not.toHaveBeenCalled();
    await fill(await field('الجوال'), 'لا يوجد');
    await save();
    expect(await screen.findByText('اكتب رقم الجوال بالأرقام، أو اترك الحقل فارغاً')).toBeTruthy();
    await userEvent.clear(await field('الجوال'));
    await fill(await field('الجوال'), '٠٥٥ ٧٦٥ ٤٣٢١');
    await userEvent.click((await dialog()).getByRole('checkbox', { name: 'يفتح الصفحة الخاصة' }));
    expect((await dialog()).queryByRole('checkbox', { name: 'ولي الأمر الأساسي' })).toBeNull();
    await waitFor(async () =>
      expect((await dialog()).getByRole('button', { name: 'حفظ' })).toHaveProperty('disabled', false),
    );
    await save();
    await waitFor(() => expect(addGuardian).toHaveBeenCalledOnce());
    expect(addGuardian.mock.calls[0]).toMatchObject([
      7,
      {
        relation: 'father',
        phone: '0557654321',
        name: null,
        consent_on: null,
        rights: {
          messages: true,
          page: false,
          excuse: true,
        },
      },
    ]);
    await press('تراجع');
    await waitFor(() => expect(undoOne.mock.calls[0]?.[0]).toBe(90));
  });

  it('an edit sends only the changed fields with both versions', async () => {
    const { updateGuardian } = open();
    await press('تعديل صالح الراشد');
    expect(await screen.findByText(/^له طلاب آخرون/)).toBeTruthy();
    await fill(await field('ملاحظة'), 'يعمل ليلاً');
    await save();
    await waitFor(() =>
      expect(updateGuardian).toHaveBeenCalledWith(7, 3, {
        note: 'يعمل ليلاً',
        version: 4,
        relation_version: 2,
      }),
    );
  });

  it('a save asks for each value if somebody else has changed the guardian', async () => {
    const { updateGuardian } = open();
    const current = { ...father, name: 'صالح بن علي', note: 'يعمل ليلاً', version: 5 };
    updateGuardian.mockRejectedValueOnce(new ApiProblem(409, 'تغيّر', { code: 'STALE', current }));
    await press('تعديل صالح الراشد');
    await userEvent.clear(await field('الاسم'));
    await fill(await field('الاسم'), 'صالح الراشد الكبير');
    await save();
    await userEvent.click(await screen.findByRole('radio', { name: /صالح بن علي/ }));
    await press('حفظ المختار');
    await waitFor(() => expect(updateGuardian).toHaveBeenCalledTimes(2));
    expect(updateGuardian.mock.calls[1]?.[2]).toMatchObject({
      name: 'صالح بن علي',
      note: 'يعمل ليلاً',
      version: 5,
      relation_version: 2,
    });
  });

  it('a removal asks first, and says whether the data of the guardian stay', async () => {
    const { removeGuardian } = open();
    await press('إزالة صالح الراشد');
    expect(await screen.findByText('تبقى بياناته عند طلابه الآخرين.')).toBeTruthy();
    await press('إلغاء');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press('إزالة الأم');
    expect(await screen.findByText('ليس له طلاب آخرون، فتُحذف بياناته مع الإزالة.')).toBeTruthy();
    expect(removeGuardian).not.toHaveBeenCalled();
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'إزالة' }));
    await waitFor(() => expect(removeGuardian).toHaveBeenCalledWith(7, 5));
    expect(await screen.findByRole('button', { name: 'تراجع' })).toBeTruthy();
  });
});

describe('a number that is stored already', () => {
  const typePhone = async () => {
    await press('إضافة ولي أمر');
    await fill(await field('الجوال'), '0551234567');
  };
  const choice = async (name: RegExp) => (await dialog()).findByRole<HTMLInputElement>('radio', { name });

  it('another person is the default, and his number makes a new guardian', async () => {
    const { addGuardian, guardianMatches } = open({ guardians: [], matches: [uncle] });
    await typePhone();
    expect((await choice(/^شخص آخر/)).checked).toBe(true);
    expect(await choice(/^هو نفسه: فهد الراشد.*زياد فهد الراشد \(دفعة الفجر\)/)).toBeTruthy();
    expect(guardianMatches).toHaveBeenCalledWith({
      phone: '0551234567',
      second_name: 'صالح',
      third_name: 'علي',
      last_name: 'الراشد',
    });
    await save();
    await waitFor(() => expect(addGuardian).toHaveBeenCalledOnce());
    expect(addGuardian.mock.calls[0]?.[1]).not.toHaveProperty('guardian_id');
  });

  it('the same person is sent by his id without other data', async () => {
    const { addGuardian } = open({ guardians: [], matches: [uncle] });
    await typePhone();
    await userEvent.click(await choice(/^هو نفسه/));
    expect((await dialog()).queryByRole('textbox', { name: 'الاسم' })).toBeNull();
    await save();
    await waitFor(() => expect(addGuardian).toHaveBeenCalledOnce());
    expect(addGuardian.mock.calls[0]?.[1]).toMatchObject({ guardian_id: 12, relation: 'father' });
    expect(addGuardian.mock.calls[0]?.[1]).not.toHaveProperty('phone');
  });

  const link = {
    created_at: '2026-11-01T08:00:00.000Z',
    expires_at: '2027-01-30T08:00:00.000Z',
    last_used_at: null,
  };
  const hint = 'له رابط للصفحة الخاصة، وسيرى هذا الطالب فيها';

  it('the choice of a guardian with a live link shows the link, and the save confirms it', async () => {
    const { addGuardian } = open({ guardians: [], matches: [{ ...uncle, link }] });
    await typePhone();
    await userEvent.click(await choice(/^هو نفسه/));
    expect(screen.getByText(new RegExp(hint))).toBeTruthy();
    await save();
    await waitFor(() => expect(addGuardian).toHaveBeenCalledOnce());
    expect(addGuardian.mock.calls[0]?.[1]).toMatchObject({ guardian_id: 12, confirm: true });
  });

  it('a new link is shown after the refusal, and the next save confirms it', async () => {
    const { addGuardian, guardianMatches } = open({ guardians: [], matches: [uncle] });
    const body = { code: 'GUARDIAN_HAS_LINK', error: 'لولي الأمر هذا رابط', children: [] };
    addGuardian.mockImplementationOnce(async () => {
      guardianMatches.mockResolvedValue([{ ...uncle, link }]);
      throw new ApiProblem(409, '', body);
    });
    await typePhone();
    await userEvent.click(await choice(/^هو نفسه/));
    expect(screen.queryByText(new RegExp(hint))).toBeNull();
    await save();
    expect(await screen.findByText(new RegExp(hint))).toBeTruthy();
    expect((await choice(/^هو نفسه/)).checked).toBe(true);
    await save();
    await waitFor(() => expect(addGuardian).toHaveBeenCalledTimes(2));
    expect(addGuardian.mock.calls.map(([, sent]) => (sent as { confirm: boolean }).confirm)).toEqual([
      false,
      true,
    ]);
  });

  it('a proposed guardian is chosen at first', async () => {
    open({ guardians: [], matches: [{ ...uncle, is_proposed: true }] });
    await typePhone();
    expect((await choice(/^هو نفسه/)).checked).toBe(true);
  });

  it('a guardian of the same student is no choice', async () => {
    open({ matches: [{ ...father, is_proposed: true }] });
    await typePhone();
    expect(await screen.findByText('هذا الرقم لولي أمر مضاف إلى هذا الطالب: صالح الراشد')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('the form of a stored guardian names another guardian with the number', async () => {
    open({ matches: [{ ...father, is_proposed: true }, uncle] });
    await press('تعديل صالح الراشد');
    expect(
      await screen.findByText('هذا الرقم مسجّل أيضاً لولي أمر آخر: فهد الراشد، زياد فهد الراشد (دفعة الفجر)'),
    ).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
