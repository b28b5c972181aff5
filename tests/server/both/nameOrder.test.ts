import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldArabic } from '../../../contract/rules/arabicText';
import { sortNumbersByValue } from '../../../server/db/migrations/0003_sort_numbers';
import { startTestApp, type TestApp } from '../../support/app';
import { dump } from '../../support/database';

let server: TestApp;
const names = ['دفعة الحفظ 1', 'دفعة الحفظ 2', 'دفعة الحفظ 10', 'دفعة الحفظ ١١', 'دفعة الحفظ 100'];
beforeAll(async () => {
  server = await startTestApp();
  for (const batch_name of names.toReversed())
    await server.call('POST', '/batches', { as: 'admin', body: { batch_name, program_id: 'QRN' } });
});
afterAll(() => server.close());

interface Found {
  groups: { kind: string; results: { label: string }[] }[];
}

test('numbered batches stand in the order of their numbers, in the list and in the search', async () => {
  const query = { sort: ['batch_name', 'ASC'], range: [0, 9], filter: { q: 'الحفظ' } };
  const list = await server.call<{ batch_name: string }[]>('GET', '/batches', { as: 'admin', query });
  expect(list.body.map(({ batch_name }) => batch_name)).toEqual(names);
  const find = async (q: string) => {
    const { body } = await server.call<Found>('GET', '/search', { as: 'admin', query: { q } });
    return body.groups.find(({ kind }) => kind === 'batches')?.results.map(({ label }) => label);
  };
  expect(await find('دفعة الحفظ')).toEqual(names);
  // The other batch has the digit in its year.
  const [first, second, ...others] = names;
  expect(await find('دفعة الحفظ 1')).toEqual([first, ...others, second]);
  expect((await find('الحفظ 10'))?.[0]).toBe('دفعة الحفظ 10');
});

test('a second spelling of the number of a batch is the same batch for an import', async () => {
  const [, name = ''] = names;
  const body = { data: [{ student_id: '1', first_name: 'سعد', batch_name: name.replace('2', '٢') }] };
  const answer = await server.call('POST', '/students/import', { as: 'admin', body });
  expect(answer.body).toMatchObject({ imported: 1, failed: 0 });
});

test('the migration gives each earlier sort key the form of today', async () => {
  const before = await dump(server.data);
  await server.data.writeUnlogged(async (trx) => {
    const batches = await trx.selectFrom('batches').select(['id', 'batch_name']).execute();
    for (const { id, batch_name } of batches)
      await trx
        .updateTable('batches')
        .set({ batch_name_sort: foldArabic(batch_name) })
        .where('id', '=', id)
        .execute();
  });
  expect(await dump(server.data)).not.toEqual(before);
  await server.data.writeUnlogged((trx) => sortNumbersByValue(trx as unknown as Kysely<unknown>));
  expect(await dump(server.data)).toEqual(before);
});
