import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { useFilterChange } from './useFilterChange';

const pause = 300;

/** The text of the search box: at once in the box, a moment later in the filter of the list around. */
export function useSearchBox() {
  const { filterValues } = useListContext();
  const changeFilters = useFilterChange();
  const inFilter = String(filterValues['q'] ?? '');
  const [typed, setTyped] = useState(inFilter);
  const sent = useRef(inFilter);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const apply = (text: string) => {
    sent.current = text;
    changeFilters(({ q: _, ...others }) => (text === '' ? others : { ...others, q: text }));
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  // The address changed without the box: back, forward, or "clear filters".
  useEffect(() => {
    if (inFilter === sent.current) return;
    sent.current = inFilter;
    setTyped(inFilter);
  }, [inFilter]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(text.trim()), text === '' ? 0 : pause);
  };
  const stop = () => clearTimeout(timer.current);
  return { typed, type, stop };
}
