import { describe, expect, it } from 'vitest';
import { ar } from '../../src/i18n/ar';
import { i18nProvider } from '../../src/i18n/i18nProvider';

const say = (key: string, smart_count: number) => i18nProvider.translate(key, { smart_count });

/** Every message of the catalogue with its key. */
function listMessages(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as object).flatMap(([key, value]) =>
    listMessages(value, path ? `${path}.${key}` : key),
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
  ])('%i students', (count, message) => expect(say('counted.students', count)).toBe(message));

  it('the nouns always have all six forms', () => {
    const plurals = listMessages(ar).filter(([, message]) => message.includes('||||'));
    expect(plurals.length).toBeGreaterThan(10);
    for (const [key, message] of plurals) {
      const forms = message.split('||||').map((form) => form.trim());
      expect(forms, key).toHaveLength(6);
      expect(
        forms.every((form) => form !== ''),
        key,
      ).toBe(true);
    }
  });

  it('the nouns are plural in headings, and singular for one record', () => {
    expect(say('resources.programs.name', 2)).toBe('البرامج');
    expect(say('resources.programs.name', 1)).toBe('برنامج');
  });
});

it('no English word is left in the catalogue', () => {
  const allowedWords =
    /%\{\w+\}|UTF-8|CSV|CORS|Google Sheets|https?(?::\/\/\S+)?|\.xlsx|PNG|JPEG|\.csv|\.tsv|Excel|Word|PDF|QRN|Ctrl|Enter|Esc|Tab|Alt|05x+|<\/?strong>/g;
  // Column headers of pasted text are only recognised, never shown.
  const visible = listMessages(ar).filter(([key]) => !key.startsWith('grades.headers.'));
  const english = visible.filter(([, message]) => /[a-z]{2,}/i.test(message.replace(allowedWords, '')));
  expect(english).toEqual([]);
});
