import Search from '@mui/icons-material/Search';
import { InputAdornment } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { OutlinedField } from '../form/OutlinedField';

const pauseMs = 300;

/** Searches after a short pause in typing. An empty text searches immediately. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // `onSearch` may change during the pause.
  const latestSearch = useRef(onSearch);
  useEffect(() => {
    latestSearch.current = onSearch;
  });
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const changeText = (text: string) => {
    setTyped(text);
    cancel();
    const { pathname } = window.location;
    const search = () => {
      // A late search would navigate the user back to this page.
      if (window.location.pathname === pathname) latestSearch.current(text.trim());
    };
    timer.current = setTimeout(search, text === '' ? 0 : pauseMs);
  };
  return { typed, setTyped, changeText, cancel };
}

interface SearchBoxProps {
  label: string;
  typed: string;
  onType: (text: string) => void;
  /** Replaces the browser's own clear button. */
  clearButton?: ReactNode;
}

export const SearchBox = ({ label, typed, onType, clearButton }: SearchBoxProps) => (
  <OutlinedField
    label={label}
    type="search"
    value={typed}
    onChange={(event) => onType(event.target.value)}
    inputProps={{ enterKeyHint: 'search', maxLength: 200 }}
    startAdornment={
      <InputAdornment position="start">
        <Search aria-hidden />
      </InputAdornment>
    }
    endAdornment={clearButton && <InputAdornment position="end">{clearButton}</InputAdornment>}
    sx={clearButton === undefined ? {} : { '& input::-webkit-search-cancel-button': { display: 'none' } }}
  />
);

interface SearchFieldProps {
  label: string;
  q: string;
  onSearch: (q: string) => void;
}

export function SearchField({ label, q, onSearch }: SearchFieldProps) {
  const { typed, changeText } = useSearchText(q, onSearch);
  return <SearchBox label={label} typed={typed} onType={changeText} />;
}
