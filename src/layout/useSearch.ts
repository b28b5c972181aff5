import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { filterRows, matchesSearch } from '../../contract/rules/arabicText';
import { matchRank } from '../../contract/rules/searchRank';
import type { SearchResult as ServerResult, SearchResultKind } from '../../contract/search';
import { useApi } from '../dataProvider/useApi';
import { useSession } from '../dataProvider/session';
import { t } from '../i18n/text';
import { useDebouncedText } from '../ui/page/useDebouncedText';
import { useRouteExists, useScreens } from './menu';
import { actionNames, findActions, findGeneralActions } from './searchActions';

export interface SearchResult {
  key: string;
  label: string;
  detail: string;
  route: string;
}

export interface SearchResultGroup {
  kind: SearchResultKind | 'screens' | 'actions';
  heading: string;
  results: SearchResult[];
}

type ServerGroup = { kind: SearchResultKind; results: ServerResult[] };

/**
 * Searches records and names of screens. A query may begin with an action, such as "move", before the name of
 * a record. Returns only results that the user can open.
 */
export function useSearch(searchText: string) {
  const query = searchText.trim();
  const settledQuery = useDebouncedText(query);
  const { actions, rest } = findActions(settledQuery);
  const records = useServerSearch(settledQuery);
  const recordsOfActions = useServerSearch(rest);
  const screens = useMatchingScreens(query, query !== '' && records.groups.length > 0);
  const routeExists = useRouteExists();

  const recordGroups = query === '' ? [] : records.groups;
  const askedActions = (query === '' ? [] : recordsOfActions.groups).flatMap(({ kind, results }) =>
    results.flatMap((record) => buildActionResults(kind, record, actions)),
  );
  const [best] = recordGroups;
  const bestRecord = best?.results[0];
  const bestActions = best && bestRecord ? buildActionResults(best.kind, bestRecord) : [];
  const isStudent = useSession()?.user.role === 'student';
  const general = (isStudent ? [] : findGeneralActions(query)).map(({ name, route }) => ({
    key: name,
    label: t(name),
    detail: '',
    route,
  }));
  const groups: SearchResultGroup[] = [
    { kind: 'actions', heading: t('search.kinds.actions'), results: [...askedActions, ...general] },
    ...recordGroups.flatMap(({ kind, results }, index): SearchResultGroup[] => [
      {
        kind,
        heading: t(`search.kinds.${kind}`),
        results: results.map(({ id, label, detail, route }) => ({
          key: `${kind}-${id}`,
          label,
          detail,
          route,
        })),
      },
      ...(index === 0 && bestRecord
        ? [
            {
              kind: 'actions' as const,
              heading: t('search.actionsOf', { name: bestRecord.label }),
              results: bestActions,
            },
          ]
        : []),
    ]),
    { kind: 'screens', heading: t('search.kinds.screens'), results: screens },
  ];
  return {
    groups: groups
      .map((group) => ({ ...group, results: group.results.filter(({ route }) => routeExists(route)) }))
      .filter(({ results }) => results.length > 0),
    error: query === '' ? null : records.error,
    /** True while the results belong to an earlier text. */
    isOutdated: query !== settledQuery || records.isOutdated || recordsOfActions.isOutdated,
  };
}

/** @param requested undefined: all actions of the record */
function buildActionResults(
  kind: SearchResultKind,
  { id, label, detail, actions }: ServerResult,
  requested?: ReadonlySet<string>,
): SearchResult[] {
  return actions
    .filter(({ action }) => !requested || requested.has(action))
    .map(({ action, route }) => ({
      key: `${kind}-${id}-${action}`,
      label: requested
        ? t('search.actionOn', { action: t(actionNames[action]), name: label })
        : t(actionNames[action]),
      detail: requested ? detail : '',
      route,
    }));
}

function useServerSearch(query: string): { groups: ServerGroup[]; error: unknown; isOutdated: boolean } {
  const { search } = useApi();
  const userId = useSession()?.user.id;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', userId, query],
    queryFn: ({ signal }) => search(query, signal),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  if (query === '') return { groups: [], error: null, isOutdated: false };
  return {
    groups: data?.groups ?? [],
    error,
    isOutdated: isPlaceholderData || (isFetching && !data),
  };
}

function useMatchingScreens(query: string, hasRecords: boolean): SearchResult[] {
  const translate = useTranslate();
  const screens = useScreens().map(({ to, label }) => ({
    route: to,
    label: translate(label, { smart_count: 2 }),
  }));
  if (query === '') return [];
  const scoreScreen = ({ label }: { label: string }) => matchRank([label], query);
  // A wrong letter is allowed only if neither a record nor a screen matches exactly.
  const matchingScreens = hasRecords
    ? screens.filter(({ label }) => matchesSearch([label], query, false))
    : filterRows(screens, query, ({ label }) => [label]);
  return matchingScreens
    .toSorted((a, b) => scoreScreen(a) - scoreScreen(b))
    .map((screen) => ({ ...screen, key: screen.route, detail: '' }));
}
