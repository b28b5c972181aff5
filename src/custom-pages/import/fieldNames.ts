import { importFields } from '../../../contract/rules/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { importWords } from '../../i18n/ar/importWords';
import { matchedFields } from './matching';

/** Two names for one thing: the second is read where a file has it and never offered. */
const hidden = new Set(['hours']);

/** The fields that a column can be mapped to, in the order in which they are offered. */
export const fieldsFor = (type: ImportType): string[] =>
  importFields[type].map(({ name }) => name).filter((name) => !hidden.has(name));

/** A field as the person knows it. */
export const fieldName = (type: ImportType, field: string): string => importWords[type][field]?.[0] ?? field;

export const autoFields = (type: ImportType, header: readonly string[]) =>
  matchedFields(header, importWords[type], fieldsFor(type));
