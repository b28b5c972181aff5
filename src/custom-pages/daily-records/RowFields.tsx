import { TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { KeyboardEvent, ReactNode } from 'react';
import { performanceLevels, recordResultNames, recordResults } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { type Column, type EntrySettings, limits, type Row } from './dailyModel';

export interface RowFieldsProps {
  studentName: string;
  row: Row;
  settings: EntrySettings;
  /** A phone shows a label at each field. In the table, the column header is the label. */
  isPhone: boolean;
  /** A row with several recitations is read-only, because the user corrects each recitation by itself. */
  isLocked?: boolean;
  onType: (column: Column, text: string) => void;
}

export function buildFieldProps({ studentName, row, isPhone }: RowFieldsProps, column: Column) {
  const name = t(`dailyRecords.columns.${column}`);
  // Faults have no field, so the field of the mistakes shows their problem.
  const problem = row.problems[column] ?? (column === 'mistakesCount' ? row.problems.faults : undefined);
  return {
    text: row.texts[column],
    label: isPhone ? name : undefined,
    ariaLabel: t('teaching.cellOf', { column: name, student: studentName }),
    problem: problem && t(`dailyRecords.problems.${problem}`),
  };
}

interface TypedCellProps<C extends Column> extends RowFieldsProps {
  column: C;
  end?: ReactNode;
}

export function TextCell({ column, end, ...props }: TypedCellProps<'recordContent' | 'teacherNotes'>) {
  const { text, label, ariaLabel, problem } = buildFieldProps(props, column);
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

export function NumberCell({ column, end, ...props }: TypedCellProps<'pagesCount' | 'mistakesCount'>) {
  const { text, label, ariaLabel, problem } = buildFieldProps(props, column);
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

interface SelectCellProps extends RowFieldsProps {
  column: 'performanceLevel' | 'result';
  children: ReactNode;
}

function SelectCell({ column, children, ...props }: SelectCellProps) {
  const { text, ariaLabel } = buildFieldProps(props, column);
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

/** A stored level that this app does not know stays an option until the user changes it. */
export function LevelCell(props: RowFieldsProps) {
  const text = props.row.texts.performanceLevel;
  const standardLevels: readonly string[] = performanceLevels;
  const levels = text === '' || standardLevels.includes(text) ? standardLevels : [...standardLevels, text];
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

export const ResultCell = (props: RowFieldsProps) => (
  <SelectCell {...props} column="result">
    {recordResults.map((result) => (
      <option key={result} value={result}>
        {recordResultNames[result]}
      </option>
    ))}
  </SelectCell>
);

/** A second tap clears the level. */
export const LevelButtons = (props: RowFieldsProps) => (
  <ChoiceButtons
    {...props}
    column="performanceLevel"
    choices={performanceLevels.map((level) => [level, level])}
  />
);

/** One result is always chosen. */
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
  const { text, ariaLabel } = buildFieldProps(props, column);
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
      {choices.map(([value, name], index) => (
        <ToggleButton
          key={value}
          value={value}
          {...(index === 0 ? { 'data-cell': column } : {})}
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

const rowSelector = '[data-row]';
const findCell = (row: Element | null, column: string) =>
  row?.querySelector<HTMLElement>(`[data-cell="${column}"]`) ?? null;

export function focusCell(inside: Element | null, column: Column): void {
  focus(findCell(inside?.closest(rowSelector) ?? null, column));
}

function focus(cell: HTMLElement | null): void {
  cell?.focus();
  if (cell instanceof HTMLInputElement) cell.select();
}

const actionKeys: Partial<Record<string, string>> = { F2: 'mushaf', F4: 'faults' };

/**
 * Enter and the arrows move to the same column of another student. F2 opens the mushaf, F4 the faults, and
 * Alt+Enter accepts the proposal. An open list and a field of several lines handle the keys themselves.
 */
export function handleTableKey(event: KeyboardEvent<HTMLElement>): void {
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
  const step = findRowStep(event, target);
  if (step === 0) return;
  event.preventDefault();
  focus(findCell(step > 0 ? row.nextElementSibling : row.previousElementSibling, column));
}

function findRowStep(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  field: HTMLElement,
): -1 | 0 | 1 {
  if (ctrlKey || metaKey || altKey) return 0;
  if (key === 'Enter') return shiftKey ? (field instanceof HTMLTextAreaElement ? 0 : -1) : 1;
  if (shiftKey || field instanceof HTMLSelectElement) return 0;
  if (key === 'ArrowDown') return isAtEnd(field) ? 1 : 0;
  if (key === 'ArrowUp') return isAtStart(field) ? -1 : 0;
  return 0;
}

const isAtEnd = (field: HTMLElement) =>
  !(field instanceof HTMLTextAreaElement) || field.selectionEnd === field.value.length;
const isAtStart = (field: HTMLElement) =>
  !(field instanceof HTMLTextAreaElement) || field.selectionStart === 0;
