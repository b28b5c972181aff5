import type { ar } from './ar';
import { i18nProvider } from './i18nProvider';

type Own = Omit<typeof ar, 'ra' | 'csv'>;

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** The key of every sentence of ours: `programs.title`. A key that does not exist does not compile. */
export type TextKey = Leaves<Own>;

type At<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

type ParametersIn<S> = S extends `${string}%{${infer Name}}${infer Rest}` ? Name | ParametersIn<Rest> : never;

/** The parameters of a sentence; most have none. */
type ParametersOf<Key extends TextKey> = ParametersIn<At<Own, Key>>;

export type TextArguments<Key extends TextKey> = [ParametersOf<Key>] extends [never]
  ? []
  : [parameters: { [Name in ParametersOf<Key>]: Name extends 'smart_count' ? number : string | number }];

/** Sentences without parameters, whose keys can be passed on. */
export type PlainTextKey = { [Key in TextKey]: [ParametersOf<Key>] extends [never] ? Key : never }[TextKey];

export type Text = <Key extends TextKey>(key: Key, ...parameters: TextArguments<Key>) => string;

/** `t('ui.editOf', { name })`: the parameters are typed. There is only one language, so it is not a hook. */
export const t: Text = (key, ...[parameters]) => i18nProvider.translate(key, parameters);

/** The text of a key that is only known at run time, else the fallback. */
export const textOr = (key: string, fallback: string): string => i18nProvider.translate(key, { _: fallback });

/** The name of a table of the operation log. */
export const tableName = (table: string): string => textOr(`audit.tables.${table}`, t('audit.tables.other'));
