import { strToU8, zipSync } from 'fflate';

// Files in the shapes that institutes have, with invented people. `tests/data/import/field` stores them, beside
// samples of the same kind from elsewhere. After a change here, run `tests/pages/importField.test.ts` with
// `WRITE_FIELD_FILES=1`.

type Cell = string | null | { number: number; format?: Format } | { error: string } | { day: string };
type Format = (typeof formats)[number];

interface SheetParts {
  name: string;
  rows: readonly (readonly Cell[])[];
  merged?: readonly string[];
  /** Lines that a filter hides. */
  hiddenLines?: readonly number[];
  isHidden?: boolean;
}

const formats = [
  'General',
  '0%',
  '0.0%',
  '00000',
  '0000000000',
  'dd/mm/yyyy',
  '[$-1170000]B2dd/mm/yyyy',
] as const;
const [batchA, batchB] = ['رواد القراءات', 'فوج القراءات الثاني'];
const byteOrderMark = '\uFEFF';
const csv = (...lines: string[]) => strToU8(byteOrderMark + lines.map((line) => `${line}\n`).join(''));

export const fieldFiles: Readonly<Record<string, Uint8Array>> = {
  'merged-groups.xlsx': workbook({
    name: 'كشف',
    rows: [
      ['البرنامج', 'الدفعة', 'اسم الطالب', 'رقم الهوية', 'الجوال'],
      ['دبلوم القراءات العشر', batchA, 'حاتم منير سالم الوافي', '1000041001', '0500041001'],
      [null, null, 'نزار منير سالم الوافي', '1000041002', null],
      [null, null, null, '1000041003', '0500041003'],
      [null, batchB, 'غسان جابر فؤاد الوسيم', '1000041004', '0500041004'],
      [null, null, 'مروان هاشم أمجد الرفاعي', '1000041005', '0500041005'],
      [null, null, 'سالم عدنان رامي السعدي', '1000041006', '0500041006'],
    ],
    merged: ['A2:A6', 'B2:B4', 'B5:B6', 'C3:C4', 'E2:E3'],
  }),
  'merged-title.xlsx': workbook({
    name: 'كشف',
    rows: [
      ['كشف طلاب المعهد'],
      ['الدفعة', 'اسم الطالب', 'رقم الهوية'],
      [null, 'جابر عدنان رامي الوافي', '1000041011'],
      [batchA, 'رامي فؤاد حاتم السعدي', '1000041012'],
    ],
    // The header spans two lines, so the line below is not filled with it.
    merged: ['A1:C1', 'A2:A3'],
  }),
  'blank-batches.csv': csv(
    'الدفعة,اسم الطالب,رقم الهوية',
    `${batchA},عدنان رامي جابر الوسيم,1000041021`,
    ',أمجد هاشم مروان الرفاعي,1000041022',
    ',المجموع,2',
    `${batchB},فؤاد نزار غسان السعدي,1000041023`,
    ',رامي حاتم عدنان الوافي,1000041024',
  ),
  'hidden-first-sheet.xlsx': workbook(
    {
      name: 'نسخة قديمة',
      rows: [
        ['اسم الطالب', 'رقم الهوية'],
        ['منير سالم حاتم الوافي', '1000041031'],
      ],
      isHidden: true,
    },
    {
      name: 'كشف',
      rows: [
        ['اسم الطالب', 'رقم الهوية'],
        ['سالم جابر منير السعدي', '1000041032'],
        ['هاشم أمجد نزار الوسيم', '1000041033'],
      ],
      hiddenLines: [3],
    },
  ),
  'around-the-list.csv': csv(
    'م,اسم الطالب,رقم الهوية,الجوال',
    '1,حاتم غسان منير الرفاعي,1000041041,0500041041',
    '2,عدد نزار,1000041042,',
    'م,اسم الطالب,رقم الهوية,الجوال',
    '3,مروان: سالم,1000041043,0500041043',
    ',جابر رامي عدنان الوسيم,,',
    '4,,,',
    '5,,,',
    ',المجموع الكلي,3,',
    ',,,مدير المعهد',
    ',......................,,',
    ',5,,',
    ',المشرف: أ. فؤاد,,',
    ',الأستاذ فؤاد,,',
    'التوقيع,,,الختم',
  ),
  'short-names.csv': csv(
    'اسم الطالب,رقم الهوية',
    'حاتم غسان منير الرفاعي,1000041071',
    'نزار فؤاد,',
    'مروان هاشم أمجد الوافي,1000041072',
    'رامي عدنان سالم الوسيم,1000041073',
    'خالد السعدي,',
  ),
  'percent-footer.csv': csv(
    'رقم الطالب,اسم الطالب,رمز المادة,الاختبار',
    '14460001,حاتم غسان منير الرفاعي,QRN101,45',
    ',نسبة النجاح,,100%',
    ',المتوسط,,90%',
  ),
  'hidden-total.xlsx': workbook({
    name: 'كشف',
    rows: [
      ['اسم الطالب', 'رقم الهوية'],
      ['سالم جابر منير السعدي', '1000041074'],
      ['هاشم أمجد نزار الوسيم', '1000041075'],
      ['المجموع', '2'],
    ],
    hiddenLines: [3, 4],
  }),
  'repeated-people.csv': csv(
    'اسم الطالب,رقم الهوية,الدفعة',
    `غسان منير رامي السعدي,1000041051,${batchA}`,
    `نزار فؤاد هاشم الوافي,,${batchA}`,
    `غسّان منير رامي السعدي,١٠٠٠٠٤١٠٥١,${batchB}`,
    `نزار فؤاد هاشم الوافي,,${batchA}`,
    `نزار فؤاد هاشم الوافي,,${batchB}`,
  ),
  'percent-marks.xlsx': workbook({
    name: 'درجات',
    rows: [
      ['رقم الطالب', 'رمز المادة', 'الاختبار', 'المشاركة'],
      ['14460001', 'QRN101', percent(0.85), { number: 9 }],
      ['14460002', 'QRN101', percent(1), { number: 8.5 }],
      ['14460003', 'QRN101', percent(0), { number: 10 }],
      ['14460004', 'QRN101', { number: 0.555, format: '0.0%' }, { number: 7 }],
      ['14460005', 'QRN101', 'غ', { number: 7 }],
      ['14460006', 'QRN101', { number: 40 }, { number: 7 }],
      [null, 'المتوسط', percent(0.8), null],
    ],
  }),
  'percent-marks.csv': csv(
    'رقم الطالب,رمز المادة,الاختبار',
    '14460001,QRN101,85%',
    '14460002,QRN101,٩٠٪',
    '14460003,QRN101,%75',
    '14460004,QRN101,',
  ),
  'few-percents.csv': csv(
    'رقم الطالب,رمز المادة,الاختبار',
    '14460001,QRN101,45',
    '14460002,QRN101,40',
    '14460003,QRN101,90%',
    '14460004,QRN101,0',
  ),
  'number-formats.xlsx': workbook({
    name: 'كشف',
    rows: [
      ['الرقم الأكاديمي', 'اسم الطالب', 'الجوال', 'رقم الهوية'],
      [
        { number: 71, format: '00000' },
        'رامي هاشم فؤاد الوسيم',
        { number: 500041061, format: '0000000000' },
        { number: 1000041061 },
      ],
      [{ number: 123456, format: '00000' }, 'أمجد جابر سالم الرفاعي', '0500041062', '1000041062'],
    ],
  }),
  'date-cells.xlsx': workbook({
    name: 'دفعات',
    rows: [
      ['اسم الدفعة', 'البرنامج', 'تاريخ البداية', 'تاريخ النهاية'],
      [
        'فوج أول',
        'دبلوم القراءات العشر',
        { number: 45522, format: 'dd/mm/yyyy' },
        { day: '2027-06-10T21:00:00.000Z' },
      ],
      [
        'فوج ثان',
        'دبلوم القراءات العشر',
        { number: 45522, format: '[$-1170000]B2dd/mm/yyyy' },
        { number: 46548.9, format: 'dd/mm/yyyy' },
      ],
    ],
  }),
  'hijri-dates.csv': csv(
    'اسم الدفعة,البرنامج,تاريخ البداية (هجري),تاريخ النهاية (هجري)',
    'فوج أول,دبلوم القراءات العشر,14/2/1446,1448/12/25 هـ',
    'فوج ثان,دبلوم القراءات العشر,١٤ صفر ١٤٤٦ هـ,الخميس 25 ذو الحجة 1448',
    'فوج ثالث,دبلوم القراءات العشر,14/2/46,25/12/1448',
    'فوج رابع,دبلوم القراءات العشر,30/2/1447,25/12/1448',
    'فوج خامس,دبلوم القراءات العشر,18 أغسطس 2024,25/12/1448',
  ),
  'both-calendars.csv': csv(
    'اسم الدفعة,البرنامج,تاريخ البداية هجرياً,تاريخ البداية ميلادياً',
    'فوج أول,دبلوم القراءات العشر,14/2/1446,18/8/2024',
  ),
  'month-first.csv': csv(
    'اسم الدفعة,البرنامج,تاريخ البداية,تاريخ النهاية',
    'فوج أول,دبلوم القراءات العشر,8/9/2024,10/6/2027',
    'فوج ثان,دبلوم القراءات العشر,8/18/2024,10/6/2027',
    'فوج ثالث,دبلوم القراءات العشر,٨/٢٤/٢٠٢٥,10/6/2027',
  ),
  'contradicting-days.csv': csv(
    'اسم الدفعة,البرنامج,تاريخ البداية',
    'فوج أول,دبلوم القراءات العشر,18/8/2024',
    'فوج ثان,دبلوم القراءات العشر,8/18/2024',
  ),
};

