import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { filterRows, matchesSearch, matchRank } from '../../contract/rules/arabicText';
import type { SearchResultKind } from '../../contract/search';
import { useApi } from '../dataProvider/useApi';
import { useSession } from '../dataProvider/session';
import { useDebouncedText } from '../ui/page/useDebouncedText';
import { useRouteExists, useScreens } from './menu';

export interface SearchResult {
  key: string;
  label: string;
  detail: string;
  route: string;
}

export interface SearchResultGroup {
  kind: SearchResultKind | 'screens';
  results: SearchResult[];
}

/** Searches records and names of screens. Returns only results that the user can open. */
export function useSearch(searchText: string) {
  const translate = useTranslate();
  const { search } = useApi();
  const userId = useSession()?.user.id;
  const screens = useScreens();
  const routeExists = useRouteExists();
  const query = searchText.trim();
  const settledQuery = useDebouncedText(query);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', userId, settledQuery],
    queryFn: ({ signal }) => search(settledQuery, signal),
    enabled: settledQuery !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

  const serverGroups = query === '' ? [] : (data?.groups ?? []);
  const screenOptions = screens.map(({ to, label }) => ({
    route: to,
    label: translate(label, { smart_count: 2 }),
  }));
  const scoreScreen = ({ label }: { label: string }) => matchRank([label], query);
  // A wrong letter is allowed only if neither a record nor a screen matches exactly.
  const matchingScreens = (
    serverGroups.length > 0
      ? screenOptions.filter(({ label }) => matchesSearch([label], query, false))
      : filterRows(screenOptions, query, ({ label }) => [label])
  )
    .toSorted((a, b) => scoreScreen(a) - scoreScreen(b))
    .map((screen): SearchResult => ({ ...screen, key: screen.route, detail: '' }));
  const groups: SearchResultGroup[] = [
    ...serverGroups.map(({ kind, results }) => ({
      kind,
      results: results
        .filter(({ route }) => routeExists(route))
        .map(({ id, label, detail, route }) => ({ key: `${kind}-${id}`, label, detail, route })),
    })),
    { kind: 'screens', results: matchingScreens },
  ];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    error: query === '' ? null : error,
    /** True while the results belong to an earlier text. */
    isOutdated:
      query !== settledQuery || (settledQuery !== '' && (isPlaceholderData || (isFetching && !data))),
  };
}

/** False only after the server has answered that it has no search. */
export function useCanSearch(): boolean {
  const { search } = useApi();
  const user = useSession()?.user;
  const { data } = useQuery({
    queryKey: ['search', user?.id, ''],
    queryFn: () => search(''),
    // The features of a server do not change after a write, so this query runs once.
    staleTime: 'static',
    gcTime: Infinity,
  });
  return data !== null;
}
