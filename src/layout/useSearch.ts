import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { filterRows, matchesSearch, matchRank } from '../../contract/rules/arabicText';
import type { SearchResultKind } from '../../contract/search';
import { useApi } from '../dataProvider/useApi';
import { useSession } from '../dataProvider/session';
import { useSettled } from '../ui/page/useSettled';
import { useRouteExists, useScreens } from './menu';

export interface Found {
  key: string;
  label: string;
  detail: string;
  route: string;
}

export interface FoundGroup {
  kind: SearchResultKind | 'screens';
  results: Found[];
}

/**
 * Finds records of the person's scope and screens by their words; only those that the person can open.
 */
export function useSearch(typed: string) {
  const translate = useTranslate();
  const { search } = useApi();
  const userId = useSession()?.user.id;
  const screens = useScreens();
  const exists = useRouteExists();
  const wanted = typed.trim();
  const settled = useSettled(wanted);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', userId, settled],
    queryFn: ({ signal }) => search(settled, signal),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

  const ofServer = wanted === '' ? [] : (data?.groups ?? []);
  const all = screens.map(({ to, label }) => ({
    route: to,
    label: translate(label, { smart_count: 2 }),
  }));
  const near = ({ label }: { label: string }) => matchRank([label], wanted);
  // A wrong letter is only forgiven where nothing else matches, records neither.
  const named = (
    ofServer.length > 0
      ? all.filter(({ label }) => matchesSearch([label], wanted, false))
      : filterRows(all, wanted, ({ label }) => [label])
  )
    .toSorted((one, other) => near(one) - near(other))
    .map((screen): Found => ({ ...screen, key: screen.route, detail: '' }));
  const groups: FoundGroup[] = [
    ...ofServer.map(({ kind, results }) => ({
      kind,
      results: results
        .filter(({ route }) => exists(route))
        .map(({ id, label, detail, route }) => ({ key: `${kind}-${id}`, label, detail, route })),
    })),
    { kind: 'screens', results: named },
  ];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    error: wanted === '' ? null : error,
    /** The shown results do not belong to the typed text yet. */
    isBehind: wanted !== settled || (settled !== '' && (isPlaceholderData || (isFetching && !data))),
  };
}

/** Whether the server has a search; true until it has answered. */
export function useCanSearch(): boolean {
  const { search } = useApi();
  const user = useSession()?.user;
  const { data } = useQuery({
    queryKey: ['search', user?.id, ''],
    queryFn: () => search(''),
    // Asked once: what a server can does not change with a write.
    staleTime: 'static',
    gcTime: Infinity,
  });
  return data !== null;
}
