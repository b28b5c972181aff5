import { useQuery } from '@tanstack/react-query';

/** Read when the dialog opens and not again while it is open: what is being typed stands on it. */
const once = { staleTime: 'static', gcTime: 0 } as const;

/** The stored settings of a subject code, null when it has none; `hasFailed` when nobody knows. */
export function useSettingsQuery<S>(
  kind: 'curriculum' | 'gradeSettings',
  code: string,
  read: (code: string) => Promise<S | null>,
) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['subjects', kind, code],
    queryFn: () => read(code),
    ...once,
  });
  return { stored: data ?? null, isPending, hasFailed: isError };
}
