import Search from '@mui/icons-material/Search';
import { InputAdornment, TextField } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';

const pause = 300;

/**
 * What is typed into a search box: at once in the box, a moment after the last key in the search, an empty one at once.
 * `stop` drops what waits.
 */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Something else may have been chosen between the last key and the search.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    stop();
    const { pathname } = window.location;
    const search = () => {
      // Who has gone on meanwhile, and waits for the next screen, must not be taken back to this one.
      if (window.location.pathname === pathname) latest.current(text.trim());
    };
    timer.current = setTimeout(search, text === '' ? 0 : pause);
  };
  return { typed, setTyped, type, stop };
}

interface SearchBoxProps {
  /** What it looks through; also its name. */
  label: string;
  typed: string;
  onType: (text: string) => void;
  /** The browser's own way to empty the box gives way to this one. */
  clearButton?: ReactNode;
}

export const SearchBox = ({ label, typed, onType, clearButton }: SearchBoxProps) => (
  <TextField
    label={label}
    value={typed}
    onChange={(event) => onType(event.target.value)}
    slotProps={{
      htmlInput: { type: 'search', enterKeyHint: 'search', maxLength: 200 },
      input: {
        startAdornment: (
          <InputAdornment position="start">
            <Search aria-hidden />
          </InputAdornment>
        ),
        endAdornment: clearButton && <InputAdornment position="end">{clearButton}</InputAdornment>,
      },
    }}
    sx={clearButton === undefined ? {} : { '& input::-webkit-search-cancel-button': { display: 'none' } }}
  />
);

interface SearchFieldProps {
  label: string;
  /** What is searched for already: a field that comes back shows it. */
  q: string;
  onSearch: (q: string) => void;
}

/** Searches a moment after the last key; an empty box at once. */
export function SearchField({ label, q, onSearch }: SearchFieldProps) {
  const { typed, type } = useSearchText(q, onSearch);
  return <SearchBox label={label} typed={typed} onType={type} />;
}
