import polyglotI18nProvider from 'ra-i18n-polyglot';
import { describe, expect, it } from 'vitest';
import { ar } from '../../src/i18n/ar';
import { counted } from '../../src/i18n/ar/ui';
import { i18nProvider } from '../../src/i18n/i18nProvider';

const say = (key: string, smart_count: number) => i18nProvider.translate(key, { smart_count });

/** Every sentence of the catalogue with its key. */
function sentences(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as object).flatMap(([key, value]) => sentences(value, path ? `${path}.${key}` : key));
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

  it('are never left without one of their six forms', () => {
    const plurals = sentences(ar).filter(([, sentence]) => sentence.includes('||||'));
    expect(plurals.length).toBeGreaterThan(Object.keys(counted).length);
    for (const [key, sentence] of plurals) {
      const forms = sentence.split('||||').map((form) => form.trim());
      expect(forms, key).toHaveLength(6);
      expect(forms.every((form) => form !== ''), key).toBe(true);
    }
  });

  it('stand in the plural in headings, in the singular for one record', () => {
    expect(say('resources.programs.name', 2)).toBe('البرامج');
    expect(say('resources.programs.name', 1)).toBe('برنامج');
  });
});

describe('the catalogue', () => {
  it('has every key of react-admin in Arabic', async () => {
    const english = polyglotI18nProvider((await import('ra-language-english')).default as never, 'en');
    const keys = sentences((await import('ra-language-english')).default).map(([key]) => key);
    const own = new Map(sentences(ar));
    expect(keys.filter((key) => !own.has(key))).toEqual([]);
    expect(keys.filter((key) => /[a-z]{3,}/i.test((own.get(key) ?? '').replace(/%\{\w+\}|CSV|Excel/g, '')))).toEqual([]);
    expect(english).toBeDefined();
  });
});
