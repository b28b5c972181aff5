import { expect, test } from 'vitest';
import { importFields } from '../../contract/rules/importsFields';
import { importTypes } from '../../contract/vocabulary';
import {
  proposeFields,
  fieldsFor,
  detectSheetTypes,
  templateFile,
} from '../../src/custom-pages/import/fields';
import { parseSheetLink } from '../../src/custom-pages/import/useSource';
import { similarity, loadRememberedFields, rememberFields } from '../../src/features/import/matching';
import { importWords } from '../../src/i18n/ar/import/importWords';

const bytesOf = (file: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.readAsArrayBuffer(file);
  });

test.each(importTypes)(
  'the template of %s is UTF-8 with a byte-order mark and matches its own fields',
  async (type) => {
    const bytes = await bytesOf(templateFile(type));
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
    const [header = ''] = new TextDecoder().decode(bytes).split('\r\n');
    const fields = proposeFields(type, header.split(','));
    expect(fields).not.toContain(null);
    expect(new Set(fields).size).toBe(fields.length);
  },
);

test.each(importTypes)('every field of %s has an Arabic label and is found by label and key', (type) => {
  for (const { name } of importFields[type]) {
    if (!fieldsFor(type).includes(name)) continue;
    expect(importWords[type][name], name).toBeDefined();
    expect(proposeFields(type, [importWords[type][name]?.[0] ?? ''])).toEqual([name]);
  }
});

test('headers close to a known word are matched, and the user chooses the others', () => {
  expect(proposeFields('students', ['الإسم الاول', 'رقم الهويه الوطنيه', 'E-Mail', 'Student ID'])).toEqual([
    'first_name',
    'national_id',
    'email',
    'student_id',
  ]);
  expect(proposeFields('students', ['ملاحظات', 'م', '', 'لون السيارة'])).toEqual([null, null, null, null]);
  expect(similarity('الدفعة', 'دفعه')).toBe(1);
});

test('headers of the export for sections, statuses and grade settings match, unless no cell is such a word', () => {
  const settings = ['درجة الاختبار العظمى', 'عمود الاختبار مفعّل', 'اسم عمود الاختبار'];
  expect(proposeFields('subjects', settings)).toEqual(['test_max', 'test_enabled', 'test_name']);
  const header = ['اسم الدفعة', 'القسم', 'الطلاب بلا تاريخ ميلاد'];
  expect(proposeFields('batches', header, [['أ', 'بنات', 'بالغون']])).toEqual([
    'name',
    'section',
    'age_group',
  ]);
  expect(proposeFields('batches', header, [['أ', 'القراءات', '12']])).toEqual(['name', null, null]);
  const subject = ['اسم المادة', 'الحالة'];
  expect(proposeFields('subjects', subject, [['الفقه', 'ملغاة']])).toEqual(['name', 'status']);
  expect(proposeFields('subjects', subject, [['الفقه', 'منشورة']])).toEqual(['name', null]);
});

test('a field has one column: the second of two equal headers stays unmatched', () => {
  expect(proposeFields('programs', ['اسم البرنامج', 'اسم البرنامج'])).toEqual(['name', null]);
});

test('the choice for a set of headers is remembered for these headers, this user and this type', () => {
  const header = ['عمود أ', 'عمود ب'];
  rememberFields(7, 'students', header, ['first_name', null]);
  expect(loadRememberedFields(7, 'students', header)).toEqual(['first_name', null]);
  expect(loadRememberedFields(8, 'students', header)).toBeNull();
  expect(loadRememberedFields(7, 'subjects', header)).toBeNull();
  expect(loadRememberedFields(7, 'students', ['عمود أ'])).toBeNull();
});

test('sheets are recognised by their names, or by their indexes if no name matches', () => {
  const sheets = (...names: (string | null)[]) => names.map((name, position) => ({ name, position }));
  expect(detectSheetTypes(sheets('دفعات', 'برامج', 'Students'))).toEqual(['batches', 'programs', 'students']);
  expect(detectSheetTypes(sheets('ورقة1', 'ورقة2', 'الطلاب'))).toEqual([null, 'subjects', 'students']);
  expect(detectSheetTypes(sheets(null, null, null, null, null, null))).toEqual([
    'students',
    'subjects',
    'grades',
    'programs',
    'batches',
    null,
  ]);
});

test('a link contains the id of its spreadsheet and of a sheet', () => {
  const id = 'a'.repeat(44);
  expect(parseSheetLink(`https://docs.google.com/spreadsheets/d/${id}/edit#gid=12`)).toEqual({
    sheet_id: id,
    gid: '12',
  });
  expect(parseSheetLink(id)).toEqual({ sheet_id: id });
  expect(parseSheetLink(`https://docs.google.com/spreadsheets/d/${'a'.repeat(19)}/edit`)).toBeNull();
  expect(parseSheetLink('https://example.org/')).toBeNull();
  expect(parseSheetLink('http://127.0.0.1:8080/api/students')).toBeNull();
});
