import { type RaRecord, type SortPayload, useGetList, useGetMany } from 'react-admin';
import { useDebouncedText } from '../page/useDebouncedText';

export type RecordKey = string | number;

/** `record` is null if only the name is loaded. */
export interface RecordOption<R> {
  key: RecordKey;
  text: string;
  note: string;
  record: R | null;
}

export interface RecordSource<R> {
  resource: string;
  /** The field that identifies a record: `id` or a code. */
  keyField?: string;
  optionText: (record: R) => string;
  optionNote?: (record: R) => string;
  filter?: Record<string, unknown>;
  sort?: SortPayload;
  maxOptions?: number;
  isUnavailable?: (record: R) => boolean;
}

const codeSearchPageSize = 50;
const newestFirst: SortPayload = { field: 'id', order: 'DESC' };

function toOption<R extends RaRecord>(
  record: R,
  { keyField = 'id', optionText, optionNote }: RecordSource<R>,
): RecordOption<R> {
  return {
    key: record[keyField] as RecordKey,
    text: optionText(record),
    note: optionNote?.(record) ?? '',
    record,
  };
}

export function useRecordOptions<R extends RaRecord>(
  source: RecordSource<R>,
  typed: string,
  isOpen: boolean,
) {
  const { resource, filter = {}, sort = newestFirst, maxOptions = 50 } = source;
  const q = useDebouncedText(typed.trim());
  const filterKey = JSON.stringify(filter);
  const { data, total, isFetching, error, refetch } = useGetList<R>(
    resource,
    { filter: q === '' ? filter : { ...filter, q }, sort, pagination: { page: 1, perPage: maxOptions } },
    {
      enabled: isOpen,
      // The previous results stay while the user types. Results of another filter do not stay.
      placeholderData: (before, query) => (filterKey === readFilterKey(query?.queryKey) ? before : undefined),
    },
  );
  const options = (data ?? []).map((record) => toOption(record, source));
  return { options, total: total ?? options.length, isFetching, error, refetch };
}

function readFilterKey(queryKey: readonly unknown[] | undefined): string {
  const { filter } = (queryKey?.[2] ?? {}) as { filter?: Record<string, unknown> };
  const { q: _, ...others } = filter ?? {};
  return JSON.stringify(others);
}

/** Loads the selected records whose name is not known. If a record is missing, the key becomes its label. */
export function useChosenOptions<R extends RaRecord>(
  source: RecordSource<R>,
  keys: readonly RecordKey[],
  preloaded: readonly RecordOption<R>[],
) {
  const { resource, keyField = 'id' } = source;
  const missingKeys = keys.filter((key) => !preloaded.some((option) => option.key === key));
  const isById = keyField === 'id';
  const byId = useGetMany<R>(
    resource,
    { ids: isById ? missingKeys : [] },
    { enabled: isById && missingKeys.length > 0 },
  );
  // The server cannot look up a code, so the hook searches.
  const [code] = isById ? [] : missingKeys;
  const byCode = useGetList<R>(
    resource,
    { filter: { q: String(code) }, sort: newestFirst, pagination: { page: 1, perPage: codeSearchPageSize } },
    { enabled: code !== undefined },
  );
  const loadedOptions = [...(byId.data ?? []), ...(byCode.data ?? [])]
    .filter(Boolean)
    .map((record) => toOption(record, source));
  const isLoading = missingKeys.length > 0 && (isById ? byId.isPending : byCode.isPending);
  const options = keys.map(
    (key): RecordOption<R> =>
      [...preloaded, ...loadedOptions].find((option) => option.key === key) ?? {
        key,
        text: isLoading ? '' : String(key),
        note: '',
        record: null,
      },
  );
  return { options, isLoading };
}
