type Chosen<N extends string> = Partial<Record<N, string>>;

/** The row number that a text says; null where it says none. */
export const rowNumber = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** What an address says of a choice, by these names. */
export const choiceInAddress = <N extends string>(names: readonly N[], address: URLSearchParams): Chosen<N> =>
  Object.fromEntries(
    names.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])),
  ) as Chosen<N>;

/** The last choice of these names that the device remembers under a key; none where it stores something else there. */
export function rememberedChoice<N extends string>(names: readonly N[], key: string): Chosen<N> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const entries = Object.entries(stored ?? {}).filter(
      ([name, value]) => names.some((known) => known === name) && typeof value === 'string',
    );
    return Object.fromEntries(entries) as Chosen<N>;
  } catch {
    return {};
  }
}
