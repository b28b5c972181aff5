import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import AbsenceReport from '../../src/custom-pages/absences/AbsenceReport';
import { dropSession } from '../../src/dataProvider/session';
import type { ExcelSheet } from '../../src/ui/report/excelFile';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  dropSession('left');
});

const absence = (id: number, studentId: string, date: string) => ({
  id,
  date,
  studentId,
  studentName: studentId === 'S1' ? 'سعد' : 'ماجد',
  subjectCode: 'QRN101-1',
  subjectName: 'التجويد',
  type: 'غياب بعذر',
  notes: null,
});
const student = (studentId: string, days: number) => ({
  studentId,
  studentName: studentId === 'S1' ? 'سعد' : 'ماجد',
  days,
  excused: days,
  unexcused: 0,
});
const absences = [
  absence(1, 'S1', '2026-11-19'),
  absence(2, 'S2', '2026-11-19'),
  absence(3, 'S1', '2026-11-18'),
];

it('the minimum number of days applies to students, to their days and to the sheet', async () => {
  const sent: ExcelSheet[][] = [];
  class Writer extends EventTarget {
    postMessage = (sheets: ExcelSheet[]) => void sent.push(sheets);
    terminate = () => undefined;
  }
  vi.stubGlobal('Worker', Writer);
  const absenceReport = async ({ minDays = 1 }: { minDays?: number }) => ({
    absences,
    total: absences.length,
    students: [student('S1', 2), student('S2', 1)].filter(({ days }) => days >= minDays),
  });
  renderScreen(
    <AbsenceReport
      batchName="الأولى"
      subjects={[]}
      subjectCode={undefined}
      circles={{ circles: [], circleId: null } as never}
      today="2026-11-20"
      onClose={() => undefined}
    />,
    { absenceReport },
  );
  const studentRows = () =>
    screen.getAllByRole('row').filter(({ textContent }) => /سعد|ماجد/.test(textContent));
  const exportStudentIds = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'تصدير Excel' }));
    return sent.at(-1)?.[0]?.rows.map((cells) => cells[1]);
  };
  await userEvent.click(await screen.findByRole('tab', { name: 'كل الغيابات' }));
  expect(studentRows()).toHaveLength(3);
  expect(await exportStudentIds()).toEqual(['S1', 'S2', 'S1']);

  const days = screen.getByRole('textbox', { name: 'الحد الأدنى لأيام الغياب' });
  await userEvent.clear(days);
  await userEvent.type(days, '2');
  await waitFor(() => expect(screen.queryAllByText('ماجد')).toEqual([]));
  await userEvent.click(await screen.findByRole('tab', { name: 'كل الغيابات' }));
  expect(studentRows()).toHaveLength(2);
  expect(await exportStudentIds()).toEqual(['S1', 'S1']);

  await userEvent.clear(days);
  await userEvent.type(days, '3');
  expect(await screen.findByRole('status')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'تصدير Excel' })).toHaveProperty('disabled', true);
});
