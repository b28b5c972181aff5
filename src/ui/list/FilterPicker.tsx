import { Box } from '@mui/material';
import { useContext } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { type RecordKey, type RecordSource, useChosenOptions } from '../form/recordOptions';
import type { RecordPicker } from '../form/RecordPicker';
import { lazyComponent } from '../page/lazyComponent';
import { FilterInput } from './FilterInput';
import { FilterChip, FiltersAsChips, useFieldLabel, useFilter } from './FilterSelect';

const LazyPicker = lazyComponent(async () => ({
  default: (await import('../form/RecordPicker')).RecordPicker,
})) as typeof RecordPicker;

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
  const value = (filterValues[source] as RecordKey | undefined) ?? null;
  return (
    <Box sx={{ width: { xs: '100%', sm: 200 }, '&& input::placeholder': { color: 'text.primary' } }}>
      <FilterInput label={label ?? fieldLabel} text={value === null ? anyLabel : ''}>
        <LazyPicker<R>
          {...picker}
          label={label ?? fieldLabel}
          keyField={keyField}
          value={value}
          placeholder={anyLabel}
          onChange={(record) => setFilter(record?.[keyField])}
        />
      </FilterInput>
    </Box>
  );
}
