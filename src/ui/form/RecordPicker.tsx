import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useText } from '../../i18n/useText';
import { PickerHint, PickerPaper } from './PickerPaper';
import {
  type RecordKey,
  type RecordOption,
  type RecordSource,
  useChosenOptions,
  useRecordOptions,
} from './useRecordOptions';

interface Field {
  label: ReactNode;
  /** What no choice is called. */
  placeholder?: string;
  helperText?: ReactNode;
  hasError?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
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

export type RecordPickerProps<R extends RaRecord> = RecordSource<R> & Field & (One<R> | Several<R>);

/**
 * Chooses records of a resource, one or several, out of any number: the server searches while the person types.
 *
 *     <RecordPicker<Batch> resource="batches" label={…} optionText={(batch) => batch.batch_name}
 *       filter={{ program_id }} value={batchId} onChange={(batch) => …} />
 */
export function RecordPicker<R extends RaRecord>(props: RecordPickerProps<R>) {
  const t = useText();
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
  const open = () => {
    setIsOpen(true);
    if (error) void refetch();
  };
  const hint = options.length < total ? t('ui.firstOfMany', { shown: options.length, total }) : '';

  return (
    <PickerHint value={hint}>
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
        noOptionsText={error ? t('ui.loadFailed') : t('ui.noResultsTitle')}
        clearText={t('ui.clearChoice')}
        openText={t('ui.openList')}
        closeText={t('ui.closeList')}
        slots={{ paper: PickerPaper }}
        slotProps={{ popper: { placement: 'bottom-start', sx: wideEnough } }}
        renderOption={({ key, ...line }, { text, note }) => (
          <Box component="li" key={key} {...line} sx={twoLines}>
            {text}
            {note && (
              <Typography variant="caption" color="text.secondary">
                {note}
              </Typography>
            )}
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
            slotProps={{ inputLabel: { ...field.InputLabelProps, ...(placeholder ? { shrink: true } : {}) } }}
          />
        )}
      />
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
