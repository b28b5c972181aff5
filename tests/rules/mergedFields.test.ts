import { describe, expect, test } from 'vitest';
import {
  columnsOf,
  findDifferences,
  mergeFieldNames,
  subtractPeriods,
} from '../../contract/rules/mergedFields';
import { studentFields } from '../../contract/recordFields';

describe('fields of a merge', () => {
  test('every field of a student except the number belongs to one choice', () => {
    const columns = mergeFieldNames.flatMap(columnsOf).toSorted();
    const expected = Object.keys(studentFields).filter((field) => field !== 'student_id');
    expect(columns).toEqual(expected.toSorted());
  });

  test('equal values are no choice, and the fuller of two values is proposed', () => {
    const staying = {
      first_name: 'ريم',
      last_name: 'السالم',
      phone: '0551234567',
      email: null,
      gender: 'أنثى',
    };
    const merged = {
      first_name: 'ريم',
      second_name: 'خالد',
      last_name: 'السالم',
      phone: '0559876543',
      email: 'r@example.org',
      gender: 'أنثى',
      additional_phone: '',
    };
    expect(findDifferences(staying, merged)).toEqual([
      { field: 'full_name', staying: 'ريم السالم', merged: 'ريم خالد السالم', proposed: 'merged' },
      { field: 'email', staying: '', merged: 'r@example.org', proposed: 'merged' },
      { field: 'phone', staying: '0551234567', merged: '0559876543', proposed: 'staying' },
    ]);
  });
});

test.each([
  ['apart', { from: 1, to: 5 }, [{ from: 5, to: 9 }], [{ from: 1, to: 5 }]],
  ['inside', { from: 3, to: 5 }, [{ from: 1, to: 9 }], []],
  ['equal', { from: 1, to: 9 }, [{ from: 1, to: 9 }], []],
  [
    'around',
    { from: 1, to: 9 },
    [{ from: 3, to: 5 }],
    [
      { from: 1, to: 3 },
      { from: 5, to: 9 },
    ],
  ],
  [
    'open around',
    { from: 1, to: null },
    [{ from: 3, to: 5 }],
    [
      { from: 1, to: 3 },
      { from: 5, to: null },
    ],
  ],
  ['under an open one', { from: 1, to: null }, [{ from: 3, to: null }], [{ from: 1, to: 3 }]],
  [
    'several',
    { from: 1, to: 9 },
    [
      { from: 0, to: 2 },
      { from: 4, to: 5 },
      { from: 8, to: null },
    ],
    [
      { from: 2, to: 4 },
      { from: 5, to: 8 },
    ],
  ],
])('a period %s keeps the parts outside of the others', (_name, period, others, expected) => {
  expect(subtractPeriods<number>(period, others)).toEqual(expected);
});
