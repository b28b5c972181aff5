import { beforeAll, expect, test } from 'vitest';
import { integer } from '../../contract/fields';
import { setArabicMessages } from '../../contract/validation';

beforeAll(() => setArabicMessages());

const message = (value: unknown) => integer(1, 10).safeParse(value).error?.issues[0]?.message;

test('the message of a number out of range has the limit, and the message of a fraction asks for a whole number', () => {
  expect(message(11)).toBe('يجب ألا يزيد على 10');
  expect(message(0)).toBe('يجب ألا يقل عن 1');
  expect(message(1.5)).toBe('يجب أن يكون عدداً صحيحاً');
  expect(message('كلام')).toBe('يجب أن يكون رقماً');
  expect(message('٣')).toBeUndefined();
});
