import { Box } from '@mui/material';
import { useEffect } from 'react';
import { type RaRecord, useListContext, useResourceContext, useTranslateLabel } from 'react-admin';
import { ChoiceField } from '../form/ChoiceField';
import { type RecordKey, RecordPicker, type RecordSource } from '../form/RecordPicker';

interface Choice {
  id: string | number | boolean;
  name: string;
}

interface FilterSelectProps {
  /** The name of the filter in the list call. */
  source: string;
  /** By default that of the field of this name. */
  label?: string;
  /** What no choice is called: "all programmes". */
  anyLabel: string;
  choices: readonly Choice[];
}

/** One filter of the list, as a select. */
export function FilterSelect({ source, label, anyLabel, choices }: FilterSelectProps) {
  const fieldLabel = useFieldLabel(source);
  const { filterValues } = useListContext();
  const setFilter = useFilter(source);
  const value = filterValues[source] as string | number | undefined;
  // An address may name a value that is not (or not yet) among the choices.
  const isKnown = choices.some(({ id }) => String(id) === String(value));
  return (
    <ChoiceField
      label={label ?? fieldLabel}
      anyLabel={anyLabel}
      value={isKnown ? String(value) : null}
      choices={choices.map(({ id, name }) => [String(id), name] as const)}
      width={{ xs: '100%', sm: 190 }}
      onChange={(chosen) => setFilter(choices.find(({ id }) => String(id) === chosen)?.id)}
    />
  );
}

interface FilterPickerProps<R> extends RecordSource<R> {
  /** The name of the filter in the list call. */
  source: string;
  /** By default that of the field of this name. */
  label?: string;
  /** What no choice is called: "all programmes". */
  anyLabel: string;
  /** Other filters to remove when this one changes: the batch, when the programme changes. */
  clears?: readonly string[];
  isDisabled?: boolean;
}

/** One filter of the list, as a search among any number of records. */
export function FilterPicker<R extends RaRecord>({
  source,
  label,
  anyLabel,
  clears = [],
  by = 'id',
  ...picker
}: FilterPickerProps<R>) {
  const { filterValues } = useListContext();
  const setFilter = useFilter(source, clears);
  const fieldLabel = useFieldLabel(source);
  return (
    <Box sx={{ width: { xs: '100%', sm: 240 }, '&& input::placeholder': { color: 'text.primary' } }}>
      <RecordPicker<R>
        {...picker}
        label={label ?? fieldLabel}
        by={by}
        value={(filterValues[source] as RecordKey | undefined) ?? null}
        placeholder={anyLabel}
        onChange={(record) => setFilter(record?.[by])}
      />
    </Box>
  );
}

/** The label of a field of the list. */
function useFieldLabel(source: string) {
  const resource = useResourceContext();
  return useTranslateLabel()({ source, resource });
}

/** Sets or removes one filter of the list; each change removes the filters in `clears`. */
export function useFilter(source: string, clears: readonly string[] = []): (value: unknown) => void {
  const changeFilters = useFilterChange();
  return (value) =>
    changeFilters((filters) => {
      const others = Object.entries(filters).filter(([name]) => name !== source && !clears.includes(name));
      const isSet = value !== undefined && value !== '';
      return { ...Object.fromEntries(others), ...(isSet ? { [source]: value } : {}) };
    });
}

type Filters = Record<string, unknown>;

/** The last choice that is not rendered yet, by the filters that are rendered. */
const pendingFilters = new WeakMap<Filters, Filters>();

/** Changes the filters of the list. A second change before the first one is rendered keeps both. */
export function useFilterChange(): (edit: (filters: Filters) => Filters) => void {
  const { filterValues, setFilters } = useListContext();
  // The same object may be rendered again later, such as the one without filters.
  useEffect(() => {
    pendingFilters.delete(filterValues);
  }, [filterValues]);
  return (edit) => {
    const after = edit(pendingFilters.get(filterValues) ?? filterValues);
    pendingFilters.set(filterValues, after);
    setFilters(after);
  };
}
