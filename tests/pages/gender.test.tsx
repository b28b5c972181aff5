import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Register } from '../../contract/absences';
import type { Batch } from '../../contract/batches';
import type { Section } from '../../contract/vocabulary';
import AbsencesPage from '../../src/custom-pages/absences/AbsencesPage';
import DailyRecordsPage from '../../src/custom-pages/daily-records/DailyRecordsPage';
import HalaqaPage from '../../src/custom-pages/halaqa/HalaqaPage';
import { textFor } from '../../src/i18n/gender';
import { BatchStudents } from '../../src/resources/batches/BatchPanels';
import { emptyRecord, freeTextCurriculum } from '../support/dailyRecords';
import { renderScreen } from '../support/screen';
import { pageAddress, signTeacherIn, subjectProvider } from '../support/subjectPage';

const today = '2026-11-21';
const names = ['هند طالب الراشد', 'مها السالم'] as const;

const register = {
  batchName: 'الدفعة الأولى',
  subjectCode: 'QRN110-2',
  date: today,
  students: names.map((studentName, index) => ({ studentId: String(index + 1), studentName })),
  absences: [{ studentId: '1', type: 'غياب بعذر', notes: null }],
  taken: true,
  version: 1,
} as unknown as Register;

const provider = (section: Section) => ({
  ...subjectProvider({ name: 'الورد اليومي', type: 'تقييد يومي' }, { section }),
  settings: async () => ({ today }),
  register: async () => register,
  absenceStatistics: async () => ({ totalAbsences: 1, attendanceRate: null, topAbsentees: [] }),
  curriculum: async () => freeTextCurriculum,
  faultKinds: async () => [],
  dailyRecords: async () => ({
    records: names.map((name, index) => ({
      ...emptyRecord(String(index + 1), name),
      kind: 'new',
      ranges: [],
      faults: [],
    })),
  }),
  hifz: async () => ({ circleTasks: async () => [], task: async () => null }),
});

const onPhone = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

signTeacherIn();

it('a name in a parameter does not change, although it looks like a word', () => {
  expect(textFor('girls')('absences.isAbsent', { name: 'هند طالب' })).toBe('هند طالب غائبة');
  expect(textFor('mixed')('absences.isAbsent', { name: 'هند طالب' })).toBe('هند طالب غائب');
  expect(textFor('girls')('gradeEntry.previousOf', { student: 'حاضر', mark: '%{student}' })).toBe(
    'الطالبة السابقة: حاضر، %{student}',
  );
});

describe.each([
  {
    section: 'girls',
    taken: 'حُضِّر، غائبة واحدة',
    counts: ['عدد الطالبات', 'الحاضرات', 'الغائبات'],
    name: 'اسم الطالبة',
    search: 'ابحث باسم الطالبة',
    absent: 'غائبة',
    present: 'حاضرة',
    toList: 'إلى قائمة الطالبات',
    next: 'الطالبة التالية',
    unexcused: 'غائبة بدون عذر',
    records: 'سجلات الطالبات',
    keys: /^Enter للطالبة التالية/,
  },
  {
    section: 'mixed',
    taken: 'حُضِّر، غائب واحد',
    counts: ['عدد الطلاب', 'الحاضرون', 'الغائبون'],
    name: 'اسم الطالب',
    search: 'ابحث باسم الطالب',
    absent: 'غائب',
    present: 'حاضر',
    toList: 'إلى قائمة الطلاب',
    next: 'الطالب التالي',
    unexcused: 'غائب بدون عذر',
    records: 'سجلات الطلاب',
    keys: /^Enter للطالب التالي/,
  },
] as const)('a batch of section $section', ({ section, ...words }) => {
  it('the register has the words of the section', async () => {
    renderScreen(<AbsencesPage />, provider(section), pageAddress('/absences'));
    expect(await screen.findByText(words.taken)).toBeTruthy();
    for (const label of words.counts) expect(screen.getByText(`${label}:`, { exact: false })).toBeTruthy();
    expect(await screen.findByRole('columnheader', { name: words.name })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: `${names[0]} ${words.absent}` })).toHaveProperty(
      'checked',
      true,
    );
    expect(screen.getByText(words.present)).toBeTruthy();
    expect(screen.getByLabelText(words.search)).toBeTruthy();
  });

  it('the register on a phone says the words of the section', async () => {
    onPhone();
    renderScreen(<AbsencesPage />, provider(section), pageAddress('/absences'));
    expect(await screen.findByRole('button', { name: `${names[1]}: ${words.present}` })).toBeTruthy();
    expect(screen.getByRole('button', { name: `${names[0]}: غياب بعذر` })).toBeTruthy();
  });

  it('the hearing screen has the words of the section', async () => {
    renderScreen(<HalaqaPage />, provider(section), pageAddress('/halaqa'));
    const absentGroup = within(await screen.findByRole('region', { name: /^الغياب/ }));
    expect(absentGroup.getByText(words.absent)).toBeTruthy();
    await userEvent.click(absentGroup.getByRole('button', { name: `إجراءات «${names[0]}»` }));
    expect(screen.getByRole('menuitem', { name: words.present })).toBeTruthy();
    await userEvent.click(screen.getByRole('menuitem', { name: words.unexcused }));
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${names[0]}`) }));
    const panel = within(await screen.findByRole('region', { name: `تسميع «${names[0]}»` }));
    expect(panel.getByRole('button', { name: words.toList })).toBeTruthy();
    expect(panel.getByText(new RegExp(`· ${words.absent}`))).toBeTruthy();
    expect(panel.getByRole('button', { name: `${words.next}: ${names[1]}` })).toBeTruthy();
  });

  it('the daily records have the words of the section', async () => {
    renderScreen(<DailyRecordsPage />, provider(section), pageAddress('/daily-records'));
    const table = within(await screen.findByRole('table', { name: words.records }));
    expect(table.getByRole('columnheader', { name: new RegExp(`^${words.name}`) })).toBeTruthy();
    expect(screen.getByText(words.keys)).toBeTruthy();
  });

  it('the cards of daily records on a phone lead to the next student in the words of the section', async () => {
    onPhone();
    renderScreen(<DailyRecordsPage />, provider(section), pageAddress('/daily-records'));
    const list = within(await screen.findByRole('list', { name: words.records }));
    await userEvent.click(list.getByRole('button', { name: new RegExp(names[0]) }));
    expect(await list.findByRole('button', { name: words.next })).toBeTruthy();
  });
});

it.each([
  ['girls', 'الطالبات', 'إضافة طالبة'],
  ['boys', 'الطلاب', 'إضافة طالب'],
] as const)('the page of a batch of %s has the words of its section', async (section, title, add) => {
  const batch = { id: 3, program_id: 'QRN', batch_name: 'دفعة', section } as Batch;
  renderScreen(<BatchStudents batch={batch} studentsAddress="/students" />, {
    getList: async () => ({ data: [], total: 0 }),
  });
  expect(await screen.findByRole('region', { name: title })).toBeTruthy();
  expect(screen.getByRole('link', { name: add })).toBeTruthy();
});
