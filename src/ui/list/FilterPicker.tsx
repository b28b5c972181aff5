import { Box } from '@mui/material';
import { useContext } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { type RecordKey, RecordPicker, type RecordSource, useChosenOptions } from '../form/RecordPicker';
import { FilterChip, FiltersAsChips, useFieldLabel, useFilter } from './FilterSelect';

interface FilterPickerProps<R> extends RecordSource<R> {
  source: string;
  label?: string;
  anyLabel: string;
  /** Filters to clear when this filter changes. For example, the programme clears the batch. */
  clears?: readonly string[];
  isDisabled?: boolean;
}

export function FilterPicker<R extends RaRecord>(props: FilterPickerProps<R>) {
  return useContext(FiltersAsChips) ? <PickerChip<R> {...props} /> : <PickerField<R> {...props} />;
}

function PickerChip<R extends RaRecord>({ source, label, clears = [], ...picker }: FilterPickerProps<R>) {
  const { filterValues } = useListContext();
  const setFilter = useFilter(source, clears);
  const fieldLabel = useFieldLabel(source);
  const value = filterValues[source] as RecordKey | undefined;
  const { options } = useChosenOptions<R>(picker, value === undefined ? [] : [value], []);
  return (
    <FilterChip
      label={String(label ?? fieldLabel)}
      value={options[0]?.text}
      onRemove={() => setFilter(undefined)}
    />
  );
}

function PickerField<R extends RaRecord>({
  source,
  label,
  anyLabel,
  clears = [],
  keyField = 'id',
  ...picker
}: FilterPickerProps<R>) {
  const { filterValues } = useListContext();
  const setFilter = useFilter(source, clears);
  const fieldLabel = useFieldLabel(source);
  return (
    <Box sx={{ width: { xs: '100%', sm: 200 }, '&& input::placeholder': { color: 'text.primary' } }}>
      <RecordPicker<R>
        {...picker}
        label={label ?? fieldLabel}
        keyField={keyField}
        value={(filterValues[source] as RecordKey | undefined) ?? null}
        placeholder={anyLabel}
        onChange={(record) => setFilter(record?.[keyField])}
      />
    </Box>
  );
}
