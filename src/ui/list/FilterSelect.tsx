import { Box } from '@mui/material';
import { useEffect } from 'react';
import { type RaRecord, useListContext, useResourceContext, useTranslateLabel } from 'react-admin';
import { useText } from '../../i18n/useText';
import { ChoiceField } from '../form/ChoiceField';
import { DayField } from '../form/DayField';
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

/** One filter of the list around. */
export function FilterSelect({ source, label, anyLabel, choices }: FilterSelectProps) {
  const fieldLabel = useFieldLabel(source);
  const { filterValues } = useListContext();
  const put = useFilter(source);
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
      onChange={(chosen) => put(choices.find(({ id }) => String(id) === chosen)?.id)}
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
  /** Filters that make no sense any more when this one changes: the batch, when the programme does. */
  clears?: readonly string[];
  isDisabled?: boolean;
}

/** One filter of the list around, out of any number of records. */
export function FilterPicker<R extends RaRecord>({
  source,
  label,
  anyLabel,
  clears = [],
  by = 'id',
  ...picker
}: FilterPickerProps<R>) {
  const { filterValues } = useListContext();
  const put = useFilter(source, clears);
  const fieldLabel = useFieldLabel(source);
  return (
    <Box sx={{ width: { xs: '100%', sm: 240 }, '&& input::placeholder': { color: 'text.primary' } }}>
      <RecordPicker<R>
        {...picker}
        label={label ?? fieldLabel}
        by={by}
        value={(filterValues[source] as RecordKey | undefined) ?? null}
        placeholder={anyLabel}
        onChange={(record) => put(record?.[by])}
      />
    </Box>
  );
}

/** What the list around calls a field. */
function useFieldLabel(source: string) {
  const resource = useResourceContext();
  return useTranslateLabel()({ source, resource });
}

/** Sets one filter of the list around, or takes it away; those that it clears go with every change. */
function useFilter(source: string, clears: readonly string[] = []): (value: unknown) => void {
  const changeFilters = useFilterChange();
  return (value) =>
    changeFilters((filters) => {
      const others = Object.entries(filters).filter(([name]) => name !== source && !clears.includes(name));
      const isSet = value !== undefined && value !== '';
      return { ...Object.fromEntries(others), ...(isSet ? { [source]: value } : {}) };
    });
}

type Filters = Record<string, unknown>;

/** What was chosen last over filters that are drawn, until others are. */
const chosenOver = new WeakMap<Filters, Filters>();

/** Changes the filters of the list around: a second choice may come before the first one is drawn, and both count. */
export function useFilterChange(): (edit: (filters: Filters) => Filters) => void {
  const { filterValues, setFilters } = useListContext();
  // The same object may be drawn again later: the one without any filter is.
  useEffect(() => {
    chosenOver.delete(filterValues);
  }, [filterValues]);
  return (edit) => {
    const after = edit(chosenOver.get(filterValues) ?? filterValues);
    chosenOver.set(filterValues, after);
    setFilters(after);
  };
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (value: unknown) => (typeof value === 'string' && day.test(value) ? value : '');

/** The first and the last day that the list around shows, by the names of their filters. */
export function FilterDays({ first, last }: { first: string; last: string }) {
  const t = useText();
  const { filterValues } = useListContext();
  const [putFirst, putLast] = [useFilter(first), useFilter(last)];
  const [from, to] = [dayIn(filterValues[first]), dayIn(filterValues[last])];
  return (
    <>
      <Box sx={dayWidth}>
        <DayField label={t('ui.firstDay')} value={from} onChange={putFirst} />
      </Box>
      <Box sx={dayWidth}>
        <DayField
          label={t('ui.lastDay')}
          value={to}
          problem={from !== '' && to !== '' && to < from ? t('ui.datesReversed') : ''}
          onChange={putLast}
        />
      </Box>
    </>
  );
}

const dayWidth = { width: { xs: '100%', sm: 180 } };
