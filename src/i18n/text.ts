import type { ar } from './ar';
import { i18nProvider } from './i18nProvider';

type OwnTexts = Omit<typeof ar, 'ra' | 'csv'>;

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** Every key, such as `programs.title`. A missing key is a type error. */
export type TextKey = Leaves<OwnTexts>;

type TextAt<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? TextAt<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

type ParametersIn<S> = S extends `${string}%{${infer Name}}${infer Rest}` ? Name | ParametersIn<Rest> : never;

type ParametersOf<Key extends TextKey> = ParametersIn<TextAt<OwnTexts, Key>>;

export type TextArguments<Key extends TextKey> = [ParametersOf<Key>] extends [never]
  ? []
  : [parameters: { [Name in ParametersOf<Key>]: Name extends 'smart_count' ? number : string | number }];

/** Keys of texts without parameters. */
export type PlainTextKey = { [Key in TextKey]: [ParametersOf<Key>] extends [never] ? Key : never }[TextKey];

export type Text = <Key extends TextKey>(key: Key, ...parameters: TextArguments<Key>) => string;

/** It is not a hook, because the app has only one language. */
export const t: Text = (key, ...[parameters]) => i18nProvider.translate(key, parameters);

/** For keys that are known only at run time. */
export const textOr = (key: string, fallback: string): string => i18nProvider.translate(key, { _: fallback });
