import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider, registerTexts } from '../../src/i18n/i18nProvider';
import { t, textOr } from '../../src/i18n/text';

afterEach(() => vi.restoreAllMocks());

test('a module gets the texts of its keys', () => {
  expect(t('archive.title')).toBe('الأرشيف');
  expect(t('archive.deletions', { smart_count: 3 })).toBe('3 عمليات');
  expect(textOr('archive.unknown', 'بديل')).toBe('بديل');
});

test('a namespace can be registered again', () => {
  registerTexts({ planted: { title: 'أول' } });
  expect(i18nProvider.translate('planted.title')).toBe('أول');
  registerTexts({ planted: { title: 'ثان' } });
  expect(i18nProvider.translate('planted.title')).toBe('ثان');
});

test('a key without registered texts is an error in the console', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(i18nProvider.translate(['nowhere', 'title'].join('.'))).toBe('nowhere.title');
  expect(error).toHaveBeenCalledOnce();
});

test('names and messages that react-admin translates stay as they are', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(i18nProvider.translate('أحمد علي. طالب')).toBe('أحمد علي. طالب');
  expect(i18nProvider.translate('teacher.one', { _: 'teacher.one' })).toBe('teacher.one');
  expect(i18nProvider.translate('ra.page.unknown', { _: 'بديل' })).toBe('بديل');
  expect(i18nProvider.translate('resources.programs.name', { smart_count: 2 })).toBe('البرامج');
  expect(error).not.toHaveBeenCalled();
});
