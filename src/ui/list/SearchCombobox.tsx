import Search from '@mui/icons-material/Search';
import { InputAdornment, TextField } from '@mui/material';
import { type KeyboardEvent, useEffect, useRef } from 'react';

interface SearchComboboxProps {
  label: string;
  placeholder: string;
  /** Id of the list below. An option has the id `${listId}-${index}`. */
  listId: string;
  typed: string;
  onType: (text: string) => void;
  count: number;
  /** Index of the option that Enter opens, or -1. */
  activeIndex: number;
  onMove: (index: number) => void;
  /** True if the options belong to an earlier text. */
  isStale: boolean;
  onChoose: (index: number) => void;
}

/** A search box for a list of `SearchOption`. The focus stays in the box. */
export function SearchCombobox({
  label,
  placeholder,
  listId,
  typed,
  onType,
  count,
  activeIndex,
  onMove,
  isStale,
  onChoose,
}: SearchComboboxProps) {
  // The user pressed Enter before the results arrived. The first result then opens automatically.
  const isEnterPending = useRef(false);
  useEffect(() => {
    if (isStale || !isEnterPending.current) return;
    isEnterPending.current = false;
    if (count > 0) onChoose(0);
  }, [isStale, count, onChoose]);

  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      onMove((activeIndex + step + count) % count);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isStale) isEnterPending.current = true;
      else if (activeIndex >= 0) onChoose(activeIndex);
    }
  };
  return (
    <TextField
      autoFocus
      value={typed}
      placeholder={placeholder}
      onChange={({ target }) => {
        isEnterPending.current = false;
        onType(target.value);
      }}
      onKeyDown={handleKey}
      slotProps={{
        htmlInput: {
          role: 'combobox',
          'aria-label': label,
          'aria-expanded': count > 0,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined,
          enterKeyHint: 'go',
          autoComplete: 'off',
          maxLength: 200,
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
