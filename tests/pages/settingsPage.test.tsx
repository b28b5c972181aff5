import { createTheme, ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../contract/settings';
import { defaultRecordKindNames, type Role } from '../../contract/vocabulary';
import { describeZone } from '../../src/custom-pages/settings/CalendarFields';
import {
  isWholeNumberIn,
  findTermProblems,
  resolvedBody,
  retentionDays,
  type SettingsSection,
} from '../../src/custom-pages/settings/settingsModel';
import SettingsPage from '../../src/custom-pages/settings/SettingsPage';
import { dataProvider } from '../../src/dataProvider';
import { canOpen } from '../../src/dataProvider/access';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession, startSession } from '../../src/dataProvider/session';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { buildTheme } from '../../src/theme/theme';
import { Toasts } from '../../src/ui/dialog/Toasts';
import { fill } from '../support/fill';
import { buildPng } from '../support/logos';

const first = { id: 1, name: 'الفصل الأول', start_date: '2026-08-23', end_date: '2026-12-31' };
const stored: Settings = {
  institute_name: 'معهد النور',
  logo: null,
  current_academic_year: null,
  academic_year: '1447',
  proposed_academic_year: '1448',
  terms: [first],
  teacher_scope: 'linked_or_open',
  sections_enabled: false,
  teachers_contact_guardians: false,
  adult_age: 18,
  backup_hour: 2,
  backup_days: 14,
  archive_retention_days: 30,
  time_zone: 'Asia/Riyadh',
  today: '2026-11-20',
  country: 'SA',
  record_kinds: defaultRecordKindNames,
  weekend_days: [5, 6],
  result_rules: [],
  confirmed_years: [],
  is_demo: false,
  version: 4,
  updated_at: '2026-11-01T00:00:00Z',
};

type Body = Record<string, unknown>;

/** Opens a section as an admin, and the own settings as another role. */
function open(role: Role, read: Settings | null = stored, section: SettingsSection = 'institute') {
  const save = vi.fn<(body: Body) => Promise<Settings>>();
  startSession(
    {
      user: { id: 7, name: 'سليمان', username: 'admin', role, email: null, student_id: null },
      token: 't',
    } as never,
    false,
  );
  const router = createMemoryRouter(
    [
      {
        path: '/settings/:section?',
        element: (
          <CoreAdminContext
            i18nProvider={i18nProvider}
            dataProvider={
              {
                ...dataProvider,
                ownSessions: async () => null,
                settings: async () => read,
                saveSettings: save,
              } as never
            }
          >
            <ThemeProvider theme={createTheme(buildTheme('light'))}>
              <SettingsPage />
              <Toasts />
            </ThemeProvider>
          </CoreAdminContext>
        ),
      },
    ],
    { initialEntries: ['/settings', role === 'admin' ? `/settings/${section}` : '/settings'] },
  );
  render(<RouterProvider router={router} />);
  return Object.assign(save, { router });
}

const savedSettings = (body: Body) => ({ ...stored, ...body, version: 5 });
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^اسم المعهد/ });
const sectionLink = (name: string) =>
  within(screen.getByRole('navigation', { name: 'أقسام الإعدادات' })).getByRole('link', { name });
const addTermButton = () => screen.findByRole('button', { name: 'إضافة فصل' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  dropSession('left');
});

it('the country of phone numbers is found by its Arabic name or code, and saved as code', async () => {
  const save = open('admin', stored, 'calendar');
  save.mockImplementation(async (body) => savedSettings(body));
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'البلد' });
  expect(country.value).toBe('المملكة العربية السعودية');
  await userEvent.clear(country);
  await userEvent.type(country, 'مصر');
  await userEvent.click(await screen.findByRole('option', { name: 'مصر' }));
  await press('حفظ');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ country: 'EG', version: 4 }));
});

it('the age of adults and the contact of teachers are saved, and another age is refused', async () => {
  const save = open('admin', stored, 'access');
  save.mockImplementation(async (body) => savedSettings(body));
  const age = await screen.findByRole<HTMLInputElement>('textbox', { name: /^سن الرشد/ });
  expect(age.value).toBe('18');
  await userEvent.clear(age);
  await fill(age, '٥');
  await userEvent.click(screen.getByRole('radio', { name: /^الإدارة والمعلمون/ }));
  await press('حفظ');
  expect(await screen.findByText('يجب أن يكون بين 12 و30')).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
  await userEvent.clear(age);
  await fill(age, '٢١');
  await press('حفظ');
  await waitFor(() =>
    expect(save).toHaveBeenCalledWith({ adult_age: 21, teachers_contact_guardians: true, version: 4 }),
  );
});

it('the hour and the days of backups are saved, also without daily backups', async () => {
  const save = open('admin', stored, 'backups');
  save.mockImplementation(async (body) => savedSettings(body));
  const days = await screen.findByRole<HTMLInputElement>('textbox', { name: /^مدة حفظ النسخ/ });
  await userEvent.clear(days);
  await fill(days, '٤٠٠');
  await userEvent.click(screen.getByRole('combobox', { name: 'ساعة النسخ' }));
  expect(screen.getAllByRole('option')).toHaveLength(25);
  await userEvent.click(screen.getByRole('option', { name: 'لا نسخ يومي' }));
  await press('حفظ');
  expect(await screen.findByText('يجب أن يكون بين 1 و365')).toBeTruthy();
  await userEvent.clear(days);
  await fill(days, '٣٠');
  await press('حفظ');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ backup_hour: null, backup_days: 30, version: 4 }));
});

