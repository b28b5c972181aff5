import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';
import { useFilterChange } from './useFilterChange';

export interface Choice {
  id: string | number | boolean;
  name: string;
}

interface FilterSelectProps {
  /** The name of the filter in the list call. */
  source: string;
  label: string;
  /** What no choice is called: "all programmes". */
  anyLabel: string;
  choices: readonly Choice[];
  isDisabled?: boolean;
  /** Filters that make no sense any more when this one changes: the batch, when the programme does. */
  clears?: readonly string[];
}

/** One filter of the list around. */
export function FilterSelect({
  source,
  label,
  anyLabel,
  choices,
  isDisabled = false,
  clears = [],
}: FilterSelectProps) {
  const { filterValues } = useListContext();
  const changeFilters = useFilterChange();
  const value = filterValues[source] as string | number | undefined;
  // An address may name a value that is not (or not yet) among the choices.
  const isKnown = choices.some(({ id }) => String(id) === String(value));
  const choose = (chosen: string) => {
    const dropped = new Set([source, ...clears]);
    const picked = choices.find(({ id }) => String(id) === chosen);
    changeFilters((filters) => {
      const others = Object.entries(filters).filter(([name]) => !dropped.has(name));
      return { ...Object.fromEntries(others), ...(picked ? { [source]: picked.id } : {}) };
    });
  };
  return (
    <TextField
      select
      label={label}
      value={isKnown ? String(value) : ''}
      onChange={(event) => choose(event.target.value)}
      disabled={isDisabled}
      sx={{ width: { xs: '100%', sm: 190 } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{anyLabel}</MenuItem>
      {choices.map(({ id, name }) => (
        <MenuItem key={String(id)} value={String(id)}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
