import Next from '@mui/icons-material/ArrowBack';
import Previous from '@mui/icons-material/ArrowForward';
import Backspace from '@mui/icons-material/BackspaceOutlined';
import { Box, Button, Card, TextField, Typography } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { type GradeColumn, columnName } from '../../../contract/rules/gradeSettings';
import { markMessage } from '../../../contract/rules/markMessages';
import { absentSign } from '../../../contract/vocabulary';
import { LetterChip } from '../../features/documents/LetterChip';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import {
  findMarkKey,
  followEntry,
  type MarkEntry,
  type MarkField,
  type MarkKey,
  type OpenField,
  openField,
  pressMarkKey,
  typeMark,
} from './markKeys';
import { displayText, formatMark, type SheetRow, typedText } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

interface GradeEntryStudentProps {
  sheet: GradeSheet;
  rows: readonly SheetRow[];
  row: SheetRow;
  column: GradeColumn;
  open: OpenField;
  onOpen: (open: OpenField) => void;
  onSelectColumn: (column: GradeColumn, studentId: string) => void;
  saveBar: ReactNode;
}

/** Name and field fit a small screen together with the number pad, which stays at the thumb. */
export function GradeEntryStudent({
  sheet,
  rows,
  row,
  column,
  open,
  onOpen,
  onSelectColumn,
  saveBar,
}: GradeEntryStudentProps) {
  const { columns, settings } = sheet;
  const max = settings[`${column}Max`];
  const text = useStudentText();
  const index = rows.indexOf(row);
  const [previousRow, nextRow] = [rows[index - 1], rows[index + 1]];
  const completedRow = rows.find(({ studentId }) => studentId === open.completedId);
  const markField: MarkField = {
    text: typedText(row, column),
    isTyped: open.isTyped,
    completedText: completedRow ? typedText(completedRow, column) : null,
  };
  const enter = (entry: MarkEntry | null) => {
    // A locked sheet takes no mark, so its field must not close either.
    if (entry === null || sheet.isSaving) return;
    const studentId = entry.field === 'open' ? row.studentId : open.completedId;
    if (studentId === null) return;
    sheet.type({ studentId, column }, entry.text);
    const newOpen = followEntry(open, entry, nextRow?.studentId ?? null);
    if (newOpen.studentId !== open.studentId) {
      sheet.endTyping();
      // Teachers look at their paper, so the vibration tells them that the field has changed.
      navigator.vibrate?.(20);
    }
    onOpen(newOpen);
  };
  const press = (key: MarkKey) => enter(pressMarkKey(markField, key, max));
  const goTo = ({ studentId }: SheetRow) => {
    sheet.endTyping();
    onOpen(openField(studentId));
  };
  const chooseColumn = (chosen: GradeColumn, { studentId }: SheetRow) => {
    sheet.endTyping();
    onSelectColumn(chosen, studentId);
  };
  const nextColumn = columns[columns.indexOf(column) + 1];
  const goToNext = () => {
    if (nextRow) return goTo(nextRow);
    const [firstRow] = rows;
    if (nextColumn && firstRow) chooseColumn(nextColumn, firstRow);
  };
  const problem = row.problems[column];
  return (
    <Box sx={entryStyles}>
      <Card component="section" aria-label={row.studentName} sx={{ p: 1.5, display: 'grid', gap: 1 }}>
        <ChoiceField
          label={t('gradeEntry.column')}
          value={column}
          choices={columns.map((one) => [one, columnName(settings, one)] as const)}
          onChange={(chosen) => chosen && chooseColumn(chosen, row)}
        />
        {/* Has the height of a name of two lines, so that the field stays where it is. */}
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 70 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography sx={{ fontWeight: 700, lineHeight: 1.35, overflowWrap: 'anywhere' }} role="status">
              {row.studentName}
            </Typography>
            <SecondaryText variant="caption">
              {text('gradeEntry.place', { place: index + 1, total: rows.length })}
            </SecondaryText>
          </Box>
          <Typography sx={{ fontWeight: 700 }}>
            <Isolated>{formatMark(row.total) || '—'}</Isolated>
          </Typography>
          <LetterChip letter={row.letter} band={row.band} />
        </Box>
        <MarkInput
          label={columnName(settings, column)}
          text={markField.text}
          message={problem ? markMessage(settings, column, problem) : null}
          hint={t('teaching.outOf', { max })}
          cellKey={`${row.studentId} ${column}`}
          isTyped={open.isTyped}
          hasCompleted={completedRow !== undefined}
          onType={(typed, isTyping) =>
            enter(isTyping ? typeMark(typed, max) : { field: 'open', text: typed, move: 'stay' })
          }
          onPress={press}
          onClick={() => completedRow && onOpen(openField(row.studentId))}
          onNext={goToNext}
        />
      </Card>
      <Box sx={padStyles}>
        <PreviousMark
          row={previousRow}
          column={column}
          isCompleted={previousRow !== undefined && previousRow === completedRow}
          onOpen={goTo}
        />
        <NumberPad
          max={String(max)}
          onPress={press}
          halfLabel={
            completedRow
              ? t('gradeEntry.halfOf', { student: completedRow.studentName })
              : t('gradeEntry.half')
          }
          hasHalf={pressMarkKey(markField, { kind: 'half' }, max) !== null}
          nextLabel={
            !nextRow && nextColumn
              ? t('gradeEntry.nextColumn', { column: columnName(settings, nextColumn) })
              : text('teaching.nextStudent')
          }
          hasNext={nextRow !== undefined || nextColumn !== undefined}
          isNextExpected={open.isTyped}
          onNext={goToNext}
        />
        {saveBar}
      </Box>
    </Box>
  );
}

