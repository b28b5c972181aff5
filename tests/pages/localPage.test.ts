import { describe, expect, it } from 'vitest';
import { findCreatedRow } from '../../src/dataProvider';
import { buildLocalPage, readListQuery } from '../../src/dataProvider/lists';
import type { ReadAll, Row } from '../../src/dataProvider/resources';

const row = (id: number, program_id: string, program_name: string): Row => ({ id, program_id, program_name });
const rows = [
  row(1, 'QRN', 'القرآن الكريم'),
  row(2, 'ARB', 'اللغة العربية'),
  row(3, 'SHR', 'العلوم الشرعية'),
  row(4, 'AHM', 'برنامج أحمد'),
];
const none = (async () => []) as ReadAll;
const names = async (query: object) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const page = await buildLocalPage('programs', rows, readListQuery(search), none);
  return { names: page.rows.map(({ program_name }) => program_name), total: page.total };
};

describe('a list that the server sends completely', () => {
  it('the list is paged on the client, with the total number of rows', async () => {
    expect(await names({ range: [2, 3], sort: ['id', 'ASC'], filter: {} })).toEqual({
      names: ['العلوم الشرعية', 'برنامج أحمد'],
      total: 4,
    });
  });

  it('the list is searched by Arabic rules: without hamza, by prefixes of words', async () => {
    expect(await names({ filter: { q: 'احمد' } })).toEqual({ names: ['برنامج أحمد'], total: 1 });
    expect((await names({ filter: { q: 'العربيه اللغه' } })).names).toEqual(['اللغة العربية']);
  });

  it('the list is sorted numerically by number and alphabetically by name', async () => {
    expect((await names({ sort: ['id', 'DESC'] })).names[0]).toBe('برنامج أحمد');
    expect((await names({ sort: ['program_name', 'ASC'] })).names[0]).toBe('العلوم الشرعية');
  });

  it('the list applies several filters together, including ids', async () => {
    expect((await names({ filter: { ids: [1, 2, 3], program_id: 'ARB' } })).names).toEqual(['اللغة العربية']);
  });

  it('the list of subjects is filtered by programme through their batches', async () => {
    const all = (async () => [
      { id: 5, program_id: 'QRN' },
      { id: 6, program_id: 'ARB' },
    ]) as ReadAll;
    const subjects = [
      { id: 1, batch_id: 5 },
      { id: 2, batch_id: 6 },
    ];
    const page = await buildLocalPage(
      'subjects',
      subjects,
      { range: null, sort: null, filter: { program_id: 'ARB' } },
      all,
    );
    expect(page.rows).toEqual([{ id: 2, batch_id: 6 }]);
  });
});

it('a create without a record in its response returns the newest record with the sent values', () => {
  expect(
    findCreatedRow([...rows, row(9, 'ARB', 'اللغة العربية')], {
      program_id: 'ARB',
      program_name: 'اللغة العربية',
    })?.id,
  ).toBe(9);
  expect(findCreatedRow(rows, { program_id: 'QRN', levels: 6 })?.id).toBe(1);
});

it('a create without its record in the list returns no other record', () => {
  expect(findCreatedRow(rows, { program_id: 'QR' })).toBeUndefined();
  const subjects = [
    { id: 7, subject_code: 'QRN1-3', batch_id: 3, name: 'التفسير' },
    { id: 8, subject_code: 'QRN10-3', batch_id: 3, name: 'التفسير' },
    { id: 9, subject_code: 'QRN1-4', batch_id: 4, name: 'التفسير' },
  ];
  expect(findCreatedRow(subjects, { subject_code: 'QRN1', batch_id: 3, name: ' التفسير ' })?.id).toBe(7);
  expect(findCreatedRow(subjects, { subject_code: 'QRN2', batch_id: 3, name: 'التفسير' })).toBeUndefined();
});
