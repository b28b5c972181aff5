import Next from '@mui/icons-material/ArrowBack';
import Previous from '@mui/icons-material/ArrowForward';
import Backspace from '@mui/icons-material/BackspaceOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import { Box, Button, Card, IconButton, Stack, TextField, Typography } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { markMessage } from '../../../contract/rules/markMessages';
import { maxNormalAbsenceDays } from '../../../contract/rules/attendance';
import { type GradeColumn, type GradeSettings, columnName } from '../../../contract/rules/gradeSettings';
import { gregorianDate } from '../../../contract/rules/hijri';
import { absentSign } from '../../../contract/vocabulary';
import { LetterChip } from '../../features/documents/LetterChip';
import { t } from '../../i18n/text';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { formatMark, rosterRows, type SheetRow, typedText, type ActiveCell } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

interface GradeEntryProps {
  sheet: GradeSheet;
  rows: readonly SheetRow[];
  /** The grid of wide screens shares this object. */
  activeCell: ActiveCell;
  onHistory: (row: SheetRow) => void;
}

/**
 * The view for phones: a card for each student. In edit mode, one student and one column at a time, with a
 * number pad.
 */
export default function GradeEntry({ sheet, rows: allRows, activeCell, onHistory }: GradeEntryProps) {
  const rows = sheet.isEditing ? rosterRows(allRows) : allRows;
  const cards = useFirstRows(rows);
  const [currentId, setCurrentId] = useState(() => activeCell.cell?.studentId ?? null);
  const [chosenColumn, setChosenColumn] = useState(() => activeCell.cell?.column ?? null);
  const index = Math.max(
    0,
    rows.findIndex(({ studentId }) => studentId === currentId),
  );
  const row = rows[index];
  const column = sheet.columns.find((one) => one === chosenColumn) ?? sheet.columns[0];
  useEffect(() => {
    if (sheet.isEditing && row && column) activeCell.set({ studentId: row.studentId, column });
  });
  if (sheet.isEditing && row && column)
    return (
      <GradeEntryStudent
        sheet={sheet}
        row={row}
        column={column}
        index={index}
        total={rows.length}
        onSelectColumn={setChosenColumn}
        onSelectStudent={(newIndex) => setCurrentId(rows[newIndex]?.studentId ?? row.studentId)}
      />
    );
  return (
    <Stack
      component="ul"
      aria-label={t('gradeEntry.list')}
      spacing={1}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {cards.map((cardRow) => (
        <GradeCard
          key={cardRow.studentId}
          row={cardRow}
          columns={sheet.columns}
          settings={sheet.settings}
          onHistory={onHistory}
          onOpen={() => {
            setCurrentId(cardRow.studentId);
            sheet.startEditing();
          }}
        />
      ))}
    </Stack>
  );
}

interface GradeCardProps {
  row: SheetRow;
  columns: readonly GradeColumn[];
  settings: GradeSettings;
  onHistory: (row: SheetRow) => void;
  onOpen: () => void;
}

const GradeCard = memo(function GradeCard({ row, columns, settings, onHistory, onOpen }: GradeCardProps) {
  const { studentId, studentName, total, letter, band, absenceDays, leftOn, marks } = row;
  return (
    <Card
      component="li"
      sx={{ px: 1.5, py: 1, ...(leftOn && { backgroundColor: ({ colours }: Theme) => colours.sunken }) }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' }}>
            {studentName}
          </Typography>
          {leftOn !== null && (
            <SecondaryText variant="caption" component="p">
              {t('gradeEntry.leftOn', { date: gregorianDate(leftOn) })}
            </SecondaryText>
          )}
        </Box>
        <LetterChip letter={letter} band={band} />
      </Box>
      <Box component="dl" sx={factStyles}>
        {columns.map((column) => (
          <Fact key={column} name={columnName(settings, column)} value={formatMark(marks[column])} />
        ))}
        <Fact name={t('labels.total')} value={formatMark(total)} isStrong />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography variant="caption" sx={{ flex: 1, color: 'text.secondary' }}>
          <Isolated>{studentId}</Isolated>
          {' · '}
          <Box component="span" sx={absenceDays > maxNormalAbsenceDays ? { color: 'error.main' } : {}}>
            {t('gradeEntry.absences', { smart_count: absenceDays })}
          </Box>
        </Typography>
        <IconButton
          aria-label={t('gradeEntry.historyOf', { student: studentName })}
          onClick={() => onHistory(row)}
        >
          <History />
        </IconButton>
        {leftOn === null && (
          <IconButton aria-label={t('ui.editOf', { name: studentName })} onClick={onOpen} color="primary">
            <Edit />
          </IconButton>
        )}
      </Box>
    </Card>
  );
});

/** A row has at least three facts, so that the list is short. */
const factStyles = {
  m: 0,
  mt: 0.5,
  display: 'grid',
  columnGap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(5.25rem, 1fr))',
} as const;

