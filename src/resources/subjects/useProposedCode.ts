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
  const neighbours = useNeighbours(wanted);
  const proposal = wanted && nextFreeBase(wanted, new Set(neighbours.map(baseOfSubject)));
  const isOwn = Boolean(dirtyFields.subject_code);
  useEffect(() => {
    if (isOwn || isTyping) return;
    setValue('subject_code', proposal, { shouldValidate: isSubmitted && getFieldState('subject_code').invalid });
  }, [proposal, isOwn, isTyping, isSubmitted, setValue, getFieldState]);

  const namesake = neighbours.find((subject) => sortKey(subject.name) === sortKey(name ?? ''));
  return { isOwn, namesakeCode: namesake ? baseOfSubject(namesake) : null };
}

const pause = 300;
const none: readonly Subject[] = [];

/** Subjects whose codes begin as the wanted one does, in the same hundred. */
function useNeighbours(wanted: string): readonly Subject[] {
  const [asked, setAsked] = useState('');
  const stem = wanted.slice(0, -2);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(stem), pause);
    return () => clearTimeout(timer);
  }, [stem]);
  const { data } = useGetList<Subject>(
    'subjects',
    { filter: { q: asked }, pagination: { page: 1, perPage: 1_000 }, sort: { field: 'subject_code', order: 'ASC' } },
    { enabled: asked !== '', staleTime: 0 },
  );
  return (asked === stem && data) || none;
}
