import { expect, test } from 'vitest';
import {
  absenteeBadge,
  attendanceRate,
  markAbsent,
  nextPresence,
  present,
  setAbsenceType,
} from '../../contract/rules/attendance';
import { absenceTypes, defaultAbsenceType, excusedAbsence } from '../../contract/vocabulary';

test('attendance is the percentage of expected attendances without an absence, with one decimal, rounded half up', () => {
  expect(attendanceRate(0, 25)).toBe(100);
  expect(attendanceRate(1, 3)).toBe(66.7);
  expect(attendanceRate(1, 800)).toBe(99.9);
  expect(attendanceRate(25, 25)).toBe(0);
});

test('attendance is null without a register, and never below zero', () => {
  expect(attendanceRate(0, 0)).toBeNull();
  expect(attendanceRate(30, 25)).toBe(0);
});

test('marking absent sets the default type, and unmarking clears type and notes', () => {
  const absent = markAbsent(present, true);
  expect(absent).toEqual({ isAbsent: true, type: defaultAbsenceType, notes: '' });
  expect(markAbsent({ ...absent, type: excusedAbsence, notes: 'سفر' }, true)).toEqual({
    isAbsent: true,
    type: excusedAbsence,
    notes: 'سفر',
  });
  expect(markAbsent({ ...absent, notes: 'سفر' }, false)).toEqual(present);
});

test('choosing a type marks absent and keeps the notes', () => {
  for (const type of absenceTypes)
    expect(setAbsenceType({ ...present, notes: 'سفر' }, type)).toEqual({
      isAbsent: true,
      type,
      notes: 'سفر',
    });
});

test.each([
  ['present', present, { isAbsent: true, type: defaultAbsenceType, notes: '' }],
  [
    'absent without an excuse',
    { isAbsent: true, type: defaultAbsenceType, notes: 'سفر' },
    { isAbsent: true, type: excusedAbsence, notes: 'سفر' },
  ],
  ['absent with an excuse', { isAbsent: true, type: excusedAbsence, notes: 'سفر' }, present],
  [
    'absent without a type',
    { isAbsent: true, type: null, notes: 'سفر' },
    { isAbsent: true, type: defaultAbsenceType, notes: 'سفر' },
  ],
])('a tap changes the presence of a student: %s', (_, before, after) => {
  expect(nextPresence(before)).toEqual(after);
});

test('taps through present give the notes back, and never an absence without a type', () => {
  const stored = { isAbsent: true, type: defaultAbsenceType, notes: 'سفر' };
  const excused = nextPresence(stored, 'سفر');
  const presentAgain = nextPresence(excused, 'سفر');
  expect([excused, presentAgain]).toEqual([{ ...stored, type: excusedAbsence }, present]);
  expect(nextPresence(presentAgain, 'سفر')).toEqual(stored);
});

test('an accepted excuse proposes an excused absence first', () => {
  const excused = { isAbsent: true, type: excusedAbsence, notes: '' };
  const unexcused = { ...excused, type: defaultAbsenceType };
  expect(markAbsent(present, true, true)).toEqual(excused);
  expect(nextPresence(present, '', true)).toEqual(excused);
  expect(nextPresence(excused, '', true)).toEqual(unexcused);
  expect(nextPresence(unexcused, '', true)).toEqual(present);
});

test('the badge of absence days is red above five days and yellow above three', () => {
  const badges = [0, 3, 4, 5, 6, 60].map(absenteeBadge);
  expect(badges).toEqual(['default', 'default', 'warning', 'warning', 'error', 'error']);
});