function percent(number: number): Cell {
  return { number, format: '0%' };
}

/** A workbook without compression, so that its bytes do not depend on the packer. */
function workbook(...sheets: readonly SheetParts[]): Uint8Array {
  const sheetTags = sheets.map(({ name, isHidden }, index) => {
    const state = isHidden ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  const relations = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const formatTags = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`);
  const styleTags = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  const files = {
    'xl/workbook.xml': `<workbook><sheets>${sheetTags.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formatTags.join('')}</numFmts><cellXfs>${styleTags.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]),
    ),
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(entries), { level: 0, mtime: '2026-01-01T00:00:00Z' });
}

function sheetXml({ rows, merged = [], hiddenLines = [] }: SheetParts): string {
  const rowTags = rows.map((cells, index) => {
    const line = index + 1;
    const hidden = hiddenLines.includes(line) ? ' hidden="1"' : '';
    return `<row r="${line}"${hidden}>${cells.map((cell, column) => cellXml(cell, line, column)).join('')}</row>`;
  });
  const areas = merged.map((ref) => `<mergeCell ref="${ref}"/>`);
  return `<worksheet><sheetData>${rowTags.join('')}</sheetData><mergeCells>${areas.join('')}</mergeCells></worksheet>`;
}

function cellXml(cell: Cell, line: number, column: number): string {
  const ref = `${String.fromCodePoint(65 + column)}${line}`;
  if (cell === null) return `<c r="${ref}"/>`;
  if (typeof cell === 'string') return `<c r="${ref}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if ('error' in cell) return `<c r="${ref}" t="e"><v>${cell.error}</v></c>`;
  if ('day' in cell) return `<c r="${ref}" t="d"><v>${cell.day}</v></c>`;
  return `<c r="${ref}" s="${formats.indexOf(cell.format ?? 'General')}"><v>${cell.number}</v></c>`;
}
