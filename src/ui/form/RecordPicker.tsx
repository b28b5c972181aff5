import { Autocomplete, Box, Paper, type PaperProps, TextField, Tooltip } from '@mui/material';
import { createContext, type ReactNode, type Ref, useContext, useState } from 'react';
import { type RaRecord, type SortPayload, useGetList, useGetMany } from 'react-admin';
import { t } from '../../i18n/text';
import { useSettled } from '../page/useSettled';
import { SecondaryText } from '../page/SecondaryText';
import { useCutTip } from './useCutTip';

interface Field {
  label: ReactNode;
  /** What no choice is called. */
  placeholder?: string;
  helperText?: ReactNode;
  hasError?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Said where nothing matches what is typed. */
  noResults?: string;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
}

interface One<R> {
  isMultiple?: false;
  value: RecordKey | null | undefined;
  /** The name of the chosen record where the caller knows it: it is then not read. */
  knownText?: string | null;
  onChange: (record: R | null) => void;
}

interface Several<R> {
  isMultiple: true;
  /** Row numbers. */
  value: readonly RecordKey[];
  /** `records`: those of them that have been read. */
  onChange: (keys: RecordKey[], records: R[]) => void;
}

type RecordPickerProps<R extends RaRecord> = RecordSource<R> & Field & (One<R> | Several<R>);

/**
 * Chooses records of a resource, one or several, out of any number: the server searches while the person types.
 *
 *     <RecordPicker<Batch> resource="batches" label={…} optionText={(batch) => batch.batch_name}
 *       filter={{ program_id }} value={batchId} onChange={(batch) => …} />
 */
export function RecordPicker<R extends RaRecord>(props: RecordPickerProps<R>) {
  const { label, placeholder, helperText, hasError, isRequired, isDisabled, inputRef, onBlur } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<RecordOption<R>[]>([]);
  const { options, total, isFetching, error, refetch } = useRecordOptions(props, typed, isOpen);
  const { keys, known } = choiceOf(props);
  const chosen = useChosenOptions(props, keys, [...picked, ...known]).options;

  const choose = (now: readonly RecordOption<R>[]) => {
    setPicked([...now]);
    const records = now.flatMap(({ record }) => record ?? []);
    if (props.isMultiple)
      props.onChange(
        now.map(({ key }) => key),
        records,
      );
    else props.onChange(records[0] ?? null);
  };
  const tip = useCutTip();
  const open = () => {
    setIsOpen(true);
    if (error) void refetch();
  };
  const hint = options.length < total ? t('ui.firstOfMany', { shown: options.length, total }) : '';

  return (
    <PickerHint value={hint}>
      <Tooltip title={isOpen || !chosen[0] ? '' : <>{chosen[0].text}</>} {...tip}>
        <Autocomplete<RecordOption<R>, boolean>
          multiple={props.isMultiple ?? false}
          value={props.isMultiple ? chosen : (chosen[0] ?? null)}
          onChange={(_, now) => choose(now === null ? [] : [now].flat())}
          options={options}
          filterOptions={asGiven}
          getOptionLabel={({ text }) => text}
          getOptionKey={({ key }) => key}
          isOptionEqualToValue={(option, value) => option.key === value.key}
          onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
          open={isOpen}
          onOpen={open}
          onClose={() => setIsOpen(false)}
          onBlur={onBlur}
          disabled={isDisabled ?? false}
          disableCloseOnSelect={props.isMultiple ?? false}
          size="small"
          loading={isFetching}
          loadingText={t('ui.loading')}
          getOptionDisabled={({ record }) => record !== null && (props.isTaken?.(record) ?? false)}
          noOptionsText={error ? t('ui.loadFailed') : (props.noResults ?? t('ui.noResultsTitle'))}
          clearText={t('ui.clearChoice')}
          openText={t('ui.openList')}
          closeText={t('ui.closeList')}
          slots={{ paper: PickerPaper }}
          slotProps={{ popper: { placement: 'bottom-start', sx: wideEnough } }}
          renderOption={({ key, ...line }, { text, note }) => (
            <Box component="li" key={key} {...line} sx={twoLines}>
              {text}
              {note && <SecondaryText variant="caption">{note}</SecondaryText>}
            </Box>
          )}
          renderInput={(field) => (
            <TextField
              {...field}
              label={label}
              placeholder={keys.length === 0 ? placeholder : undefined}
              helperText={helperText}
              error={hasError}
              required={isRequired}
              inputRef={inputRef}
              sx={quietPlaceholder}
              slotProps={{
                inputLabel: { ...field.InputLabelProps, ...(placeholder ? { shrink: true } : {}) },
              }}
            />
          )}
        />
      </Tooltip>
    </PickerHint>
  );
}

