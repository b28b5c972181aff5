import Box from '@mui/material/Box';
import { type RaRecord, useListContext } from 'react-admin';
import { type RecordKey, RecordPicker, type RecordSource } from '../form/RecordPicker';
import { useFilterChange } from './useFilterChange';

interface FilterPickerProps<R> extends RecordSource<R> {
  /** The name of the filter in the list call. */
  source: string;
  label: string;
  /** What no choice is called: "all programmes". */
  anyLabel: string;
  /** Filters that make no sense any more when this one changes: the batch, when the programme does. */
  clears?: readonly string[];
  isDisabled?: boolean;
}

/** One filter of the list around, out of any number of records. */
export function FilterPicker<R extends RaRecord>({
  source,
  anyLabel,
  clears = [],
  by = 'id',
  ...picker
}: FilterPickerProps<R>) {
  const { filterValues } = useListContext();
  const changeFilters = useFilterChange();
  const choose = (record: R | null) => {
    const dropped = new Set([source, ...clears]);
    changeFilters((filters) => {
      const others = Object.entries(filters).filter(([name]) => !dropped.has(name));
      return { ...Object.fromEntries(others), ...(record ? { [source]: record[by] } : {}) };
    });
  };
  return (
    <Box sx={{ width: { xs: '100%', sm: 240 }, '&& input::placeholder': { color: 'text.primary' } }}>
      <RecordPicker<R>
        {...picker}
        by={by}
        value={(filterValues[source] as RecordKey | undefined) ?? null}
        placeholder={anyLabel}
        onChange={choose}
      />
    </Box>
  );
}
