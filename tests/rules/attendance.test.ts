import { expect, test } from 'vitest';
import {
  absenteeBadge,
  attendanceRate,
  markAbsent,
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

test('the badge of absence days is red above five days and yellow above three', () => {
  const badges = [0, 3, 4, 5, 6, 60].map(absenteeBadge);
  expect(badges).toEqual(['default', 'default', 'warning', 'warning', 'error', 'error']);
});