const Fact = ({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) => (
  <Box sx={{ minWidth: 0 }}>
    <SecondaryText component="dt" variant="caption" noWrap sx={{ display: 'block', lineHeight: 1.5 }}>
      {name}
    </SecondaryText>
    <Typography component="dd" sx={{ m: 0, lineHeight: 1.4, fontWeight: isStrong ? 700 : 500 }}>
      <Isolated>{value || '—'}</Isolated>
    </Typography>
  </Box>
);

interface GradeEntryStudentProps {
  sheet: GradeSheet;
  row: SheetRow;
  column: GradeColumn;
  index: number;
  total: number;
  onSelectColumn: (column: GradeColumn) => void;
  onSelectStudent: (index: number) => void;
}

/** Name, field, number pad and buttons fit a small screen. */
function GradeEntryStudent({
  sheet,
  row,
  column,
  index,
  total,
  onSelectColumn,
  onSelectStudent,
}: GradeEntryStudentProps) {
  const { columns, settings } = sheet;
  const { studentId } = row;
  /** The first digit in a newly opened field replaces the mark. */
  const [typedCellKey, setTypedCellKey] = useState('');
  const cellKey = `${studentId} ${column}`;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, [cellKey]);
  const typeText = (text: string) => {
    setTypedCellKey(cellKey);
    sheet.type({ studentId, column }, text);
  };
  const pressKey = (key: string) => {
    const text = typedCellKey === cellKey ? typedText(row, column) : '';
    typeText(key === 'erase' ? text.slice(0, -1) : text + key);
  };
  const goTo = (newIndex: number) => {
    sheet.endTyping();
    onSelectStudent(newIndex);
  };
  const chooseColumn = (chosen: GradeColumn) => {
    sheet.endTyping();
    onSelectColumn(chosen);
  };
  const isLast = index === total - 1;
  const nextColumn = columns[columns.indexOf(column) + 1];
  const goToNext = () => {
    if (!isLast) return goTo(index + 1);
    if (!nextColumn) return;
    chooseColumn(nextColumn);
    onSelectStudent(0);
  };
  const problem = row.problems[column];
  return (
    <Card component="section" aria-label={row.studentName} sx={{ p: 1.5, display: 'grid', gap: 1 }}>
      <ChoiceField
        label={t('gradeEntry.column')}
        value={column}
        choices={columns.map((one) => [one, columnName(settings, one)] as const)}
        onChange={(chosen) => chosen && chooseColumn(chosen)}
      />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 48 }}>
        <IconAction title={t('gradeEntry.previous')} disabled={index === 0} onClick={() => goTo(index - 1)}>
          <Previous />
        </IconAction>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 700, lineHeight: 1.35, overflowWrap: 'anywhere' }} role="status">
            {row.studentName}
          </Typography>
          <SecondaryText variant="caption">
            {t('gradeEntry.place', { place: index + 1, total })}
          </SecondaryText>
        </Box>
        <Typography sx={{ fontWeight: 700 }}>
          <Isolated>{formatMark(row.total) || '—'}</Isolated>
        </Typography>
        <LetterChip letter={row.letter} band={row.band} />
      </Box>
      <TextField
        inputRef={field}
        label={columnName(settings, column)}
        value={typedText(row, column)}
        error={problem !== undefined}
        helperText={
          problem
            ? markMessage(settings, column, problem)
            : t('teaching.outOf', { max: settings[`${column}Max`] })
        }
        onChange={({ target }) => typeText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          goToNext();
        }}
        slotProps={{
          inputLabel: { shrink: true },
          // The number pad replaces the screen keyboard. A hardware keyboard still works.
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
      <NumberPad
        max={String(settings[`${column}Max`])}
        onPress={pressKey}
        onReplace={typeText}
        nextLabel={
          isLast && nextColumn
            ? t('gradeEntry.nextColumn', { column: columnName(settings, nextColumn) })
            : t('teaching.nextStudent')
        }
        hasNext={!isLast || nextColumn !== undefined}
        onNext={goToNext}
      />
    </Card>
  );
}

interface NumberPadProps {
  max: string;
  /** @param key a digit, `.`, or `erase` */
  onPress: (key: string) => void;
  onReplace: (text: string) => void;
  nextLabel: string;
  hasNext: boolean;
  onNext: () => void;
}

/** A row has four keys. A tap keeps the focus in the field. */
function NumberPad({ max, onPress, onReplace, nextLabel, hasNext, onNext }: NumberPadProps) {
  const renderKey = (label: string, face: ReactNode, press: () => void) => (
    <Button
      key={label}
      variant="outlined"
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
      sx={{ minHeight: 48, minWidth: 0, px: 0, fontSize: '1.25rem', fontWeight: 600 }}
    >
      {face}
    </Button>
  );
  const renderDigit = (face: string) =>
    renderKey(t('gradeEntry.digit', { digit: face }), face, () => onPress(face));
  return (
    <Box
      role="group"
      aria-label={t('gradeEntry.pad')}
      dir="ltr"
      sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' }}
    >
      {['1', '2', '3'].map(renderDigit)}
      {renderKey(t('gradeEntry.erase'), <Backspace />, () => onPress('erase'))}
      {['4', '5', '6'].map(renderDigit)}
      {renderKey(t('gradeEntry.notRecorded'), absentSign, () => onReplace(''))}
      {['7', '8', '9'].map(renderDigit)}
      {renderKey(t('gradeEntry.fullMark', { max }), <Isolated>{max}</Isolated>, () => onReplace(max))}
      {renderKey(t('gradeEntry.point'), '.', () => onPress('.'))}
      {renderDigit('0')}
      <Button
        variant="contained"
        endIcon={<Next />}
        aria-label={nextLabel}
        disabled={!hasNext}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onNext}
        dir="rtl"
        sx={{ gridColumn: 'span 2', minHeight: 48, px: 1 }}
      >
        {t('gradeEntry.next')}
      </Button>
    </Box>
  );
}
