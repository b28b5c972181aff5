import Search from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';

const pause = 300;

interface SearchFieldProps {
  label: string;
  /** What is searched for already: a field that comes back shows it. */
  q: string;
  onSearch: (q: string) => void;
}

/** Searches a moment after the last key; an empty box at once. */
export function SearchField({ label, q, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Something else may have been chosen between the last key and the search.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(text.trim()), text === '' ? 0 : pause);
  };
  return (
    <TextField
      label={label}
      value={typed}
      onChange={(event) => type(event.target.value)}
      slotProps={{
        htmlInput: { type: 'search', enterKeyHint: 'search', maxLength: 200 },
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
