import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import type { StudentRow } from '../../../contract/students';

/** Spec 2 §9. */
const maxMatches = 20;
const pause = 250;

/** The first students whose number, name or national id begins with what is typed. */
export function useStudentMatches(typed: string, isOpen: boolean) {
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), typed === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, total, isFetching, error } = useGetList<StudentRow>(
    'students',
    {
      filter: q === '' ? {} : { q },
      sort: { field: 'full_name', order: 'ASC' },
      pagination: { page: 1, perPage: maxMatches },
    },
    { enabled: isOpen, placeholderData: (before) => before },
  );
  const students = data ?? [];
  return {
    students,
    total: total ?? students.length,
    isFetching: isFetching || q !== typed.trim(),
    error,
  };
}

export const isTaken = ({ link_state, user_id }: StudentRow) =>
  link_state === undefined ? user_id != null : link_state !== 'none';
