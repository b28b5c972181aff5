import { cleanup, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import AbsencesPage from '../../src/custom-pages/absences/AbsencesPage';
import StaffAssignments from '../../src/custom-pages/assignments/staff/StaffAssignments';
import DailyRecordsPage from '../../src/custom-pages/daily-records/DailyRecordsPage';
import GradesPage from '../../src/custom-pages/grades/GradesPage';
import LinkStudentsPage from '../../src/custom-pages/link-students/LinkStudentsPage';
import StaffReports from '../../src/custom-pages/reports/staff/StaffReports';
import TeachersPage from '../../src/custom-pages/teachers/TeachersPage';
import { renderScreen, signInAs } from '../support/screen';

/** A server with one record of each of these resources. */
const instituteWith = (...resources: string[]) => ({
  getList: async (resource: string) =>
    resources.includes(resource) ? { data: [{ id: 1 }], total: 1 } : { data: [], total: 0 },
  getMany: async () => ({ data: [] }),
  teacherPage: async () => ({ rows: [], total: 0 }),
  settings: async () => ({ time_zone: 'Asia/Riyadh', is_demo: false }),
  isDemo: async () => false,
  savedFilters: async () => [],
});
const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it.each<[string, ComponentType]>([
  ['grades', GradesPage],
  ['absences', AbsencesPage],
  ['daily records', DailyRecordsPage],
  ['assignments', StaffAssignments],
  ['teachers', TeachersPage],
])('%s of an empty institute says that there is no programme, and links to a new one', async (_, Screen) => {
  renderScreen(<Screen />, instituteWith());
  expect(await screen.findByText('لا توجد برامج بعد')).toBeTruthy();
  expect(await link('إضافة برنامج')).toBe('/programs/create');
});

it.each<[string, ComponentType]>([
  ['reports', StaffReports],
  ['the linking of students', LinkStudentsPage],
])('%s without students links to their import', async (_, Screen) => {
  renderScreen(<Screen />, instituteWith('programs'));
  expect(await link('إضافة الطلاب')).toBe('/import?type=students');
});

it('the screen asks for the missing records in their order, and for nothing once there are subjects', async () => {
  renderScreen(<GradesPage />, instituteWith('programs'));
  expect(await link('إضافة دفعة')).toBe('/batches/create');
  cleanup();
  renderScreen(<GradesPage />, instituteWith('programs', 'batches'));
  expect(await link('إضافة المواد')).toBe('/subjects/create');
  cleanup();
  renderScreen(<GradesPage />, instituteWith('programs', 'batches', 'subjects'));
  expect(await screen.findByText('اختر البرنامج والدفعة والمادة')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'إضافة المواد' })).toBeNull();
});

it('a teacher without visible subjects gets no link to screens of admins', async () => {
  signInAs('teacher');
  renderScreen(<GradesPage />, instituteWith());
  expect(await screen.findByText('يظهر هنا ما تضيفه إدارة المعهد وتسنده إليك.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'إضافة المواد' })).toBeNull();
});
