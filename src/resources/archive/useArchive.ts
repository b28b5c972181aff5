import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { archivePageSize, archiveTables } from '../../../contract/archive';
import type { Api } from '../../dataProvider';
import type { ArchiveQuery } from '../../dataProvider/oversight';
import { useAddress } from '../../ui/page/useAddress';

export type ArchiveTable = (typeof archiveTables)[number];

/** What the list is narrowed to; it stands in the address. */
export interface ArchiveFilter {
  table: ArchiveTable | null;
  /** `YYYY-MM-DD`, both days included. */
  from: string;
  to: string;
}

const names = ['table', 'from', 'to'] as const;
const unfiltered = { table: '', from: '', to: '' };
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Filter and page from the address, and how they change. */
export function useArchiveFilter() {
  const [address, changeAddress] = useAddress();
  const dayOf = (name: string) => (day.test(address.get(name) ?? '') ? (address.get(name) ?? '') : '');
  const filter: ArchiveFilter = {
    table: archiveTables.find((name) => name === address.get('table')) ?? null,
    from: dayOf('from'),
    to: dayOf('to'),
  };
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const change = (changed: Partial<Record<(typeof names)[number] | 'page', string>>) =>
    changeAddress((after) => {
      if (changed.page === undefined) after.delete('page');
      for (const [name, value] of Object.entries(changed))
        if (value === '' || (name === 'page' && value === '1')) after.delete(name);
        else after.set(name, value);
    }, changed.page !== undefined);
  return {
    filter,
    page,
    hasFilter: filter.table !== null || filter.from !== '' || filter.to !== '',
    isReversed: filter.from !== '' && filter.to !== '' && filter.to < filter.from,
    setFilter: (name: (typeof names)[number], value: string) => change({ [name]: value }),
    setPage: (wanted: number) => change({ page: String(wanted) }),
    clear: () => change(unfiltered),
    /** As a list that filters are saved of. */
    list: {
      resource: 'archive',
      filterValues: Object.fromEntries(Object.entries(filter).filter(([, value]) => value)),
      setFilters: (wanted: Record<string, unknown>) =>
        change(Object.fromEntries(names.map((name) => [name, String(wanted[name] ?? '')]))),
    },
  };
}

/** One page of the archive. */
export function useDeletedRecords({ table, from, to }: ArchiveFilter, page: number) {
  const { deletedRecords } = useDataProvider<Api>();
  const query: ArchiveQuery = {
    ...(table ? { table_name: table } : {}),
    ...(from ? { start_date: from } : {}),
    ...(to ? { end_date: to } : {}),
    page,
    limit: archivePageSize,
  };
  return useQuery({
    queryKey: ['archive', 'list', query],
    queryFn: () => deletedRecords(query),
    placeholderData: keepPreviousData,
  });
}

export function useArchiveStats() {
  const { archiveStats } = useDataProvider<Api>();
  return useQuery({ queryKey: ['archive', 'stats'], queryFn: () => archiveStats() });
}
