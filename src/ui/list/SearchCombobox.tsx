import Search from '@mui/icons-material/Search';
import { InputAdornment, TextField } from '@mui/material';
import { type KeyboardEvent, useEffect, useRef } from 'react';

interface SearchComboboxProps {
  label: string;
  placeholder: string;
  /** The id of the list below; its option at an index has the id `${listId}-${index}`. */
  listId: string;
  typed: string;
  onType: (text: string) => void;
  /** How many options the list has. */
  count: number;
  /** The index of the option that Enter takes; -1 if there is none. */
  active: number;
  onMove: (index: number) => void;
  /** The options do not answer the typed text yet. */
  isBehind: boolean;
  onChoose: (index: number) => void;
}

/** A box to type in above a list of `FoundOption`: arrows move, Enter takes the active option; the focus stays here. */
export function SearchCombobox({
  label,
  placeholder,
  listId,
  typed,
  onType,
  count,
  active,
  onMove,
  isBehind,
  onChoose,
}: SearchComboboxProps) {
  // Enter before the answer is there takes the first option once it is.
  const isAwaited = useRef(false);
  useEffect(() => {
    if (isBehind || !isAwaited.current) return;
    isAwaited.current = false;
    if (count > 0) onChoose(0);
  }, [isBehind, count, onChoose]);

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      onMove((active + step + count) % count);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isBehind) isAwaited.current = true;
      else if (active >= 0) onChoose(active);
    }
  };
  return (
    <TextField
      autoFocus
      value={typed}
      placeholder={placeholder}
      onChange={({ target }) => {
        isAwaited.current = false;
        onType(target.value);
      }}
      onKeyDown={press}
      slotProps={{
        htmlInput: {
          role: 'combobox',
          'aria-label': label,
          'aria-expanded': count > 0,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': active >= 0 ? `${listId}-${active}` : undefined,
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
