import { Box, Chip } from '@mui/material';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useListContext, useResourceContext, useTranslateLabel } from 'react-admin';
import type { ChoiceField } from '../form/ChoiceField';
import { t } from '../../i18n/text';
import { lazyComponent } from '../page/lazyComponent';
import { FilterInput } from './FilterInput';

const LazyChoice = lazyComponent(async () => ({
  default: (await import('../form/ChoiceField')).ChoiceField,
})) as typeof ChoiceField;

/** If true, filters render as chips instead of fields. */
export const FiltersAsChips = createContext(false);

interface FilterChipProps {
  label: string;
  /** Without a value, the filter has no chip. */
  value: string | null | undefined;
  onRemove: () => void;
}

export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  if (value == null || value === '') return null;
  const name = t('ui.filterOf', { name: label, value });
  return (
    <Chip
      component="button"
      clickable
      variant="outlined"
      label={name}
      aria-label={t('ui.removeFilter', { name })}
      onClick={onRemove}
      onDelete={onRemove}
      sx={{ maxWidth: '100%', minHeight: { xs: 44, sm: 32 }, borderRadius: 5 }}
    />
  );
}

interface FilterValue {
  id: string | number | boolean;
  name: string;
}

interface FilterSelectProps {
  /** Query parameter of the filter. */
  source: string;
  label?: string;
  anyLabel: string;
  choices: readonly FilterValue[];
}

export function FilterSelect({ source, label, anyLabel, choices }: FilterSelectProps) {
  const fieldLabel = useFieldLabel(source);
  const { filterValues } = useListContext();
  const setFilter = useFilter(source);
  const value = filterValues[source] as string | number | undefined;
  // The URL may contain a value that is not among the choices, or not yet loaded.
  const selectedChoice = choices.find(({ id }) => String(id) === String(value));
  if (useContext(FiltersAsChips))
    return (
      <FilterChip
        label={String(label ?? fieldLabel)}
        value={selectedChoice?.name}
        onRemove={() => setFilter(undefined)}
      />
    );
  return (
    <FilterChoice
      label={label ?? fieldLabel}
      anyLabel={anyLabel}
      value={selectedChoice ? String(value) : null}
      choices={choices.map(({ id, name }) => [String(id), name] as const)}
      width={180}
      onChange={(chosen) => setFilter(choices.find(({ id }) => String(id) === chosen)?.id)}
    />
  );
}

interface FilterChoiceProps {
  label: ReactNode;
  anyLabel: string;
  value: string | null;
  choices: readonly (readonly [value: string, name: string])[];
  /** Pixels in the bar. */
  width: number;
  onChange: (value: string | null) => void;
}

/** Works without a list: the caller keeps the value. `anyLabel` is the text of no choice. */
export const FilterChoice = ({ width, ...field }: FilterChoiceProps) => (
  <Box sx={{ width: { xs: '100%', sm: width } }}>
    <FilterInput
      label={field.label}
      text={field.choices.find(([value]) => value === field.value)?.[1] ?? field.anyLabel}
    >
      <LazyChoice {...field} />
    </FilterInput>
  </Box>
);

export function useFieldLabel(source: string) {
  const resource = useResourceContext();
  return useTranslateLabel()({ source, resource });
}

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

/** The latest filters that are not rendered yet. The key is the object of the rendered filters. */
const pendingFilters = new WeakMap<Filters, Filters>();

/** If two changes happen before a render, both changes stay. */
export function useFilterChange(): (edit: (filters: Filters) => Filters) => void {
  const { filterValues, setFilters } = useListContext();
  // React may render the same object again later, for example the empty filters.
  useEffect(() => {
    pendingFilters.delete(filterValues);
  }, [filterValues]);
  return (edit) => {
    const changedFilters = edit(pendingFilters.get(filterValues) ?? filterValues);
    pendingFilters.set(filterValues, changedFilters);
    setFilters(changedFilters);
  };
}
