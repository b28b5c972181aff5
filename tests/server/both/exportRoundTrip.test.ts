import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch } from '../../../contract/batches';
import type { ImportCheck } from '../../../contract/imports';
import type { Subject } from '../../../contract/subjects';
import type { ImportType } from '../../../contract/vocabulary';
import { toSheetMapping } from '../../../src/custom-pages/import/mapping';
import { startTestApp, type TestApp } from '../../support/app';
import { exportAll } from '../../support/exportArchive';
import { type Archive, nameOfTable, rowsOfTable } from '../../support/exportedFiles';
import { proposeForFile } from '../../support/importColumns';
import { importAll, recordCounts } from '../../support/importing';

/** The columns that the import centre does not read. */
const comparedTables: readonly [table: string, leftOut: readonly string[]][] = [
  ['programs', []],
  ['batches', []],
  ['subjects', []],
  ['subject_grade_settings', []],
  ['students', ['حالة القيد']],
  ['grades', []],
  ['student_results', ['أيام الغياب']],
];

const today = '2026-11-20';
let first: TestApp;
let second: TestApp;
let archive: Archive;
beforeAll(async () => {
  first = await startTestApp({ hasFewRevisions: true, now: () => new Date(`${today}T09:00:00Z`) });
  second = await startTestApp({ isEmpty: true });
  await makeCellsHard();
  archive = await exportAll(first.data);
});

/** Values that spreadsheets would run, split or shorten, and a withdrawn student. */
async function makeCellsHard() {
  const body = {
    phone: '+966500000001',
    additional_phone: '00971501234567',
    previous_study: '=1+2، "ثان"\n-3',
  };
  expect(await first.call('PUT', '/students/1', { as: 'admin', body })).toMatchObject({ status: 200 });
  const status = { student_row_ids: [2], status: 'withdrawn', date: today, reason: 'سفر', confirm: true };
  const answer = await first.call('POST', '/students/status', { as: 'admin', body: status });
  expect(answer.status, answer.text).toBe(200);
}
afterAll(async () => {
  await first.close();
  await second.close();
});

const list = async <R>(resource: string) =>
  (await second.call<R[]>('GET', `/${resource}`, { as: 'admin' })).body;

/** As a user does who opens the file in the import centre, and changes no proposed column. */
async function importTable(table: ImportType) {
  const csv = archive[nameOfTable(table)] ?? '';
  const { worker, mapping } = await proposeForFile(table, csv, {
    name: nameOfTable(table),
    catalogue: { batches: await list<Batch>('batches'), subjects: await list<Subject>('subjects') },
    api: {
      checkImport: async (type: ImportType, body: object) =>
        (await second.call<ImportCheck>('POST', `/${type}/import/check`, { as: 'admin', body })).body,
    },
  });
  worker.check({ ...toSheetMapping(table, mapping), corrections: [] });
  const rows = worker.rowsToSend(0, worker.validIndexes(0));
  return importAll(
    second,
    table,
    rows.map(({ record }) => record),
  );
}

const allOf = (table: ImportType) => ({
  imported: rowsOfTable(archive, table).length,
  updated: 0,
  failed: 0,
  warnedRows: [],
});

test('an export fills an empty institute with the same programmes, batches, subjects, students and marks', async () => {
  for (const type of ['programs', 'batches', 'subjects', 'students'] as const)
    expect(await importTable(type), type).toMatchObject(allOf(type));
  expect(await importTable('grades')).toMatchObject(allOf('grades'));

  const { users: _, ...counts } = await recordCounts(first);
  expect(await recordCounts(second)).toMatchObject(counts);
  const again = await exportAll(second.data);
  for (const [table, leftOut] of comparedTables) {
    const withoutLeftOut = (one: Archive) =>
      rowsOfTable(one, table)
        .map((row) =>
          JSON.stringify({ ...row, ...Object.fromEntries(leftOut.map((heading) => [heading, ''])) }),
        )
        .toSorted();
    expect(withoutLeftOut(again), table).toEqual(withoutLeftOut(archive));
  }
});
