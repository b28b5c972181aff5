import { useCallback } from 'react';
import { useLocation } from 'react-router';

/** Where an operation opens, or the list without one; search, filters and page stay in the address. */
export function useAuditAddress(): (id: number | null) => { pathname: string; search: string } {
  const { search } = useLocation();
  return useCallback((id) => ({ pathname: id === null ? '/audit' : `/audit/${id}`, search }), [search]);
}