/** Reaches from the app bar to the padding at the end of the screen. */
const entryStyles = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  minHeight: `calc(100dvh - ${sizes.topBar + 36}px)`,
} as const;

/** A low screen has no space for the save bar, which is then below the keys at the end of the page. */
const padStyles = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  mt: 'auto',
  display: 'grid',
  gap: 0.75,
  pb: 'env(safe-area-inset-bottom)',
  backgroundColor: 'background.default',
  '& > .MuiPaper-root': { position: 'static' },
  '@media (max-height: 640px)': { bottom: -76 },
  '@media (max-height: 500px)': { position: 'static' },
} as const;

interface MarkInputProps {
  label: string;
  text: string;
  message: string | null;
  hint: string;
  cellKey: string;
  isTyped: boolean;
  hasCompleted: boolean;
  /** @param isTyping false for a deletion or a paste, which never closes the field */
  onType: (text: string, isTyping: boolean) => void;
  onPress: (key: MarkKey) => void;
  onClick: () => void;
  onNext: () => void;
}

/** The number pad replaces the screen keyboard. A hardware keyboard still works. */
function MarkInput({
  label,
  text,
  message,
  hint,
  cellKey,
  isTyped,
  hasCompleted,
  onType,
  onPress,
  onClick,
  onNext,
}: MarkInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const focusInput = useEffectEvent(() => {
    input.current?.focus({ preventScroll: true });
    // A typed digit replaces the mark of a newly opened field, like a key of the pad.
    if (isTyped) input.current?.setSelectionRange(text.length, text.length);
    else input.current?.select();
  });
  useEffect(() => focusInput(), [cellKey]);
  const handleChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : '';
    onType(target.value, /^insert(Composition)?Text$/.test(inputType));
  };
  const handleKey = (event: KeyboardEvent) => {
    const key = event.ctrlKey || event.metaKey || event.altKey ? null : findMarkKey(event.key);
    const isHeldDown = event.repeat && !isTyped && event.key.length === 1;
    if (event.key === 'Enter') onNext();
    else if (key && hasCompleted) onPress(key);
    // A key that is held down would fill one field after the other.
    else if (!isHeldDown) return;
    event.preventDefault();
  };
  return (
    <TextField
      inputRef={input}
      label={label}
      value={text}
      error={message !== null}
      helperText={message ?? hint}
      onChange={handleChange}
      onKeyDown={handleKey}
      onClick={onClick}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          'data-number': '',
          inputMode: 'none',
          autoComplete: 'off',
          maxLength: 12,
          enterKeyHint: 'next',
          style: { fontSize: '1.25rem', fontWeight: 700, textAlign: 'center' },
        },
      }}
    />
  );
}

