import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch } from '../../contract/batches';
import type { ImportResult } from '../../contract/imports';
import type { ImportType } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { openField, sentRows } from '../support/fieldImport';
import { recordCounts } from '../support/importing';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ isEmpty: true });
  await importField('base-programmes.csv', 'programs');
  await importField('base-cohorts.csv', 'batches');
});
afterAll(() => server.close());

/** Reads the bytes of a file, and sends the rows that the import centre would send. */
async function importField(name: string, type: ImportType): Promise<ImportResult> {
  const data = Object.values(sentRows(await openField(name, type)));
  const { body } = await server.call<ImportResult>('POST', `/${type}/import`, {
    as: 'admin',
    body: { data },
  });
  return body;
}

const batchSizes = async () => {
  const rows = await server.data.read
    .selectFrom('enrolments')
    .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
    .select((builder) => ['batch_name', builder.fn.countAll<number>().as('size')])
    .groupBy('batch_name')
    .execute();
  return Object.fromEntries(rows.map(({ batch_name, size }) => [batch_name, Number(size)]));
};

test('each file stores its records once, and a second import changes nothing', async () => {
  const files: [name: string, type: ImportType, imported: number, failed: number][] = [
    ['merged-classes.xlsx', 'students', 7, 0],
    ['footer-rows.csv', 'students', 5, 0],
    ['hidden-rows.xlsx', 'students', 5, 0],
    ['number-formats.xlsx', 'students', 2, 0],
    ['hijri-dates.csv', 'batches', 3, 0],
    ['date-cells.xlsx', 'batches', 0, 0],
  ];
  for (const [name, type, imported, failed] of files) {
    expect(await importField(name, type), name).toMatchObject({ imported, failed });
    const counts = await recordCounts(server);
    const again = await importField(name, type);
    expect(again, name).toMatchObject({ imported: 0, failed, unchanged: again.updated });
    expect(await recordCounts(server)).toEqual(counts);
  }
  expect(await batchSizes()).toMatchObject({ 'رواد القراءات': 14, 'فوج القراءات الثاني': 3 });
  const { body: batches } = await server.call<Batch[]>('GET', '/batches', { as: 'admin' });
  const daysOf = (name: string) => {
    const batch = batches.find(({ batch_name }) => batch_name === name);
    return [batch?.start_date, batch?.end_date];
  };
  expect(daysOf('فوج أول')).toEqual(['2024-08-18', '2027-06-10']);
  expect(daysOf('فوج ثان')).toEqual(['2024-08-18', '2027-06-10']);
  const names = await server.data.read.selectFrom('students').select('full_name').execute();
  expect(names.filter(({ full_name }) => /[#:\d]|المجموع|مدير|التوقيع/.test(full_name))).toEqual([]);
});
