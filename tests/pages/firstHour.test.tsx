import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dashboardStats } from '../../contract/dashboard';
import { defaultInstituteName } from '../../contract/vocabulary';
import FirstHour from '../../src/custom-pages/dashboard/FirstHour';
import TourBar from '../../src/layout/TourBar';
import { BatchCreate } from '../../src/resources/batches/BatchForm';
import { ProgramCreate } from '../../src/resources/programs/ProgramForm';
import { StudentCreate } from '../../src/resources/students/StudentForm';
import SubjectCreate from '../../src/resources/subjects/SubjectCreate';
import { UserCreate } from '../../src/resources/users/UserForm';
import { setTour } from '../../src/ui/page/tour';
import { renderScreen, signInAs } from '../support/screen';

const emptyStats = dashboardStats.parse({
  programs: 0,
  batches: 0,
  students: 0,
  subjects: 0,
  activeStudents: 0,
  todayAbsences: 0,
  averageGrade: null,
  assignments: 0,
  successRate: null,
  attendanceRate: 95,
  attendanceRateIsDefault: true,
});
const term = { id: 1, name: 'الفصل الأول', start_date: '2026-08-23', end_date: '2026-12-31' };
const namedSettings = {
  institute_name: 'معهد النور',
  time_zone: 'Asia/Riyadh',
  is_demo: false,
  version: 2,
  logo: null,
  terms: [],
};

const program = { id: 4, program_id: 'QRN', program_name: 'برنامج القرآن', levels: 6, version: 1 };
const batch = {
  id: 7,
  batch_name: 'دفعة 1448',
  program_id: 'QRN',
  program_name: 'برنامج القرآن',
  academic_year: '1448',
};

interface Records {
  programs?: object[];
  batches?: object[];
  users?: object[];
}

function institute(records: Records = {}, changes: object = {}) {
  return {
    getList: async (resource: keyof Records) => {
      const data = records[resource] ?? [];
      return { data, total: data.length };
    },
    getMany: async (resource: keyof Records) => ({ data: records[resource] ?? [] }),
    create: async (_: string, { data }: { data: object }) => ({ data: { ...data, id: 9 } }),
    teacherPage: async () => ({ rows: [], total: 0 }),
    settings: async () => namedSettings,
    ...changes,
  };
}

const panel = async () => within(await screen.findByRole('region', { name: 'خطوات البداية' }));
const showSteps = (stats: object, provider: object) =>
  renderScreen(<FirstHour stats={{ ...emptyStats, ...stats }} />, provider, '/dashboard');

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  setTour([]);
});

it('the steps stay until the settings are done too, and each title is before its description', async () => {
  const people = { rows: [{ subjects_count: 2 }], total: 1 };
  const records = { batches: [batch], users: [{ id: 1 }] };
  const stats = { programs: 1, students: 150, subjects: 6 };
  const provider = institute(records, { teacherPage: async () => people });
  showSteps(stats, provider);
  const steps = await panel();
  expect(steps.getByText('أُنجز 8 من 9')).toBeTruthy();
  const [open] = steps.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(open).toBe('العام والفصول الدراسيةتُحسب بها أسابيع الفصل والدفعات النشطة');
  cleanup();
  showSteps(stats, { ...provider, settings: async () => ({ ...namedSettings, terms: [term] }) });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'خطوات البداية' })).toBeNull());
});

it('the step of the name is done with another name or a logo, and not by a save of other settings', async () => {
  const unnamed = { ...namedSettings, institute_name: defaultInstituteName };
  const isOpen = async (settings: object) => {
    showSteps({}, institute({}, { settings: async () => settings }));
    const link = (await panel()).queryByRole('link', { name: 'اسم المعهد وشعاره' });
    cleanup();
    return link !== null;
  };
  expect(await isOpen(unnamed)).toBe(true);
  expect(await isOpen(namedSettings)).toBe(false);
  expect(await isOpen({ ...unnamed, logo: 'data:image/png;base64,AA' })).toBe(false);
});

it('a batch of a former year is done, although the stats count active batches only', async () => {
  showSteps({ programs: 1, students: 3, batches: 0 }, institute({ batches: [batch] }));
  const steps = await panel();
  expect(steps.queryByRole('link', { name: 'إضافة دفعة' })).toBeNull();
  expect(steps.getByRole('link', { name: 'إضافة المواد' })).toBeTruthy();
});

it('a save in the tour leads to the next open step, and outside of it to the list', async () => {
  const page = (
    <>
      <TourBar />
      <FirstHour stats={emptyStats} />
      <ResourceContextProvider value="programs">
        <ProgramCreate />
      </ResourceContextProvider>
    </>
  );
  const save = () => {
    fireEvent.change(screen.getByLabelText(/^رمز البرنامج/), { target: { value: 'QRN' } });
    fireEvent.change(screen.getByLabelText(/^اسم البرنامج/), { target: { value: 'برنامج القرآن' } });
    fireEvent.click(screen.getByRole('button', { name: 'حفظ' }));
  };
  const router = renderScreen(page, institute(), '/dashboard');
  fireEvent.click((await panel()).getByRole('link', { name: 'إضافة برنامج' }));
  expect(await screen.findByText('الخطوة 3 من 9')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'التالي: إضافة دفعة' }).getAttribute('href')).toBe(
    '/batches/create',
  );
  save();
  await waitFor(() => expect(router.state.location.pathname).toBe('/batches/create'));
  cleanup();

  setTour([]);
  const other = renderScreen(page, institute(), '/programs/create');
  await screen.findByLabelText(/^رمز البرنامج/);
  expect(screen.queryByText(/^الخطوة/)).toBeNull();
  save();
  await waitFor(() => expect(other.state.location.pathname).toBe('/programs'));
});

