import { expect, test } from 'vitest';
import { isEmptyOrEmail } from '../../contract/fields';
import {
  callNumber,
  cleanStudent,
  isEmptyOrNationalId,
  newStudent,
  nextStudent,
  setBatch,
  setProgram,
} from '../../src/resources/students/studentModel';

const placed = { program_id: 'QRN', batch_id: 3 };

test('another programme clears the batch; the same programme keeps it', () => {
  expect(setProgram(placed, 'ARB')).toEqual({ program_id: 'ARB', batch_id: null });
  expect(setProgram(placed, null)).toEqual({ program_id: null, batch_id: null });
  expect(setProgram(placed, 'QRN')).toEqual(placed);
});

test('a batch sets its programme; clearing the batch keeps the programme', () => {
  expect(setBatch({ program_id: null, batch_id: null }, { id: 7, program_id: 'SHR' })).toEqual({
    program_id: 'SHR',
    batch_id: 7,
  });
  expect(setBatch(placed, null)).toEqual({ program_id: 'QRN', batch_id: null });
});

test('digits of any script are sent as ASCII, text without extra spaces, and empty fields are omitted', () => {
  const sent = cleanStudent({
    ...newStudent,
    first_name: ' أحمد ',
    last_name: 'الغامدي',
    national_id: '١٠٩ ٨٧٦ ٥٤٣٢',
    phone: '٠٥٠-١٢٣-٤٥٦٧',
    student_id: ' ١٤٤٧٠٠٠١ ',
    email: '',
  });
  expect(sent).toMatchObject({
    first_name: 'أحمد',
    second_name: null,
    national_id: '1098765432',
    phone: '0501234567',
    additional_phone: null,
    student_id: '14470001',
    email: null,
  });
});

test('a student is called by the key of the phone, and not called if its country is unknown', () => {
  const student = { phone: '0500031054', additional_phone: '123' } as Parameters<typeof callNumber>[0];
  const keys = { phone_key: '+966500031054', additional_phone_key: null };
  expect(callNumber({ ...student, ...keys }, 'phone')).toBe('+966500031054');
  expect(callNumber({ ...student, ...keys }, 'additional_phone')).toBeNull();
  // A server without the addition has no keys.
  expect(callNumber(student, 'phone')).toBe('0500031054');
});

test('without a number the server generates it, and an empty nationality becomes the default', () => {
  const sent = cleanStudent({ ...newStudent, student_id: null, nationality: '' });
  expect(sent).not.toHaveProperty('student_id');
  expect(sent).toMatchObject({ nationality: 'سعودي', gender: 'ذكر' });
});

test.each([
  ['1098765432', true],
  ['١٠٩٨٧٦٥٤٣٢', true],
  ['۱۰۹۸۷۶۵۴۳۲', true],
  ['109876543', false],
  ['10987654321', false],
  ['10987a5432', false],
])('national id %s fits: %s', (id, fits) => expect(isEmptyOrNationalId(id)).toBe(fits));

test('an e-mail may be empty, and is checked otherwise', () => {
  expect([null, '', 'a@example.org', 'a@', 'a b@c.d'].map(isEmptyOrEmail)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('the next student of a series keeps only batch and gender', () => {
  const saved = { ...placed, gender: 'أنثى', first_name: 'سارة', national_id: '1098765432' } as const;
  expect(nextStudent(saved)).toEqual({ ...newStudent, ...placed, gender: 'أنثى' });
});