interface PreviousMarkProps {
  row: SheetRow | undefined;
  column: GradeColumn;
  /** Whether the field closed by itself and still takes a half. */
  isCompleted: boolean;
  onOpen: (row: SheetRow) => void;
}

/** Shows the mark just entered, and leads back to it. Its height is reserved for the first student too. */
function PreviousMark({ row, column, isCompleted, onOpen }: PreviousMarkProps) {
  const text = useStudentText();
  if (!row) return <Box sx={{ minHeight: sizes.phoneTarget }} />;
  const mark = displayText(row, column);
  return (
    <Button
      color="inherit"
      startIcon={<Previous />}
      aria-label={text('gradeEntry.previousOf', {
        student: row.studentName,
        mark: mark || t('teaching.notRecorded'),
      })}
      onClick={() => onOpen(row)}
      sx={{
        minHeight: sizes.phoneTarget,
        justifyContent: 'flex-start',
        px: 1.5,
        backgroundColor: isCompleted ? ({ colours }: Theme) => colours.primaryTint : 'transparent',
      }}
    >
      <Typography component="span" noWrap sx={{ flex: 1, minWidth: 0, textAlign: 'start' }}>
        {row.studentName}
      </Typography>
      <Typography
        component="span"
        sx={{ fontWeight: 700, ...(row.problems[column] && { color: 'error.main' }) }}
      >
        <Isolated>{mark || '—'}</Isolated>
      </Typography>
    </Button>
  );
}

interface NumberPadProps {
  max: string;
  onPress: (key: MarkKey) => void;
  halfLabel: string;
  hasHalf: boolean;
  nextLabel: string;
  hasNext: boolean;
  /** True if the field does not close by itself. Then the button stands out. */
  isNextExpected: boolean;
  onNext: () => void;
}

/** A row has four keys. A tap keeps the focus in the field. */
function NumberPad({
  max,
  onPress,
  halfLabel,
  hasHalf,
  nextLabel,
  hasNext,
  isNextExpected,
  onNext,
}: NumberPadProps) {
  const renderKey = (label: string, face: ReactNode, key: MarkKey, isDisabled = false) => (
    <Button
      key={key.kind === 'digit' ? key.digit : key.kind}
      variant="outlined"
      aria-label={label}
      disabled={isDisabled}
      onClick={() => onPress(key)}
      sx={keyStyles}
    >
      {face}
    </Button>
  );
  const renderDigit = (digit: string) =>
    renderKey(t('gradeEntry.digit', { digit }), digit, { kind: 'digit', digit });
  return (
    <Box
      role="group"
      aria-label={t('gradeEntry.pad')}
      dir="ltr"
      onMouseDown={(event) => event.preventDefault()}
      sx={keysStyles}
    >
      {['1', '2', '3'].map(renderDigit)}
      {renderKey(t('gradeEntry.erase'), <Backspace />, { kind: 'erase' })}
      {['4', '5', '6'].map(renderDigit)}
      {renderKey(t('gradeEntry.notRecorded'), absentSign, { kind: 'notRecorded' })}
      {['7', '8', '9'].map(renderDigit)}
      {renderKey(t('gradeEntry.fullMark', { max }), <Isolated>{max}</Isolated>, { kind: 'full' })}
      {renderKey(halfLabel, '½', { kind: 'half' }, !hasHalf)}
      {renderDigit('0')}
      <Button
        variant={isNextExpected ? 'contained' : 'outlined'}
        endIcon={<Next />}
        aria-label={nextLabel}
        disabled={!hasNext}
        onClick={onNext}
        dir="rtl"
        sx={{ gridColumn: 'span 2', minHeight: keyHeight, px: 1 }}
      >
        {t('gradeEntry.next')}
      </Button>
    </Box>
  );
}

/** Two quick taps do not zoom. */
const keysStyles = {
  display: 'grid',
  gap: 0.75,
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  '& > button': { touchAction: 'manipulation' },
};

/** Higher on a tall screen, which has the space. */
const keyHeight = `max(${sizes.phoneTarget}px, 7dvh)`;

const keyStyles = {
  minHeight: keyHeight,
  minWidth: 0,
  p: 0,
  lineHeight: 1,
  fontSize: '1.375rem',
  fontWeight: 600,
  backgroundColor: 'background.paper',
};
