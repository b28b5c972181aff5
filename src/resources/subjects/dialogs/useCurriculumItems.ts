import { useCallback, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { type CurriculumForm, moved, withItem, withoutItems } from './curriculumModel';

const nothing: ReadonlySet<number> = new Set();

/** The list in the form around, and which of its places are marked. */
export function useCurriculumItems() {
  const { field } = useController<CurriculumForm, 'curriculum_items'>({ name: 'curriculum_items' });
  const [marked, setMarked] = useState(nothing);
  const [question, ask] = useState(false);
  const items = field.value;
  const latest = useRef(field);
  useEffect(() => {
    latest.current = field;
  });

  // Both stay the same function, so that an item that has not changed is not drawn again.
  const mark = useCallback((place: number, isWanted: boolean) => {
    setMarked((before) => {
      const now = new Set(before);
      if (isWanted) now.add(place);
      else now.delete(place);
      return now;
    });
  }, []);
  const change = useCallback((place: number, text: string) => {
    latest.current.onChange(withItem(latest.current.value, place, text));
  }, []);

  const move = (direction: -1 | 1) => {
    const result = moved(items, marked, direction);
    field.onChange(result.items);
    setMarked(result.places);
  };
  const remove = () => {
    field.onChange(withoutItems(items, marked));
    setMarked(nothing);
    ask(false);
  };
  const markAll = (isWanted: boolean) => setMarked(isWanted ? new Set(items.keys()) : nothing);
  return { items, marked, mark, markAll, change, move, remove, question, ask };
}
