import { Autocomplete, Box, Paper, type PaperProps, TextField, Tooltip } from '@mui/material';
import { createContext, type ReactNode, type Ref, useContext, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { t } from '../../i18n/text';
import { SecondaryText } from '../page/SecondaryText';
import {
  type RecordKey,
  type RecordOption,
  type RecordSource,
  useChosenOptions,
  useRecordOptions,
} from './recordOptions';
import { useTruncationTip } from './useTruncationTip';

interface FieldProps {
  label: ReactNode;
  placeholder?: string;
  helperText?: ReactNode;
  hasError?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  noResults?: string;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
}

interface SingleChoice<R> {
  isMultiple?: false;
  value: RecordKey | null | undefined;
  /** Name of the selected record. If it is set, the record is not loaded. */
  valueText?: string | null;
  onChange: (record: R | null) => void;
}

interface MultipleChoice<R> {
  isMultiple: true;
  value: readonly RecordKey[];
  /** `records` contains only the loaded records of the keys. */
  onChange: (keys: RecordKey[], records: R[]) => void;
}

type RecordPickerProps<R extends RaRecord> = RecordSource<R> &
  FieldProps &
  (SingleChoice<R> | MultipleChoice<R>);

/** The server searches while the user types, so the resource can have any size. */
export function RecordPicker<R extends RaRecord>(props: RecordPickerProps<R>) {
  const { label, placeholder, helperText, hasError, isRequired, isDisabled, inputRef, onBlur } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [searchText, setSearchText] = useState('');
  const [pickedOptions, setPickedOptions] = useState<RecordOption<R>[]>([]);
  const { options, total, isFetching, error, refetch } = useRecordOptions(props, searchText, isOpen);
  const { keys, preloaded } = readChoice(props);
  const selectedOptions = useChosenOptions(props, keys, [...pickedOptions, ...preloaded]).options;

  const choose = (selection: readonly RecordOption<R>[]) => {
    setPickedOptions([...selection]);
    const records = selection.flatMap(({ record }) => record ?? []);
    if (props.isMultiple)
      props.onChange(
        selection.map(({ key }) => key),
        records,
      );
    else props.onChange(records[0] ?? null);
  };
  const tip = useTruncationTip();
  const open = () => {
    setIsOpen(true);
    if (error) void refetch();
  };
  const hint = options.length < total ? t('ui.firstOfMany', { shown: options.length, total }) : '';

  return (
    <PickerHint value={hint}>
      <Tooltip title={isOpen || !selectedOptions[0] ? '' : <>{selectedOptions[0].text}</>} {...tip}>
        <Autocomplete<RecordOption<R>, boolean>
          multiple={props.isMultiple ?? false}
          value={props.isMultiple ? selectedOptions : (selectedOptions[0] ?? null)}
          onChange={(_, selection) => choose(selection === null ? [] : [selection].flat())}
          options={options}
          filterOptions={keepAll}
          getOptionLabel={({ text }) => text}
          getOptionKey={({ key }) => key}
          isOptionEqualToValue={(option, value) => option.key === value.key}
          // MUI resets the text whenever it gets a new array of values, which would lose what the user types.
          {...(props.isMultiple && { inputValue: searchText })}
          onInputChange={(_, text, reason) =>
            (props.isMultiple && reason === 'reset') || setSearchText(reason === 'input' ? text : '')
          }
          open={isOpen}
          onOpen={open}
          onClose={() => setIsOpen(false)}
          onBlur={onBlur}
          disabled={isDisabled ?? false}
          disableCloseOnSelect={props.isMultiple ?? false}
          size="small"
          loading={isFetching}
          loadingText={t('ui.loading')}
          getOptionDisabled={({ record }) => record !== null && (props.isUnavailable?.(record) ?? false)}
          noOptionsText={error ? t('ui.loadFailed') : (props.noResults ?? t('ui.noResultsTitle'))}
          clearText={t('ui.clearChoice')}
          openText={t('ui.openList')}
          closeText={t('ui.closeList')}
          slots={{ paper: PickerPaper }}
          slotProps={{ popper: { placement: 'bottom-start', sx: popperStyle } }}
          renderOption={({ key, ...line }, { text, note }) => (
            <Box component="li" key={key} {...line} sx={optionStyle}>
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
              sx={placeholderStyle}
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

const popperStyle = { minWidth: 'min(340px, calc(100vw - 32px))' };
const optionStyle = { flexDirection: 'column', alignItems: 'flex-start !important' };
const placeholderStyle = { '& input::placeholder': { color: 'text.secondary', opacity: 1 } };

const keepAll = <Option,>(options: Option[]) => options;

function readChoice<R extends RaRecord>(
  props: SingleChoice<R> | MultipleChoice<R>,
): { keys: readonly RecordKey[]; preloaded: RecordOption<R>[] } {
  if (props.isMultiple) return { keys: props.value, preloaded: [] };
  const { value, valueText } = props;
  if (value == null || value === '') return { keys: [], preloaded: [] };
  return {
    keys: [value],
    preloaded: valueText ? [{ key: value, text: valueText, note: '', record: null }] : [],
  };
}

/** Tells the user that more records exist than the list shows. */
export const PickerHint = createContext('');

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
