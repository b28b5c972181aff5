import { describe, expect, test } from 'vitest';
import { batchFields, programFields, subjectFields } from '../../contract/courseFields';
import type { RecordFields } from '../../contract/fieldTable';
import { label, line, optionalLabel, optionalText, requiredLabel, writeShape } from '../../contract/fields';
import { studentFields, userFields } from '../../contract/recordFields';
import { cleanName, hasHidden } from '../../contract/rules/arabicText';
import { cleanFields } from '../../contract/rules/fieldKinds';
import { fullName } from '../../contract/rules/identity';
import { checkRecord } from '../../contract/rules/imports';
import { validationMessages as say } from '../../contract/rules/validationMessages';
import type { ImportType } from '../../contract/vocabulary';

/** `Default_Ignorable_Code_Point` of Unicode, as listed in DerivedCoreProperties.txt. */
const ignorable: readonly (readonly [number, number])[] = [
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];
const bidi = new Set([0x061c, 0x200e, 0x200f]);
for (let code = 0x202a; code <= 0x202e; code += 1) bidi.add(code);
for (let code = 0x2066; code <= 0x2069; code += 1) bidi.add(code);
const [zwnj, zwj] = ['\u200C', '\u200D'];

const all = ignorable.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
const refused = [...all.filter((code) => !bidi.has(code) && code !== 0x200c && code !== 0x200d), 0x2800].map(
  (code) => String.fromCodePoint(code),
);

/** The message of the first problem. */
const problemOf = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message ?? null;

describe('a hidden character', () => {
  test('a hidden character is each of 4,161 code points, at the start, inside and at the end', () => {
    expect(refused).toHaveLength(4_161);
    for (const one of refused)
      for (const text of [`${one}سعد`, `سع${one}د`, `سعد${one}`, one])
        expect(hasHidden(text), one.codePointAt(0)?.toString(16)).toBe(true);
  });

  test('no other character is a hidden character', () => {
    const isRefused = new Set(refused);
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10_ff_ff; code += 1) {
      const one = String.fromCodePoint(code);
      if (!isRefused.has(one) && hasHidden(one)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  const identifying = [label(60), requiredLabel(60), optionalLabel(60)];

  test('a hidden character is refused with a message in text that identifies a record, but not in free text and look-ups', () => {
    for (const one of refused) {
      for (const schema of identifying) expect(problemOf(schema, `سعد${one}`)).toBe(say.hidden);
      expect(problemOf(optionalText(60), `سعد${one}`)).toBeNull();
      expect(problemOf(line(60), `سعد${one}`)).toBeNull();
    }
  });

  const tables: [ImportType, RecordFields][] = [
    ['students', studentFields],
    ['users', userFields],
    ['programs', programFields],
    ['batches', batchFields],
    ['subjects', subjectFields],
  ];

  test.each(tables)(
    'a hidden character is refused in every field of %s except free text, in a form, the API and an import',
    (type, fields) => {
      const texts = Object.entries(fields).filter(
        ([, { kind }]) => !['text', 'choice', 'integer', 'level', 'date', 'birthDate'].includes(kind),
      );
      expect(texts.length).toBeGreaterThan(2);
      const shape = writeShape(fields) as Record<string, Parameters<typeof problemOf>[0]>;
      for (const [name, { importedAs = name }] of texts) {
        for (const one of ['\u3164', '\u115F', '\uFFA0', '\u2800', '\uFEFF', '\u{E0061}']) {
          const typed = `1447${one}`;
          const sent = cleanFields(fields, { [name]: typed })[name];
          const schema = shape[name];
          if (!schema) throw new Error(name);
          expect(problemOf(schema, sent), name).toBe(say.hidden);
          if (importedAs === null) continue;
          const { problems } = checkRecord(type, { [importedAs]: typed });
          expect(problems, name).toContainEqual({
            field: importedAs,
            code: 'HIDDEN',
            value: expect.any(String),
          });
        }
      }
    },
  );

  test('a hidden character in the full name of an imported student refuses the row; without it the names are read', () => {
    expect(checkRecord('students', { full_name: 'سعد\u3164 العتيبي' }).problems).toContainEqual({
      field: 'full_name',
      code: 'HIDDEN',
      value: expect.any(String),
    });
    expect(checkRecord('students', { full_name: 'سعد العتيبي' })).toMatchObject({
      values: { first_name: 'سعد', last_name: 'العتيبي' },
      problems: [],
    });
  });
});

describe('hidden characters in a name', () => {
  test('bidi controls are removed', () => {
    for (const code of bidi) {
      const one = String.fromCodePoint(code);
      expect(requiredLabel(60).parse(`${one}س${one}عد${one}`)).toBe('سعد');
    }
    expect(problemOf(requiredLabel(60), '\u200F\u202B')).toBe(say.required);
  });

  test('joiners stay between letters, one of each, and are removed elsewhere', () => {
    const persian = `علی${zwnj}رضا`;
    expect(requiredLabel(60).parse(persian)).toBe(persian);
    expect(requiredLabel(60).parse(`क्${zwj}ष`)).toBe(`क्${zwj}ष`);
    expect(fullName({ first_name: persian, last_name: `می${zwnj}م` })).toBe(`${persian} می${zwnj}م`);
    expect(checkRecord('students', { first_name: persian }).values.first_name).toBe(persian);
    expect(cleanFields(studentFields, { first_name: persian })).toMatchObject({ first_name: persian });
    for (const joiner of [zwnj, zwj]) {
      expect(cleanName(`${joiner}سعد${joiner}`)).toBe('سعد');
      expect(cleanName(`سعد${joiner} ${joiner}علي`)).toBe('سعد علي');
      expect(cleanName(`سعد${joiner}\u200F`)).toBe('سعد');
      expect(cleanName(`س${joiner}${joiner}${joiner}عد`)).toBe(`س${joiner}عد`);
      expect(cleanName(`1${joiner}2`)).toBe('12');
      expect(problemOf(requiredLabel(60), joiner.repeat(3))).toBe(say.required);
    }
  });
});
