import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider, StringMap, TranslationMessages } from 'react-admin';
import { csv, ra } from './ar/ra';
import { resources } from './ar/resources';

type Texts = Readonly<Record<string, unknown>>;

/** By namespace, which is the first part of a key. */
const texts = new Map<string, Texts>();
/** Created at the first translation, because a provider flattens its texts at its start. */
const providers = new Map<string, I18nProvider>();

/** Each module with keys of a namespace registers it: `textImports.ts` adds these calls (ADR 24). */
export function registerTexts(namespaces: Readonly<Record<string, Texts>>) {
  for (const [namespace, content] of Object.entries(namespaces)) {
    texts.set(namespace, content);
    providers.delete(namespace);
  }
}

// react-admin composes keys of these.
registerTexts({ ra, csv, resources });

/** Not the names and messages that react-admin also translates. */
const keyPattern = /^[a-z]\w*(\.\w+)+$/i;

function translate(key: string, options?: Record<string, unknown>): string {
  const [namespace = ''] = key.split('.', 1);
  if (texts.has(namespace)) return providerOf(namespace).translate(key, options);
  if (options?._ === undefined && keyPattern.test(key))
    console.error(`No module registered the texts of ${key}`);
  return providerOf('ra').translate(key, options);
}

function providerOf(namespace: string): I18nProvider {
  const existing = providers.get(namespace);
  if (existing) return existing;
  const created = polyglotI18nProvider(
    () => ({ [namespace]: texts.get(namespace) }) as StringMap as TranslationMessages,
    'ar',
    [{ locale: 'ar', name: 'العربية' }],
    { allowMissing: true },
  );
  providers.set(namespace, created);
  return created;
}

export const i18nProvider: I18nProvider = { ...providerOf('ra'), translate };
