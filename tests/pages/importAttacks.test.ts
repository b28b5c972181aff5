import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ImportWorker } from '../../src/custom-pages/import/ImportWorker';
import { parseCsv } from '../../src/features/import/csvText';
import { UnpacksTooBig, unpackEntries } from '../../src/features/import/zip';

const openFile = (bytes: Uint8Array | string, name: string) => {
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  // `Blob` of jsdom has no `arrayBuffer`.
  const file = { size: content.length, arrayBuffer: () => Promise.resolve(Uint8Array.from(content).buffer) };
  return new ImportWorker().open({ kind: 'file', file: file as Blob, name });
};

interface Parts {
  sheet?: string;
  strings?: string;
  styles?: string;
  workbook?: string;
}

const rows =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c r="A2" t="s"><v>0</v></c></row>';
const workbook = ({ sheet = rows, strings = '<si><t>x</t></si>', styles = '', workbook: book }: Parts) =>
  zipSync({
    'xl/workbook.xml': strToU8(book ?? '<workbook><sheets><sheet name="a"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8('<Relationships/>'),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    'xl/sharedStrings.xml': strToU8(strings),
    'xl/styles.xml': strToU8(styles),
  });

/** Parts of a workbook with n repetitions, which need quadratic time in a simple parser. */
const attacks: [name: string, make: (n: number) => Parts][] = [
  ['unclosed shared strings', (n) => ({ strings: '<si>'.repeat(n) })],
  ['unclosed phonetic guides', (n) => ({ strings: `<si>${'<rPh>'.repeat(n)}</si>` })],
  ['text tags without `>`', (n) => ({ strings: `<si>${'<t '.repeat(n)}</si>` })],
  ['value tags without `>`', (n) => ({ sheet: `${rows}<row><c>${'<v '.repeat(n)}</c></row>` })],
  ['unclosed cells', (n) => ({ sheet: `${rows}<row>${'<c>'.repeat(n)}` })],
  ['closing tags without an opening tag', (n) => ({ sheet: `${rows}<row><c>${'</x>'.repeat(n)}</c></row>` })],
  ['nested elements', (n) => ({ sheet: `${rows}${'<a>'.repeat(n)}${'</a>'.repeat(n)}` })],
  ['unclosed formats', (n) => ({ styles: '<cellXfs>'.repeat(n) })],
  ['brackets in a format', (n) => ({ styles: `<numFmt numFmtId="200" formatCode="${'['.repeat(n)}"/>` })],
  ['attributes without end', (n) => ({ sheet: `${rows}<row ${'r= '.repeat(n)}/>` })],
  ['quotation marks in a tag', (n) => ({ sheet: `${rows}<row ${`"'`.repeat(n)}/>` })],
  ['ampersands', (n) => ({ strings: `<si><t>${'&a'.repeat(n)}</t></si>` })],
  [
    'cells that share a text of white space',
    (n) => ({
      strings: `<si><t>${' '.repeat(n)}x${' '.repeat(n)}</t></si>`,
      sheet: `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(n / 1_000),
    }),
  ],
];

// Reading takes far less than the timeout, which only ends a hanging test.
test.each(attacks)('a workbook of %s is read within the time limit', { timeout: 60_000 }, async (_, make) => {
  const answer = await openFile(workbook(make(200_000)), 'a.xlsx');
  expect(answer).toBeDefined();
});

test('without the attack the same workbook can be read', async () => {
  expect(await openFile(workbook({}), 'a.xlsx')).toMatchObject({
    sheets: [{ header: ['a'], rows: 1, samples: [['x']] }],
  });
});

test('an unclosed cell, or a cell inside of another, makes a workbook unreadable', async () => {
  for (const sheet of [`${rows}<row><c>`, `${rows}<row><c><c></c></c></row>`, `${rows}<row><c><row/>`])
    expect(await openFile(workbook({ sheet }), 'a.xlsx')).toMatchObject({
      sheets: [{ problem: { kind: 'unreadable' } }],
    });
});

test(
  'sheets that share an XML part are parsed once, and thousands of them are refused',
  { timeout: 60_000 },

  async () => {
    const workbookWith = (count: number) =>
      `<workbook>${'<sheet name="a" id="r1"/>'.repeat(count)}</workbook>`;
    const part = {
      'xl/_rels/workbook.xml.rels': strToU8('<Relationship Id="r1" Target="worksheets/sheet1.xml"/>'),
    };
    const sheet = '<row><c><v>1</v></c></row>'.repeat(50_000);
    const buildWorkbook = (count: number) =>
      zipSync({
        'xl/workbook.xml': strToU8(workbookWith(count)),
        ...part,
        'xl/worksheets/sheet1.xml': strToU8(sheet),
      });
    const answer = await openFile(buildWorkbook(255), 'a.xlsx');
    expect('sheets' in answer && answer.sheets).toHaveLength(255);
    expect(await openFile(buildWorkbook(10_000), 'a.xlsx')).toEqual({ problem: { kind: 'unpacksTooBig' } });
  },
);

/** Changes the unpacked size that an archive states. */
function withStatedSize(archive: Uint8Array, stated: number): Uint8Array {
  const view = new DataView(archive.buffer);
  for (let at = 0; at < archive.length - 46; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, stated, true);
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, stated, true);
  }
  return archive;
}

test('unpacking stops at the limit, even if the archive states a smaller size', () => {
  const bomb = withStatedSize(zipSync({ a: new Uint8Array(4 * 1_048_576) }), 100);
  expect(bomb.length).toBeLessThan(10_000);
  expect(() => unpackEntries(bomb, () => true, 1_048_576)).toThrow(UnpacksTooBig);
  expect(unpackEntries(bomb, () => true, 4 * 1_048_576)['a']).toHaveLength(4 * 1_048_576);
  // Unwanted entries are not unpacked, and the limit is for all entries together.
  expect(unpackEntries(bomb, () => false, 1)).toEqual({});
  const two = zipSync({ a: new Uint8Array(700_000), b: new Uint8Array(700_000) });
  expect(() => unpackEntries(two, () => true, 1_048_576)).toThrow(UnpacksTooBig);
});

test('a truncated workbook, or one with offsets outside of the file, is unreadable', async () => {
  const whole = workbook({});
  for (const length of [4, 30, whole.length - 30, whole.length - 10])
    expect(await openFile(whole.subarray(0, length), 'a.xlsx')).toEqual({ problem: { kind: 'unreadable' } });
  const damaged = Uint8Array.from(whole);
  new DataView(damaged.buffer).setUint32(damaged.length - 6, 0xff_ff_ff_00, true);
  expect(await openFile(damaged, 'a.xlsx')).toEqual({ problem: { kind: 'unreadable' } });
});

test('a ZIP document of another kind is recognised and refused', async () => {
  const document = zipSync({ 'word/document.xml': strToU8('<w:document/>') });
  expect(await openFile(document, 'a.xlsx')).toEqual({ problem: { kind: 'packed' } });
  expect(await openFile(document, 'a.csv')).toEqual({ problem: { kind: 'packed' } });
});

test.each([
  ['quotation marks alone', (n: number) => `a,b\n${'"'.repeat(n)}`],
  ['quotation marks with letters between', (n: number) => `a,b\n"${'"x'.repeat(n)}`],
  ['quotation marks before a line of blanks', (n: number) => `a,b\n"${'"x'.repeat(n)}${' '.repeat(n)},`],
  ['blanks behind quotation marks', (n: number) => `a,b\n"x"${' '.repeat(n)}"${' '.repeat(n)}y`],
  ['separators', (n: number) => `${','.repeat(n)}\n${','.repeat(n)}x`],
  ['blank lines', (n: number) => `a,b\n${'\n'.repeat(n)}1,2`],
])('a CSV of %s is read within the time limit', { timeout: 60_000 }, (_, make) => {
  expect(parseCsv(make(500_000))).toBeDefined();
});
