import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { cleanText, sortKey } from '../../../contract/rules/arabicText';
import { nextFreeBase, proposedBase } from '../../../contract/rules/subjectCode';
import type { Subject } from '../../../contract/subjects';
import { baseOfSubject, type NewSubject } from './subjectModel';

/**
 * Keeps the code of the form at the first free one for its name and level, until the person has typed another.
 * While the person is in the field it is left alone.
 */
export function useProposedCode(isTyping: boolean) {
  const { control, setValue, getFieldState } = useFormContext<NewSubject>();
  const { dirtyFields, isSubmitted } = useFormState({ control });
  const [name, level] = useWatch({ control, name: ['name', 'level'] });
  const wanted = cleanText(name ?? '') === '' ? '' : proposedBase(name, level);
  // Those in the same hundred: their codes begin alike.
  const neighbours = useFoundSubjects(wanted.slice(0, -2), 1_000);
  const proposal = wanted && nextFreeBase(wanted, new Set(neighbours.map(baseOfSubject)));
  const isOwn = Boolean(dirtyFields.subject_code);
  useEffect(() => {
    if (isOwn || isTyping) return;
    const shouldValidate = isSubmitted && getFieldState('subject_code').invalid;
    setValue('subject_code', proposal, { shouldValidate });
  }, [proposal, isOwn, isTyping, isSubmitted, setValue, getFieldState]);
  return { isOwn };
}

/** The base code of a subject that has the name in the form already; null when there is none. */
export function useNamesake(): string | null {
  const name = useWatch<NewSubject, 'name'>({ name: 'name' });
  const key = sortKey(name ?? '');
  const found = useFoundSubjects(key, 25).find((subject) => sortKey(subject.name) === key);
  return found ? baseOfSubject(found) : null;
}

const pause = 300;
const none: readonly Subject[] = [];

/** The first subjects that a search finds, a moment after it was last changed; none for no text. */
function useFoundSubjects(query: string, most: number): readonly Subject[] {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query), pause);
    return () => clearTimeout(timer);
  }, [query]);
  const { data } = useGetList<Subject>(
    'subjects',
    {
      filter: { q: asked },
      pagination: { page: 1, perPage: most },
      sort: { field: 'subject_code', order: 'ASC' },
    },
    { enabled: asked !== '' },
  );
  return (asked === query && data) || none;
}
