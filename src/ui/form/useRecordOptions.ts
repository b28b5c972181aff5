import { useEffect, useState } from 'react';
import { type RaRecord, type SortPayload, useGetList, useGetMany } from 'react-admin';

export type RecordKey = string | number;

/** A record as a list to choose from shows it; without the record while only its name is known. */
export interface RecordOption<R> {
  key: RecordKey;
  text: string;
  /** A quiet second line. */
  note: string;
  record: R | null;
}

export interface RecordSource<R> {
  resource: string;
  /** The field that is chosen: the row number, or a code. */
  by?: string;
  optionText: (record: R) => string;
  optionNote?: (record: R) => string;
  /** Narrows the list: the batches of one programme. */
  filter?: Record<string, unknown>;
  sort?: SortPayload;
}

const shownAtOnce = 50;
const pause = 250;
const newestFirst: SortPayload = { field: 'id', order: 'DESC' };

function optionOf<R extends RaRecord>(
  record: R,
  { by = 'id', optionText, optionNote }: RecordSource<R>,
): RecordOption<R> {
  return { key: record[by] as RecordKey, text: optionText(record), note: optionNote?.(record) ?? '', record };
}

/** The first records that match what is typed, found by the server; read once the list is opened. */
export function useRecordOptions<R extends RaRecord>(
  source: RecordSource<R>,
  typed: string,
  isOpen: boolean,
) {
  const { resource, filter = {}, sort = newestFirst } = source;
  const q = useSettled(typed.trim());
  const narrowed = JSON.stringify(filter);
  const { data, total, isFetching, error, refetch } = useGetList<R>(
    resource,
    { filter: q === '' ? filter : { ...filter, q }, sort, pagination: { page: 1, perPage: shownAtOnce } },
    {
      enabled: isOpen,
      // The last answer stays while the next is typed, but not the batches of another programme.
      placeholderData: (before, query) => (narrowed === narrowing(query?.queryKey) ? before : undefined),
    },
  );
  const options = (data ?? []).map((record) => optionOf(record, source));
  return { options, total: total ?? options.length, isFetching, error, refetch };
}

function narrowing(queryKey: readonly unknown[] | undefined): string {
  const { filter } = (queryKey?.[2] ?? {}) as { filter?: Record<string, unknown> };
  const { q: _, ...others } = filter ?? {};
  return JSON.stringify(others);
}

/** The chosen records, read where nobody has told their names; a key without a record stays, under its own name. */
export function useChosenOptions<R extends RaRecord>(
  source: RecordSource<R>,
  keys: readonly RecordKey[],
  known: readonly RecordOption<R>[],
) {
  const { resource, by = 'id' } = source;
  const unknown = keys.filter((key) => !known.some((option) => option.key === key));
  const isById = by === 'id';
  const many = useGetMany<R>(
    resource,
    { ids: isById ? unknown : [] },
    { enabled: isById && unknown.length > 0 },
  );
  // A code is found by searching for it.
  const [code] = isById ? [] : unknown;
  const coded = useGetList<R>(
    resource,
    { filter: { q: String(code) }, sort: newestFirst, pagination: { page: 1, perPage: shownAtOnce } },
    { enabled: code !== undefined },
  );
  const found = [...(many.data ?? []), ...(coded.data ?? [])]
    .filter(Boolean)
    .map((record) => optionOf(record, source));
  const isReading = unknown.length > 0 && (isById ? many.isPending : coded.isPending);
  const options = keys.map(
    (key): RecordOption<R> =>
      [...known, ...found].find((option) => option.key === key) ?? {
        key,
        text: isReading ? '' : String(key),
        note: '',
        record: null,
      },
  );
  return { options, isReading };
}

/** A text once nobody has changed it for a moment; an empty one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
