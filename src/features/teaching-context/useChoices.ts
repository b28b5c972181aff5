import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SubjectType } from '../../../contract/vocabulary';
import type { ChoicesQuery, TeachingChoice } from '../../dataProvider/choices';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useApi } from '../../dataProvider/useApi';
import { useDebouncedText } from '../../ui/page/useDebouncedText';

export const choicesPageSize = 50;

export function useChoices(typed: string, filter: Omit<ChoicesQuery, 'q'>) {
  const { choices } = useApi();
  const { isOurs } = useServerFeatures();
  const q = useDebouncedText(typed.trim());
  const { data, error, refetch, isFetching, isPlaceholderData, hasNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: ['choices', { ...filter, q }],
      queryFn: ({ pageParam }) => choices({ ...filter, q }, pageParam, choicesPageSize),
      initialPageParam: 0,
      getNextPageParam: ({ hasMore }, _, offset) => (hasMore ? offset + choicesPageSize : undefined),
      placeholderData: keepPreviousData,
      enabled: isOurs !== null,
    });
  return {
    rows: data?.pages.flatMap(({ rows }) => rows) ?? [],
    error: data ? null : error,
    retry: refetch,
    /** The rows belong to an earlier search text. */
    isStale: q !== typed.trim() || isPlaceholderData || (!data && !error),
    isFetching,
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
  };
}

/** The user's only choice. Null if the user has none or several. Undefined while loading. */
export function useOnlyChoice(
  types: readonly SubjectType[] | undefined,
  isEnabled: boolean,
): TeachingChoice | null | undefined {
  const { choices } = useApi();
  const { isOurs } = useServerFeatures();
  const { data, isError } = useQuery({
    queryKey: ['choices', 'only', types],
    queryFn: () => choices({ q: '', types, withCircles: false }, 0, 1),
    enabled: isEnabled && isOurs !== null,
  });
  if (!isEnabled || isError) return null;
  if (!data) return undefined;
  return data.hasMore ? null : (data.rows[0] ?? null);
}
