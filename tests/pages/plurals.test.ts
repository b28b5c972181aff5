import { describe, expect, it } from 'vitest';
import { ar } from '../../src/i18n/ar';
import { i18nProvider } from '../../src/i18n/i18nProvider';

const say = (key: string, smart_count: number) => i18nProvider.translate(key, { smart_count });

/** Every message of the catalogue with its key. */
function sentences(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as object).flatMap(([key, value]) =>
    sentences(value, path ? `${path}.${key}` : key),
  );
}

describe('Arabic nouns after a number', () => {
  it.each([
    [0, 'لا طلاب'],
    [1, 'طالب واحد'],
    [2, 'طالبان'],
    [3, '3 طلاب'],
    [10, '10 طلاب'],
    [11, '11 طالباً'],
    [99, '99 طالباً'],
    [100, '100 طالب'],
    [103, '103 طلاب'],
    [111, '111 طالباً'],
  ])('%i', (count, sentence) => expect(say('counted.students', count)).toBe(sentence));

  it('always have all six forms', () => {
    const plurals = sentences(ar).filter(([, sentence]) => sentence.includes('||||'));
    expect(plurals.length).toBeGreaterThan(10);
    for (const [key, sentence] of plurals) {
      const forms = sentence.split('||||').map((form) => form.trim());
      expect(forms, key).toHaveLength(6);
      expect(
        forms.every((form) => form !== ''),
        key,
      ).toBe(true);
    }
  });

  it('are plural in headings, and singular for one record', () => {
    expect(say('resources.programs.name', 2)).toBe('البرامج');
    expect(say('resources.programs.name', 1)).toBe('برنامج');
  });
});

it('no English word is left in the catalogue', () => {
  const names =
    /%\{\w+\}|UTF-8|CSV|CORS|Google Sheets|https?(?::\/\/\S+)?|\.xlsx|PNG|JPEG|\.csv|\.tsv|Excel|Word|PDF|QRN|Ctrl|Enter|Esc|Tab|Alt|05x+|<\/?strong>/g;
  // Column headers of pasted text are only recognised, never shown.
  const visible = sentences(ar).filter(([key]) => !key.startsWith('grades.headers.'));
  const english = visible.filter(([, sentence]) => /[a-z]{2,}/i.test(sentence.replace(names, '')));
  expect(english).toEqual([]);
});
