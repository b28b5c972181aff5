import { Autocomplete, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { foldArabic, queryWords } from '../../../contract/rules/arabicText';
import { performanceLevels, recordResultNames, recordResults } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { type Column, contentRanges, type Entry, isPortion, limits, type Row } from './dailyModel';

export interface RowFieldsProps {
  studentName: string;
  row: Row;
  entry: Entry;
  /** On a phone each field has its label; in the table the column header is the label. */
  isPhone: boolean;
  /** Of several recitations each is changed by itself. */
  isLocked?: boolean;
  onType: (column: Column, text: string) => void;
}

function fieldOf({ studentName, row, isPhone }: RowFieldsProps, column: Column) {
  const name = t(`dailyRecords.columns.${column}`);
  // The faults have no field of their own: their sum is the number of mistakes.
  const problem = row.problems[column] ?? (column === 'mistakesCount' ? row.problems.faults : undefined);
  return {
    text: row.texts[column],
    label: isPhone ? name : undefined,
    /** With the name of the student, since a column has one field for each student. */
    ariaLabel: t('teaching.cellOf', { column: name, student: studentName }),
    problem: problem && t(`dailyRecords.problems.${problem}`),
  };
}

interface TypedCellProps<C extends Column> extends RowFieldsProps {
  column: C;
  /** A button inside of the field. */
  end?: ReactNode;
}

export function TextCell({ column, end, ...props }: TypedCellProps<'recordContent' | 'teacherNotes'>) {
  const { text, label, ariaLabel, problem } = fieldOf(props, column);
  return (
    <TextField
      multiline
      maxRows={4}
      label={label}
      value={text}
      error={problem !== undefined}
      helperText={problem}
      onChange={({ target }) => props.onType(column, target.value)}
      slotProps={{
        htmlInput: {
          'aria-label': ariaLabel,
          'data-cell': column,
          maxLength: limits.text,
          enterKeyHint: 'next',
          readOnly: props.isLocked === true,
        },
        input: end ? { endAdornment: end, sx: { py: 0, paddingInlineEnd: 0.5 } } : { sx: { py: 0 } },
      }}
    />
  );
}

/** A number, in digits of any script. */
export function NumberCell({ column, end, ...props }: TypedCellProps<'pagesCount' | 'mistakesCount'>) {
  const { text, label, ariaLabel, problem } = fieldOf(props, column);
  return (
    <TextField
      label={label}
      value={text}
      error={problem !== undefined}
      helperText={problem}
      onChange={({ target }) => props.onType(column, target.value)}
      slotProps={{
        htmlInput: {
          'aria-label': ariaLabel,
          'data-cell': column,
          inputMode: column === 'pagesCount' ? 'decimal' : 'numeric',
          readOnly: props.isLocked === true,
          autoComplete: 'off',
          className: 'figure',
          maxLength: 8,
          style: { textAlign: 'center', ...(end ? { paddingInline: 2 } : {}) },
        },
        input: end ? { endAdornment: end, sx: { paddingInlineEnd: 0 } } : {},
        formHelperText: { sx: { mx: 0, textAlign: 'center' } },
      }}
    />
  );
}

/** One of the portions of the subject, found by any of its words, or ranges of the mushaf. What is typed stays. */
export function PortionCell({ end, ...props }: RowFieldsProps & { end?: ReactNode }) {
  const { text, label, ariaLabel, problem } = fieldOf(props, 'recordContent');
  const { entry, onType } = props;
  /** An arrow has chosen in the open list. */
  const isPointed = useRef(false);
  // Where any text may stand, Autocomplete does not take the first of what was found.
  const takeFirst = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key.startsWith('Arrow')) isPointed.current = true;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || isPointed.current) return;
    const [first] =
      text.trim() === '' || isKnown(text, entry) ? [] : findPortions(entry.curriculum_items, text);
    if (first === undefined) return;
    // Else it would take the typed words as they are.
    event.stopPropagation();
    event.preventDefault();
    onType('recordContent', first);
  };
  return (
    <Autocomplete<string, false, false, true>
      freeSolo
      value={isPortion(text, props.entry) ? text : null}
      inputValue={text}
      readOnly={props.isLocked === true}
      onInputChange={(_, typed, reason) => {
        if (reason !== 'input') return;
        isPointed.current = false;
        onType('recordContent', typed);
      }}
      onChange={(_, portion) => props.onType('recordContent', portion ?? '')}
      options={props.entry.curriculum_items}
      filterOptions={(all, { inputValue }) => findPortions(all, inputValue)}
      autoHighlight
      size="small"
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
              onKeyDown: takeFirst,
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

/** Whether a text is a portion of the subject, or names ranges of the mushaf. */
const isKnown = (text: string, entry: Entry) =>
  isPortion(text, entry) || contentRanges(text, entry).length > 0;

interface SelectCellProps extends RowFieldsProps {
  column: 'performanceLevel' | 'result';
  children: ReactNode;
}

function SelectCell({ column, children, ...props }: SelectCellProps) {
  const { text, ariaLabel } = fieldOf(props, column);
  return (
    <TextField
      select
      value={text}
      disabled={props.isLocked === true}
      onChange={({ target }) => props.onType(column, target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': ariaLabel, 'data-cell': column } }}
    >
      {children}
    </TextField>
  );
}

/** One of the five levels, or none. Another level, from another server, stays until it is changed. */
export function LevelCell(props: RowFieldsProps) {
  const text = props.row.texts.performanceLevel;
  const known: readonly string[] = performanceLevels;
  const levels = text === '' || known.includes(text) ? known : [...known, text];
  return (
    <SelectCell {...props} column="performanceLevel">
      <option value="" aria-label={t('dailyRecords.noLevel')} />
      {levels.map((level) => (
        <option key={level} value={level}>
          {level}
        </option>
      ))}
    </SelectCell>
  );
}

/** Whether the lesson is accepted or must be repeated. */
export const ResultCell = (props: RowFieldsProps) => (
  <SelectCell {...props} column="result">
    {recordResults.map((result) => (
      <option key={result} value={result}>
        {recordResultNames[result]}
      </option>
    ))}
  </SelectCell>
);

/** The five levels as buttons, for a phone; a second tap clears the level. */
export const LevelButtons = (props: RowFieldsProps) => (
  <ChoiceButtons
    {...props}
    column="performanceLevel"
    choices={performanceLevels.map((level) => [level, level])}
  />
);

/** The result as buttons, for a phone; one of them is always chosen. */
export const ResultButtons = (props: RowFieldsProps) => (
  <ChoiceButtons
    {...props}
    column="result"
    isRequired
    choices={recordResults.map((result) => [result, recordResultNames[result]])}
  />
);

interface ChoiceButtonsProps extends RowFieldsProps {
  column: 'performanceLevel' | 'result';
  choices: readonly (readonly [value: string, name: string])[];
  isRequired?: boolean;
}

function ChoiceButtons({ column, choices, isRequired = false, ...props }: ChoiceButtonsProps) {
  const { text, ariaLabel } = fieldOf(props, column);
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      color="primary"
      value={text || null}
      disabled={props.isLocked === true}
      onChange={(_, chosen: string | null) => {
        if (chosen !== null || !isRequired) props.onType(column, chosen ?? '');
      }}
      aria-label={ariaLabel}
    >
      {choices.map(([value, name], place) => (
        <ToggleButton
          key={value}
          value={value}
          {...(place === 0 ? { 'data-cell': column } : {})}
          sx={{
            px: 0.25,
            minHeight: sizes.phoneTarget,
            fontSize: '0.875rem',
            whiteSpace: 'nowrap',
            color: 'text.primary',
            borderColor: (theme) => theme.colours.edge,
            '&&.Mui-selected': { fontWeight: 700, backgroundColor: (theme) => theme.colours.primaryTint },
          }}
        >
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

const foldedPortions = new Map<string, string>();

function foldPortion(item: string): string {
  const known = foldedPortions.get(item) ?? foldArabic(item);
  foldedPortions.set(item, known);
  return known;
}

/**
 * The portions that contain every word of the query, in any spelling and order; those with the words in the typed order
 * come first.
 */
export function findPortions(items: readonly string[], query: string): string[] {
  const words = queryWords(query);
  const found = items.filter((item) => words.every((word) => foldPortion(item).includes(word)));
  const isInOrder = (item: string) => areInOrder(foldPortion(item), words);
  return [...found.filter(isInOrder), ...found.filter((item) => !isInOrder(item))];
}

function areInOrder(text: string, words: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    const place = text.indexOf(word, from);
    from = place + word.length;
    return place !== -1;
  });
}

const rowSelector = '[data-row]';
const cellOf = (row: Element | null, column: string) =>
  row?.querySelector<HTMLElement>(`[data-cell="${column}"]`) ?? null;

/** Focuses a field of the row that contains an element. */
export function focusCell(inside: Element | null, column: Column): void {
  focus(cellOf(inside?.closest(rowSelector) ?? null, column));
}

function focus(cell: HTMLElement | null): void {
  cell?.focus();
  if (cell instanceof HTMLInputElement) cell.select();
}

const actionKeys: Partial<Record<string, string>> = { F2: 'mushaf', F4: 'faults' };

/**
 * The keys of the table: Enter and the arrows go to the same column of another student, F2 opens the mushaf, F4 the
 * counters of faults, Alt+Enter fills in the next portion. Keys that the field itself needs (an open list, lines of a
 * text) are left to it.
 */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const column = target.dataset['cell'];
  const row = target.closest(rowSelector);
  if (column === undefined || row === null) return;
  const action = actionKeys[key] ?? (key === 'Enter' && event.altKey ? 'carryOn' : null);
  if (action) {
    event.preventDefault();
    row.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
    return;
  }
  const to = direction(event, target);
  if (to === 0) return;
  event.preventDefault();
  focus(cellOf(to > 0 ? row.nextElementSibling : row.previousElementSibling, column));
}

function direction(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  field: HTMLElement,
): -1 | 0 | 1 {
  if (ctrlKey || metaKey || altKey) return 0;
  if (key === 'Enter') return shiftKey ? (field instanceof HTMLTextAreaElement ? 0 : -1) : 1;
  // In a list the arrows choose a level.
  if (shiftKey || field instanceof HTMLSelectElement) return 0;
  if (key === 'ArrowDown') return isAtEnd(field) ? 1 : 0;
  if (key === 'ArrowUp') return isAtStart(field) ? -1 : 0;
  return 0;
}

const isAtEnd = (field: HTMLElement) =>
  !(field instanceof HTMLTextAreaElement) || field.selectionEnd === field.value.length;
const isAtStart = (field: HTMLElement) =>
  !(field instanceof HTMLTextAreaElement) || field.selectionStart === 0;