/** In a narrow filter too the names are read in one line. */
const wideEnough = { minWidth: 'min(340px, calc(100vw - 32px))' };
const twoLines = { flexDirection: 'column', alignItems: 'flex-start !important' };
const quietPlaceholder = { '& input::placeholder': { color: 'text.secondary', opacity: 1 } };

const asGiven = <Option,>(options: Option[]) => options;

function choiceOf<R extends RaRecord>(
  props: One<R> | Several<R>,
): { keys: readonly RecordKey[]; known: RecordOption<R>[] } {
  if (props.isMultiple) return { keys: props.value, known: [] };
  const { value, knownText } = props;
  if (value == null || value === '') return { keys: [], known: [] };
  return { keys: [value], known: knownText ? [{ key: value, text: knownText, note: '', record: null }] : [] };
}

/** That there is more than the list shows. */
export const PickerHint = createContext('');

/** Under an open list: the hint stands below it and does not scroll away. */
export function PickerPaper({ children, ...paper }: PaperProps) {
  const hint = useContext(PickerHint);
  return (
    <Paper {...paper}>
      {children}
      {hint && (
        <SecondaryText
          variant="caption"
          sx={{ display: 'block', px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
        >
          {hint}
        </SecondaryText>
      )}
    </Paper>
  );
}

export type RecordKey = string | number;

/** A record as a list to choose from shows it; without the record while only its name is known. */
interface RecordOption<R> {
  key: RecordKey;
  text: string;
  /** A quiet second line. */
  note: string;
  record: R | null;
}

export interface RecordSource<R> {
  resource: string;
  /** The field that is chosen: the row number, or a code. */
  by?: string;
  optionText: (record: R) => string;
  optionNote?: (record: R) => string;
  /** Narrows the list: the batches of one programme. */
  filter?: Record<string, unknown>;
  sort?: SortPayload;
  /** How many are offered at once. */
  max?: number;
  /** A record that is shown and cannot be chosen. */
  isTaken?: (record: R) => boolean;
}

const shownAtOnce = 50;
const newestFirst: SortPayload = { field: 'id', order: 'DESC' };

function optionOf<R extends RaRecord>(
  record: R,
  { by = 'id', optionText, optionNote }: RecordSource<R>,
): RecordOption<R> {
  return { key: record[by] as RecordKey, text: optionText(record), note: optionNote?.(record) ?? '', record };
}

/** The first records that match what is typed, found by the server; read once the list is opened. */
function useRecordOptions<R extends RaRecord>(source: RecordSource<R>, typed: string, isOpen: boolean) {
  const { resource, filter = {}, sort = newestFirst, max = 50 } = source;
  const q = useSettled(typed.trim());
  const narrowed = JSON.stringify(filter);
  const { data, total, isFetching, error, refetch } = useGetList<R>(
    resource,
    { filter: q === '' ? filter : { ...filter, q }, sort, pagination: { page: 1, perPage: max } },
    {
      enabled: isOpen,
      // The last answer stays while the next is typed, but not the batches of another programme.
      placeholderData: (before, query) => (narrowed === narrowing(query?.queryKey) ? before : undefined),
    },
  );
  const options = (data ?? []).map((record) => optionOf(record, source));
  return { options, total: total ?? options.length, isFetching, error, refetch };
}

function narrowing(queryKey: readonly unknown[] | undefined): string {
  const { filter } = (queryKey?.[2] ?? {}) as { filter?: Record<string, unknown> };
  const { q: _, ...others } = filter ?? {};
  return JSON.stringify(others);
}

/** The chosen records, read where nobody has told their names; a key without a record stays, under its own name. */
export function useChosenOptions<R extends RaRecord>(
  source: RecordSource<R>,
  keys: readonly RecordKey[],
  known: readonly RecordOption<R>[],
) {
  const { resource, by = 'id' } = source;
  const unknown = keys.filter((key) => !known.some((option) => option.key === key));
  const isById = by === 'id';
  const many = useGetMany<R>(
    resource,
    { ids: isById ? unknown : [] },
    { enabled: isById && unknown.length > 0 },
  );
  // A code is found by searching for it.
  const [code] = isById ? [] : unknown;
  const coded = useGetList<R>(
    resource,
    { filter: { q: String(code) }, sort: newestFirst, pagination: { page: 1, perPage: shownAtOnce } },
    { enabled: code !== undefined },
  );
  const found = [...(many.data ?? []), ...(coded.data ?? [])]
    .filter(Boolean)
    .map((record) => optionOf(record, source));
  const isReading = unknown.length > 0 && (isById ? many.isPending : coded.isPending);
  const options = keys.map(
    (key): RecordOption<R> =>
      [...known, ...found].find((option) => option.key === key) ?? {
        key,
        text: isReading ? '' : String(key),
        note: '',
        record: null,
      },
  );
  return { options, isReading };
}
