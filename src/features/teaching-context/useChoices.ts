import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SubjectType } from '../../../contract/vocabulary';
import type { ChoicesQuery, TeachingChoice } from '../../dataProvider/choices';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useApi } from '../../dataProvider/useApi';
import { useSettled } from '../../ui/page/useSettled';

/** Rows of a page. */
export const firstPage = 50;

/** What the person can choose among and the typed words name, read page by page. */
export function useChoices(typed: string, wanted: Omit<ChoicesQuery, 'q'>) {
  const { choices } = useApi();
  const { isOurs } = useServerFeatures();
  const q = useSettled(typed.trim());
  const { data, error, refetch, isFetching, isPlaceholderData, hasNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: ['choices', { ...wanted, q }],
      queryFn: ({ pageParam }) => choices({ ...wanted, q }, pageParam, firstPage),
      initialPageParam: 0,
      getNextPageParam: ({ hasMore }, _, from) => (hasMore ? from + firstPage : undefined),
      placeholderData: keepPreviousData,
      enabled: isOurs !== null,
    });
  return {
    rows: data?.pages.flatMap(({ rows }) => rows) ?? [],
    error: data ? null : error,
    retry: refetch,
    /** What is shown does not answer what is typed yet. */
    isBehind: q !== typed.trim() || isPlaceholderData || (!data && !error),
    isFetching,
    hasMore: hasNextPage,
    readMore: () => void fetchNextPage(),
  };
}

/** The one choice that a person has; null where there is none or more than one, undefined until that is known. */
export function useOnlyChoice(
  types: readonly SubjectType[] | undefined,
  isAsked: boolean,
): TeachingChoice | null | undefined {
  const { choices } = useApi();
  const { isOurs } = useServerFeatures();
  const { data, isError } = useQuery({
    queryKey: ['choices', 'only', types],
    queryFn: () => choices({ q: '', types, withCircles: false }, 0, 1),
    enabled: isAsked && isOurs !== null,
  });
  if (!isAsked || isError) return null;
  if (!data) return undefined;
  return data.hasMore ? null : (data.rows[0] ?? null);
}
