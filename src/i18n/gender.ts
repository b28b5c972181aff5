import { createContext, useCallback, useContext } from 'react';
import { type BatchSection, wordFor } from '../../contract/rules/gender';
import { genders, type Section } from '../../contract/vocabulary';
import { type Text, t } from './text';

/** Translates for a batch of girls with the feminine words. Names in parameters do not change. */
export const textFor = (section: BatchSection): Text => (section === 'girls' ? feminineText : t);

/** A student has the words of a batch of the same gender. */
export const sectionOfStudent = ({ gender }: { gender?: string | null | undefined }): Section =>
  gender === genders[1] ? 'girls' : 'boys';

export const textForStudent = (student: { gender?: string | null | undefined }): Text =>
  textFor(sectionOfStudent(student));

const feminineText: Text = (key, ...[parameters]) => {
  const { smart_count, ...names }: Record<string, string | number | undefined> = { ...parameters };
  const translate = t as (key: string, parameters: object) => string;
  // Without a value, the placeholder of a name stays in the text.
  return wordFor('girls', translate(key, { smart_count })).replace(
    /%\{(\w+)\}/g,
    (placeholder, name: string) => String(names[name] ?? placeholder),
  );
};

const SectionContext = createContext<BatchSection>(undefined);

/** The section of the only batch on a page. */
export const BatchSectionProvider = SectionContext.Provider;

export const useBatchSection = (): BatchSection => useContext(SectionContext);

export const useStudentText = (): Text => textFor(useBatchSection());

/** For texts that are not behind a key. */
export function useStudentWords(): (text: string) => string {
  const section = useBatchSection();
  return useCallback((text: string) => wordFor(section, text), [section]);
}