it('a page outside of the tour ends it', async () => {
  setTour([
    { url: '/programs/create', title: 'برنامج', label: 'الخطوة 1' },
    { url: '/dashboard', title: 'لوحة التحكم', label: '' },
  ]);
  const router = renderScreen(<TourBar />, institute(), '/programs/create');
  expect(await screen.findByText('الخطوة 1')).toBeTruthy();
  await router.navigate('/students');
  await waitFor(() => expect(screen.queryByText('الخطوة 1')).toBeNull());
  await router.navigate('/programs/create');
  await waitFor(() => expect(router.state.location.pathname).toBe('/programs/create'));
  expect(screen.queryByText('الخطوة 1')).toBeNull();
});

const form = (resource: string, page: React.ReactNode, records: Records = {}) =>
  renderScreen(
    <ResourceContextProvider value={resource}>{page}</ResourceContextProvider>,
    institute(records),
    `/${resource}/create`,
  );

it.each([
  ['programs', <ProgramCreate key="page" />, /^رمز البرنامج/, {}],
  ['batches', <BatchCreate key="page" />, /^البرنامج/, { programs: [program, { ...program, id: 5 }] }],
  ['batches', <BatchCreate key="page" />, /^اسم الدفعة/, { programs: [program] }],
  ['subjects', <SubjectCreate key="page" />, /^اسم المادة/, {}],
  ['students', <StudentCreate key="page" />, /^الاسم الأول/, {}],
  ['users', <UserCreate key="page" />, /^الاسم الكامل/, {}],
] as const)(
  'the first empty field of a new record of %s has the focus',
  async (resource, page, label, records) => {
    form(resource, page, records as unknown as Records);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
  },
);

const fieldValue = async (label: RegExp) => (await screen.findByLabelText<HTMLInputElement>(label)).value;

it('the form of a batch chooses the only programme', async () => {
  form('batches', <BatchCreate />, { programs: [program] });
  await waitFor(async () => expect(await fieldValue(/^البرنامج/)).toBe('برنامج القرآن'));
});

it('the form of a batch opens without a programme if the programmes cannot be loaded', async () => {
  const getList = async (resource: string) => {
    if (resource === 'programs') throw new Error('no network');
    return { data: [], total: 0 };
  };
  renderScreen(
    <ResourceContextProvider value="batches">
      <BatchCreate />
    </ResourceContextProvider>,
    institute({}, { getList }),
    '/batches/create',
  );
  expect(await fieldValue(/^البرنامج/)).toBe('');
});

it('the form of a student chooses the only batch with its programme', async () => {
  form('students', <StudentCreate />, { batches: [batch], programs: [program, { ...program, id: 5 }] });
  await waitFor(async () => expect(await fieldValue(/^الدفعة/)).toBe('دفعة 1448'));
  expect(await fieldValue(/^البرنامج/)).toBe('برنامج القرآن');
});

it('the form of a subject chooses the only batch, and none of several', async () => {
  const other = { ...batch, id: 8, batch_name: 'دفعة 1449' };
  const isChosen = async (name: string) => (await screen.findByLabelText<HTMLInputElement>(name)).checked;
  form('subjects', <SubjectCreate />, { batches: [batch] });
  await waitFor(async () => expect(await isChosen('دفعة 1448')).toBe(true));
  cleanup();
  form('subjects', <SubjectCreate />, { batches: [batch, other] });
  expect(await isChosen('دفعة 1448')).toBe(false);
});

it('save and add another keeps the role, shows the password first, and opens an empty form', async () => {
  const create = async (_: string, { data }: { data: object }) => ({
    data: { ...data, id: 9, temporary_password: 'sadr-7719' },
  });
  const router = renderScreen(
    <ResourceContextProvider value="users">
      <UserCreate />
    </ResourceContextProvider>,
    institute({}, { create }),
    '/users/create',
  );
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
  fireEvent.change(await screen.findByRole('textbox', { name: /^الاسم الكامل/ }), {
    target: { value: 'سالم المقرئ' },
  });
  fireEvent.change(field(/^اسم المستخدم/), { target: { value: 'salem' } });
  fireEvent.click(screen.getByRole('radio', { name: 'مدير' }));
  fireEvent.click(screen.getByRole('button', { name: 'حفظ وإضافة آخر' }));
  expect(await screen.findByText('sadr-7719')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'سلّمتها، إغلاق' }));
  await waitFor(() => expect(document.activeElement).toBe(field(/^الاسم الكامل/)));
  expect(field(/^الاسم الكامل/).value).toBe('');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'مدير' }).checked).toBe(true);
  expect(router.state.location.pathname).toBe('/users/create');
});
