import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { ImportCheck } from '../../contract/imports';
import { prepareNextRound } from '../../src/custom-pages/import/useRuns';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import type { RemoteImportWorker } from '../../src/custom-pages/import/useImportWorker';
import { splitByBytes } from '../../src/custom-pages/import/comparison';
import { useComparison } from '../../src/custom-pages/import/useComparison';
import { buildPart, type SavedImport } from '../../src/features/import/importRecord';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('admin'));

/** Runs the code of the import worker without a worker. */
async function newImportWorker(texts: { name: string; csv: string }[]): Promise<RemoteImportWorker> {
  const importWorker = new ImportWorker();
  await importWorker.open({ kind: 'texts', texts: texts.map((text, position) => ({ ...text, position })) });
  return importWorker as unknown as RemoteImportWorker;
}

it('chunks are limited by bytes, and no record is lost or reordered', () => {
  const records = Array.from({ length: 50 }, (_, index) => ({ text: 'س'.repeat(index * 3) }));
  const parts = splitByBytes(records, 400);
  expect(parts.flat()).toEqual(records);
  expect(parts.length).toBeGreaterThan(5);
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(402);
  // A record above the limit has its own chunk.
  expect(splitByBytes([{ text: 'x'.repeat(900) }, { text: 'y' }], 400)).toHaveLength(2);
});

it('a thousand long rows are compared in requests of an allowed size', async () => {
  const description = 'و'.repeat(900);
  const csv = [
    'name,levels,description',
    ...Array.from({ length: 1_000 }, (_, n) => `ب${n},4,${description}`),
  ];
  const importWorker = await newImportWorker([{ name: 'برامج', csv: csv.join('\n') }]);
  await importWorker.check({
    sheet: 0,
    type: 'programs',
    fields: ['name', 'levels', 'description'],
    corrections: [],
  });
  const bodies: number[] = [];
  const checkImport = async (_type: string, body: { data: object[] }): Promise<ImportCheck> => {
    bodies.push(Buffer.byteLength(JSON.stringify(body)));
    const last = body.data.length;
    return {
      imported: last - 1,
      updated: 0,
      unchanged: 0,
      failed: 1,
      errors: [{ row: last, message: 'مستخدم' }],
      warnings: [],
    };
  };
  const getWorker = () => importWorker;
  const Shown = () => {
    const { state, done, fresh, refused } = useComparison(
      getWorker,
      { sheet: 0, type: 'programs', revision: 0 },
      () => undefined,
    );
    return <p>{`${state} ${done} ${fresh} ${refused}`}</p>;
  };
  renderScreen(<Shown />, { checkImport });
  await screen.findByText('done 1000 997 3');
  expect(bodies).toHaveLength(3);
  expect(Math.max(...bodies)).toBeLessThan(1_048_576);
  // Each refusal belongs to its own row.
  const { invalid: wrong, problems } = await importWorker.summary(0);
  expect(wrong).toBe(3);
  expect(problems.at(-1)?.line).toBe(1_001);
});

it('a repeated row becomes valid by a correction, and no later correction makes it repeat itself', async () => {
  const csv = 'name,program_id\nالأولى,QRN\nالأولى,QRN\n';
  const importWorker = await newImportWorker([{ name: 'دفعات', csv }]);
  const fields = ['name', 'program_id'];
  const summary = await importWorker.check({ sheet: 0, type: 'batches', fields, corrections: [] });
  expect(summary.invalid).toBe(1);
  for (const name of ['الثانية', 'الثانية '])
    expect((await importWorker.correct(0, 1, { name, program_id: 'QRN' })).notes).toEqual([]);
  expect((await importWorker.summary(0)).invalid).toBe(0);
  expect((await importWorker.correct(0, 1, { name: 'الاولى', program_id: 'QRN' })).notes).toHaveLength(1);
});

it('corrected rows of several sheets continue the same import, each with its corrections', async () => {
  const students = 'first_name,national_id\nعمر,12\nسعد,1000000001\n';
  const programs = 'name,levels\nالأول,أربعة\n';
  const importWorker = await newImportWorker([
    { name: 'طلاب', csv: students },
    { name: 'برامج', csv: programs },
  ]);
  const getWorker = () => importWorker;
  const parts = await Promise.all(
    [
      { sheet: 1, type: 'programs' as const, fields: ['name', 'levels'], name: 'برامج' },
      { sheet: 0, type: 'students' as const, fields: ['first_name', 'national_id'], name: 'طلاب' },
    ].map(async ({ name, ...use }) => {
      await importWorker.check({ ...use, corrections: [] });
      return buildPart(
        { ...use, corrections: [] },
        name,
        await importWorker.plan(use.sheet, { kind: 'validRows' }),
      );
    }),
  );
  const first: SavedImport = {
    id: 'an-import',
    userId: 1,
    startedAt: '2026-01-01T00:00:00Z',
    name: 'workbook.xlsx',
    source: { kind: 'texts', texts: [] },
    stopOnError: false,
    round: 0,
    parts,
  };
  await importWorker.correct(0, 0, { national_id: '1000000002' });
  await importWorker.correct(1, 0, { levels: '4' });
  const next = await prepareNextRound(getWorker, first, parts, () => ({ kind: 'chosenRows', rows: [0] }));
  // A row that the user took out stays out of the rows after a stop.
  const values = { nationality: 'مصري' };
  const withLeftOut = parts.map((part) => ({ ...part, leftOut: [0], hasGroupHeads: true, values }));
  const rest = await prepareNextRound(getWorker, first, withLeftOut, () => ({ kind: 'validRows' }));
  expect(rest.parts.flatMap(({ side, turn }) => [...side, ...turn])).not.toContain(0);
  // The next round reads the sheet in the same way.
  for (const part of rest.parts) expect(part).toMatchObject({ hasGroupHeads: true, values });
  expect(next).toMatchObject({
    id: 'an-import',
    round: 1,
    parts: [
      { type: 'programs', side: [0], total: 1, corrections: [[0, { levels: '4' }]] },
      { type: 'students', side: [0], total: 1, corrections: [[0, { national_id: '1000000002' }]] },
    ],
  });
  // A sheet without corrections is skipped.
  const one = await prepareNextRound(getWorker, first, parts, (sheet) =>
    sheet === 0 ? { kind: 'chosenRows', rows: [0] } : null,
  );
  expect(one.parts.map(({ type }) => type)).toEqual(['students']);
});