it('a stored logo that is too wide is not drawn, and the screen says why; a valid one is drawn', async () => {
  open('admin', { ...stored, logo: buildPng(20_000, 20_000) });
  expect((await screen.findByRole('alert')).textContent).toContain('أبعاد الشعار المحفوظ');
  expect(screen.queryByRole('img', { name: 'شعار المعهد' })).toBeNull();
  cleanup();
  open('admin', { ...stored, logo: buildPng(600, 400) });
  expect(await screen.findByRole('img', { name: 'شعار المعهد' })).toBeTruthy();
  expect(screen.queryByText(/أبعاد الشعار المحفوظ/)).toBeNull();
});

describe('access to settings', () => {
  it('every role can open the page', () => {
    for (const role of ['admin', 'teacher', 'student'] as const)
      expect(canOpen(role, '/settings')).toBe(true);
  });

  it.each(['teacher', 'student'] as const)('a %s sees only his own settings', async (role) => {
    open(role);
    expect(await screen.findByRole('radiogroup', { name: 'الأرقام' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'تغيير كلمة المرور' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /^اسم المعهد/ })).toBeNull();
  });

  it('an admin also sees the settings of the institute', async () => {
    open('admin');
    expect((await nameField()).value).toBe('معهد النور');
    await userEvent.click(sectionLink('إعداداتي'));
    expect(await screen.findByRole('radiogroup', { name: 'الأرقام' })).toBeTruthy();
  });

  it('each section has its own URL, Back returns to it, and unsaved changes ask first', async () => {
    const { router } = open('admin');
    await nameField();
    await userEvent.click(sectionLink('العام والفصول'));
    expect(router.state.location.pathname).toBe('/settings/calendar');
    expect(sectionLink('العام والفصول').getAttribute('aria-current')).toBe('page');
    expect(screen.queryByRole('textbox', { name: /^اسم المعهد/ })).toBeNull();
    await press('اعتماد 1448 هـ من تقويم أم القرى');
    void router.navigate(-1);
    await userEvent.click(await screen.findByText('ترك التغييرات'));
    expect((await nameField()).value).toBe('معهد النور');
    expect(router.state.location.pathname).toBe('/settings/institute');
  });

  it('sections of the institute are for admins of all sections only', () => {
    expect(canOpen('admin', '/settings/calendar')).toBe(true);
    expect(canOpen('admin', '/settings/calendar', 'girls')).toBe(false);
    expect(canOpen('teacher', '/settings/calendar')).toBe(false);
  });

  it('an admin of a server without settings sees only his own, and no error', async () => {
    open('admin', null);
    expect(await screen.findByText('ما يخصك: المظهر والأرقام وكلمة المرور.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the settings of the institute', () => {
  it('a save sends only the changed fields, with the version that was loaded', async () => {
    const save = open('admin');
    save.mockImplementation(async (body) => savedSettings(body));
    const name = await nameField();
    await userEvent.clear(name);
    await fill(name, ' معهد  الهدى ');
    await press('حفظ');
    expect(await screen.findByText('تم حفظ إعدادات المعهد')).toBeTruthy();
    expect(save.mock.calls.map(([body]) => body)).toEqual([{ institute_name: 'معهد الهدى', version: 4 }]);
    await waitFor(async () => expect((await nameField()).value).toBe('معهد الهدى'));
    expect(screen.queryByRole('button', { name: 'حفظ' })).toBeNull();
  });

  it('overlapping terms are refused at their fields, and the inputs stay', async () => {
    const save = open('admin', stored, 'calendar');
    await addTermButton();
    await press('إضافة فصل');
    const secondTerm = within(screen.getByRole('group', { name: 'الفصل 2' }));
    await fill(secondTerm.getByLabelText(/^اسم الفصل/), 'الفصل الثاني');
    await userEvent.type(secondTerm.getByLabelText(/^البداية/), '2026-12-01');
    await userEvent.type(secondTerm.getByLabelText(/^النهاية/), '2027-04-30');
    expect(secondTerm.getByText('يتداخل مع الفصل «الفصل الأول»')).toBeTruthy();
    await press('حفظ');
    expect(await screen.findByText('في النموذج بيانات غير صحيحة، الرجاء مراجعتها')).toBeTruthy();
    expect(save).not.toHaveBeenCalled();

    save.mockImplementation(async (body) => savedSettings(body));
    await userEvent.clear(secondTerm.getByLabelText(/^البداية/));
    await userEvent.type(secondTerm.getByLabelText(/^البداية/), '2027-01-03');
    await press('حفظ');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[0]).toEqual({
      terms: [first, { name: 'الفصل الثاني', start_date: '2027-01-03', end_date: '2027-04-30' }],
      version: 4,
    });
  });

  it('a term shows its missing fields', async () => {
    const save = open('admin', stored, 'calendar');
    await addTermButton();
    await press('إضافة فصل');
    await press('حفظ');
    expect(await screen.findByText('الرجاء إدخال جميع البيانات المطلوبة')).toBeTruthy();
    expect(
      within(screen.getByRole('group', { name: 'الفصل 2' })).getAllByText('هذا الحقل مطلوب'),
    ).toHaveLength(3);
    expect(save).not.toHaveBeenCalled();
  });

  it('the message of the server is shown at its field', async () => {
    const save = open('admin', stored, 'calendar');
    await addTermButton();
    save.mockRejectedValue(
      new ApiProblem(422, '', {
        error: 'البيانات المدخلة غير صحيحة',
        code: 'VALIDATION',
        details: [{ path: 'terms.0.end_date', message: 'التاريخ غير صحيح' }],
      }),
    );
    await press('اعتماد 1448 هـ من تقويم أم القرى');
    await press('حفظ');
    const term = within(screen.getByRole('group', { name: 'الفصل 1' }));
    expect(await term.findByText('التاريخ غير صحيح')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^العام الدراسي/).value).toBe('1448');
    save.mockImplementation(async (body) => savedSettings(body));
    await press('حفظ');
    expect(await screen.findByText('تم حفظ إعدادات المعهد')).toBeTruthy();
  });

  it('a save asks for each value if another admin has saved in between', async () => {
    const save = open('admin', stored, 'calendar');
    await addTermButton();
    const current = { ...stored, current_academic_year: '1449', terms: [], version: 9 };
    save.mockRejectedValueOnce(new ApiProblem(409, '', { error: 'تغيّر', code: 'STALE', current }));
    save.mockImplementation(async (body) => savedSettings(body));
    await press('اعتماد 1448 هـ من تقويم أم القرى');
    const term = within(screen.getByRole('group', { name: 'الفصل 1' }));
    await fill(term.getByLabelText(/^اسم الفصل/), ' المعدل');
    await press('حفظ');
    const question = within(await screen.findByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' }));
    expect(question.getAllByRole('radiogroup')).toHaveLength(2);
    await userEvent.click(
      within(question.getByRole('radiogroup', { name: 'العام الدراسي الحالي' })).getByRole('radio', {
        name: /القيمة المحفوظة/,
      }),
    );
    await userEvent.click(question.getByRole('button', { name: 'حفظ المختار' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    const { id: _, ...withoutId } = first;
    expect(save.mock.calls[1]?.[0]).toMatchObject({
      current_academic_year: '1449',
      terms: [{ ...withoutId, name: 'الفصل الأول المعدل' }],
      version: 9,
    });
  });

  it('the draft stays until the page is opened again', async () => {
    open('admin');
    await fill(await nameField(), ' الجديد');
    cleanup();
    open('admin');
    expect((await nameField()).value).toBe('معهد النور');
    await press('استعادتها');
    expect((await nameField()).value).toBe('معهد النور الجديد');
  });

  it('the draft is discarded after a question', async () => {
    open('admin');
    await fill(await nameField(), ' الجديد');
    await press('إلغاء');
    await userEvent.click(await screen.findByRole('button', { name: 'ترك التغييرات' }));
    await waitFor(async () => expect((await nameField()).value).toBe('معهد النور'));
    expect(screen.queryByRole('button', { name: 'استعادتها' })).toBeNull();
  });
});

describe('the rules of the form', () => {
  it('a retention is a whole number of days, in any digits', () => {
    const isValid = (typed: string) => isWholeNumberIn(typed, retentionDays);
    expect(['30', '٦٠', ' 90 ', '3650'].every(isValid)).toBe(true);
    expect(['', '0', '3651', '-1', '1.5', 'شهر'].some(isValid)).toBe(false);
  });

  it('a term is compared once both dates are typed, and the message names the overlapping term', () => {
    const reversed = { name: 'ب', start_date: '2027-05-01', end_date: '2027-04-01' };
    const openEnded = { name: 'ج', start_date: '', end_date: '2026-12-31' };
    const met = { name: 'الفصل الأول', start_date: '2026-12-31', end_date: '2027-02-01' };
    expect(findTermProblems([first, openEnded, reversed, met])).toEqual([
      { code: 'REVERSED', index: 2, other: undefined },
      { code: 'OVERLAP', index: 3, other: first },
      { code: 'NAME_TWICE', index: 3, other: first },
    ]);
  });

  it('a term removed by another admin is added again if the admin keeps it', () => {
    const chosen = { terms: [first, { ...first, id: 2 }], version: 3, today: '2026-11-20' };
    const { id: _, ...added } = first;
    expect(resolvedBody(chosen, [{ id: 2 }])).toEqual({ terms: [added, { ...first, id: 2 }], version: 3 });
  });

  it('a time zone is shown by its Arabic name, or by its id if it has none', () => {
    expect(describeZone('Asia/Riyadh').name).toContain('السعودية');
    expect(describeZone('Nowhere/Here')).toEqual({ id: 'Nowhere/Here', name: 'Nowhere/Here' });
  });
});
