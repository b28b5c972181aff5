import { expect, test } from 'vitest';
import { noteDescriptions, noteMessages } from '../../contract/families/behaviourNoteMessages';
import { findNoteProblem, firstShownDay } from '../../contract/rules/families/behaviourNotes';
import { defaultNoteCategories, noteKinds } from '../../contract/vocabulary';

const praise = { kind: 'praise', is_active: true } as const;

test.each([
  ['a category alone', { kind: 'praise', category: praise, text: null }, null],
  ['a text alone', { kind: 'remark', category: null, text: 'تأخر عن الحلقة' }, null],
  ['neither', { kind: 'remark', category: null, text: null }, 'empty'],
  ['a text of spaces', { kind: 'remark', category: null, text: '  ' }, 'empty'],
  ['a category of the other kind', { kind: 'remark', category: praise, text: 'نص' }, 'other kind'],
  [
    'a retired category',
    { kind: 'praise', category: { ...praise, is_active: false }, text: null },
    'retired',
  ],
] as const)('a note needs a category of its kind or a text: %s', (_, content, problem) => {
  expect(findNoteProblem(content)).toBe(problem);
});

test('a retired category stays on a note that has it already', () => {
  const content = { kind: 'praise', category: { ...praise, is_active: false }, text: null } as const;
  expect(findNoteProblem(content, true)).toBeNull();
});

test('guardians read notes of 90 days, today included', () => {
  expect(firstShownDay('2026-11-20')).toBe('2026-08-23');
});

test('the default categories have both kinds, and each name once', () => {
  const names = defaultNoteCategories.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(defaultNoteCategories.map(({ kind }) => kind))).toEqual(new Set(noteKinds));
});

test('the message counts the students, and the description names the first', () => {
  expect([1, 2, 3, 11, 100].map((count) => noteMessages.saved(count))).toEqual([
    'سُجّلت الملاحظة',
    'سُجّلت الملاحظة لطالبين',
    'سُجّلت الملاحظة لـ 3 طلاب',
    'سُجّلت الملاحظة لـ 11 طالباً',
    'سُجّلت الملاحظة لـ 100 طالب',
  ]);
  expect(noteDescriptions.created('سعد', 0)).toBe('ملاحظة سلوك على الطالب «سعد»');
  expect(noteDescriptions.created('سعد', 2)).toBe('ملاحظة سلوك على «سعد» وطالبين آخرين');
});
