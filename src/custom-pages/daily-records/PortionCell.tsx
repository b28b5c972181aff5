import { Autocomplete, TextField } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { foldArabic, queryWords } from '../../../contract/rules/arabicText';
import { contentRanges, type EntrySettings, isPortion, limits } from './dailyModel';
import { buildFieldProps, type RowFieldsProps } from './RowFields';

export function PortionCell({ end, ...props }: RowFieldsProps & { end?: ReactNode }) {
  const { text, label, ariaLabel, problem } = buildFieldProps(props, 'recordContent');
  const { settings, onType } = props;
  const isOptionChosen = useRef(false);
  // With `freeSolo`, Autocomplete does not accept the first option on Enter.
  const acceptFirst = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key.startsWith('Arrow')) isOptionChosen.current = true;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || isOptionChosen.current) return;
    const [firstMatch] =
      text.trim() === '' || isPortionOrRange(text, settings)
        ? []
        : findPortions(settings.curriculum_items, text);
    if (firstMatch === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    onType('recordContent', firstMatch);
  };
  return (
    <Autocomplete<string, false, false, true>
      freeSolo
      value={isPortion(text, props.settings) ? text : null}
      inputValue={text}
      readOnly={props.isLocked === true}
      onInputChange={(_, typed, reason) => {
        if (reason !== 'input') return;
        isOptionChosen.current = false;
        onType('recordContent', typed);
      }}
      onChange={(_, portion) => props.onType('recordContent', portion ?? '')}
      options={props.settings.curriculum_items}
      filterOptions={(portions, { inputValue }) => findPortions(portions, inputValue)}
      autoHighlight
      size="small"
      // Without its own buttons, the field needs no space for them.
      sx={end ? { '&& .MuiAutocomplete-inputRoot.MuiInputBase-root': { paddingInlineEnd: 0.5 } } : {}}
      renderInput={({ InputProps, inputProps, ...field }) => (
        <TextField
          {...field}
          multiline
          label={label}
          error={problem !== undefined}
          helperText={problem}
          slotProps={{
            input: { ...InputProps, ...(end ? { endAdornment: end } : {}) },
            htmlInput: {
              ...inputProps,
              onKeyDown: acceptFirst,
              'aria-label': ariaLabel,
              'data-cell': 'recordContent',
              maxLength: limits.text,
            },
          }}
        />
      )}
    />
  );
}

const isPortionOrRange = (text: string, settings: EntrySettings) =>
  isPortion(text, settings) || contentRanges(text, settings).length > 0;

const foldedPortions = new Map<string, string>();

function foldPortion(item: string): string {
  const folded = foldedPortions.get(item) ?? foldArabic(item);
  foldedPortions.set(item, folded);
  return folded;
}

/**
 * Returns the portions that contain every word of the query. Portions with the words in the same order come
 * first.
 */
export function findPortions(items: readonly string[], query: string): string[] {
  const words = queryWords(query);
  const matchingItems = items.filter((item) => words.every((word) => foldPortion(item).includes(word)));
  const isInOrder = (item: string) => areInOrder(foldPortion(item), words);
  return [...matchingItems.filter(isInOrder), ...matchingItems.filter((item) => !isInOrder(item))];
}

function areInOrder(text: string, words: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    const index = text.indexOf(word, from);
    from = index + word.length;
    return index !== -1;
  });
}
