import { expect, test } from 'vitest';
import type { Register } from '../../contract/absences';
import { markAbsent, present, setAbsenceType } from '../../contract/rules/attendance';
import {
  listAbsentStudents,
  findClashes,
  buildRegisterRows,
  findAbsencesWithoutType,
} from '../../src/dataProvider/outbox/registerEdits';

const students = [
  { studentId: '14460001', studentName: 'سعد الراشد' },
  { studentId: '14460002', studentName: 'خالد السالم' },
  { studentId: '14460003', studentName: 'يوسف الهاشمي' },
];
const excused = {
  id: 1,
  studentId: '14460001',
  studentName: 'سعد الراشد',
  type: 'غياب بعذر',
  notes: 'سفر',
} as const;
const day = (absences: Register['absences'] = []): Register => ({
  students,
  absences,
  taken: true,
  version: 1,
});

test('every student is present until marked; a stored absence shows its type and notes', () => {
  const rows = buildRegisterRows(day([excused]), {});
  expect(rows.map(({ isAbsent }) => isAbsent)).toEqual([true, false, false]);
  expect(rows[0]).toMatchObject({ type: 'غياب بعذر', notes: 'سفر', isChanged: false });
});

test('a mark that differs from the stored day is a change; the same mark is not', () => {
  const absent = markAbsent(present, true);
  expect(buildRegisterRows(day(), { '14460002': absent })[1]).toMatchObject({
    isAbsent: true,
    isChanged: true,
  });
  expect(
    buildRegisterRows(day([excused]), {
      '14460001': { isAbsent: true, type: 'غياب بعذر', notes: 'سفر ' },
    })[0],
  ).toMatchObject({
    isChanged: false,
  });
});

test('only absent students are sent, with trimmed notes', () => {
  const rows = buildRegisterRows(day([excused]), {
    '14460001': present,
    '14460003': { ...markAbsent(present, true), notes: '  ' },
  });
  expect(listAbsentStudents(rows)).toEqual([{ studentId: '14460003', type: 'غياب بدون عذر', notes: null }]);
});

test('absences without a type are found before saving', () => {
  const rows = buildRegisterRows(day(), {
    '14460002': setAbsenceType(present, null),
    '14460003': markAbsent(present, true),
  });
  expect(findAbsencesWithoutType(rows).map(({ studentId }) => studentId)).toEqual(['14460002']);
});

test('a student is a conflict only if both users changed the mark, and differently', () => {
  const base = day();
  const now = day([excused, { ...excused, id: 2, studentId: '14460002', studentName: 'خالد السالم' }]);
  const edits = {
    '14460001': markAbsent(present, true), // another type than the stored one
    '14460002': { isAbsent: true, type: 'غياب بعذر' as const, notes: 'سفر' }, // the same values
    '14460003': markAbsent(present, true), // changed only here
  };
  expect(findClashes(base, now, edits).map(({ studentId }) => studentId)).toEqual(['14460001']);
});

test('an absence that was stored before both edits is no conflict', () => {
  expect(findClashes(day([excused]), day([excused]), { '14460001': present })).toEqual([]);
});
