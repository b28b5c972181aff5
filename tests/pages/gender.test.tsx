import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { Section } from '../../contract/vocabulary';
import { genderCount, genderWord } from '../../src/i18n/gender';
import { BatchStudents } from '../../src/resources/batches/BatchPanels';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('a word is feminine for a batch of girls, and masculine for every other batch', () => {
  const absent = (section?: Section) => genderWord(section, 'absent');
  expect(absent('girls')).toBe('غائبة');
  expect([absent('boys'), absent('mixed'), absent()]).toEqual(['غائب', 'غائب', 'غائب']);
});

it('the noun agrees with its number and with the batch', () => {
  const count = (section: Section) => [1, 2, 5, 28].map((n) => genderCount(section, 'incomplete', n));
  expect(count('girls')).toEqual([
    'طالبة واحدة درجاتها ناقصة',
    'طالبتان درجاتهما ناقصة',
    '5 طالبات درجاتهن ناقصة',
    '28 طالبة درجاتهن ناقصة',
  ]);
  expect(count('boys').at(-1)).toBe('28 طالباً درجاتهم ناقصة');
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
