import Next from '@mui/icons-material/ArrowBack';
import Previous from '@mui/icons-material/ArrowForward';
import Backspace from '@mui/icons-material/BackspaceOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import NextField from '@mui/icons-material/KeyboardReturn';
import { Box, Button, Card, IconButton, Stack, TextField, Typography } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { manyAbsenceDays } from '../../../contract/rules/attendance';
import type { GradeColumn, GradeSettings } from '../../../contract/rules/gradeSettings';
import { gregorianDate } from '../../../contract/rules/hijri';
import { t } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { LetterChip } from '../../ui/report/LetterChip';
import { columnName, markText, onRoster, problemSentence, type SheetRow, typedText } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

interface GradeEntryProps {
  sheet: GradeSheet;
  /** The rows that match the search. */
  rows: readonly SheetRow[];
  onHistory: (row: SheetRow) => void;
}

/** For a phone: a card for each student; in edit mode one student at a time, with a number pad. */
export function GradeEntry({ sheet, rows: all, onHistory }: GradeEntryProps) {
  const rows = sheet.isEditing ? onRoster(all) : all;
  const [current, setCurrent] = useState<string | null>(null);
  const place = Math.max(
    0,
    rows.findIndex(({ studentId }) => studentId === current),
  );
  const row = rows[place];
  if (sheet.isEditing && row)
    return (
      <GradeEntryStudent
        key={row.studentId}
        sheet={sheet}
        row={row}
        place={place}
        total={rows.length}
        onGo={(step) => setCurrent(rows[place + step]?.studentId ?? row.studentId)}
      />
    );
  return (
    <Stack
      component="ul"
      aria-label={t('gradeEntry.list')}
      spacing={1}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {rows.map((one) => (
        <GradeCard
          key={one.studentId}
          row={one}
          columns={sheet.columns}
          settings={sheet.settings}
          onHistory={onHistory}
          onOpen={() => {
            setCurrent(one.studentId);
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
      sx={{ p: 2, ...(leftOn && { backgroundColor: ({ colours }: Theme) => colours.sunken }) }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{studentName}</Typography>
          <SecondaryText>
            <Isolated>{studentId}</Isolated>
          </SecondaryText>
          {leftOn !== null && (
            <SecondaryText>{t('gradeEntry.leftOn', { date: gregorianDate(leftOn) })}</SecondaryText>
          )}
        </Box>
        <LetterChip letter={letter} band={band} />
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 1,
          display: 'grid',
          gap: 0.5,
          columnGap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(6rem, 1fr))',
        }}
      >
        {columns.map((column) => (
          <Fact key={column} name={columnName(settings, column)} value={markText(marks[column])} />
        ))}
        <Fact name={t('labels.total')} value={markText(total)} isStrong />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', mt: 1 }}>
        <Typography
          variant="body2"
          sx={{ flex: 1, color: absenceDays > manyAbsenceDays ? 'error.main' : 'text.secondary' }}
        >
          {t('gradeEntry.absences', { smart_count: absenceDays })}
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

const Fact = ({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) => (
  <div>
    <SecondaryText component="dt" variant="caption">
      {name}
    </SecondaryText>
    <Typography component="dd" sx={{ m: 0, fontWeight: isStrong ? 700 : 500 }}>
      <Isolated>{value || '—'}</Isolated>
    </Typography>
  </div>
);

interface GradeEntryStudentProps {
  sheet: GradeSheet;
  row: SheetRow;
  /** From 0. */
  place: number;
  total: number;
  /** To the next or the previous student. */
  onGo: (step: 1 | -1) => void;
}

function GradeEntryStudent({ sheet, row, place, total, onGo }: GradeEntryStudentProps) {
  const { columns, settings } = sheet;
  const [at, setAt] = useState(0);
  /** The first digit replaces the mark in the field. */
  const [isFresh, setIsFresh] = useState(true);
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  useEffect(() => {
    fields.current[at]?.focus({ preventScroll: true });
  }, [at]);
  const column = columns[Math.min(at, columns.length - 1)];
  const enter = (index: number) => {
    sheet.endTyping();
    setAt(index);
    setIsFresh(true);
  };
  const go = (step: 1 | -1) => {
    sheet.endTyping();
    onGo(step);
  };
  const press = (key: string) => {
    if (!column) return;
    const text = isFresh ? '' : typedText(row, column);
    setIsFresh(false);
    sheet.type({ studentId: row.studentId, column }, key === 'erase' ? text.slice(0, -1) : text + key);
  };
  const nextField = () => {
    if (at < columns.length - 1) enter(at + 1);
    else if (place < total - 1) go(1);
    else enter(0);
  };
  return (
    <Card component="section" aria-label={row.studentName} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mb: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }} role="status">
            {row.studentName}
          </Typography>
          <SecondaryText>{t('gradeEntry.place', { place: place + 1, total })}</SecondaryText>
        </Box>
        <Typography sx={{ fontWeight: 700 }}>
          <Isolated>{markText(row.total) || '—'}</Isolated>
        </Typography>
        <LetterChip letter={row.letter} band={row.band} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        {columns.map((name, index) => {
          const problem = row.problems[name];
          return (
            <TextField
              key={name}
              inputRef={(input: HTMLInputElement | null) => {
                fields.current[index] = input;
              }}
              label={columnName(settings, name)}
              value={typedText(row, name)}
              error={problem !== undefined}
              helperText={
                problem
                  ? problemSentence(sheet.settings, name, problem)
                  : t('teaching.outOf', { max: settings[`${name}Max`] })
              }
              onFocus={() => at !== index && enter(index)}
              onChange={({ target }) => {
                setIsFresh(false);
                sheet.type({ studentId: row.studentId, column: name }, target.value);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                nextField();
              }}
              slotProps={{
                inputLabel: { shrink: true },
                // No screen keyboard, because the number pad replaces it; a hardware keyboard works as usual.
                htmlInput: {
                  'data-number': '',
                  inputMode: 'none',
                  autoComplete: 'off',
                  maxLength: 12,
                  enterKeyHint: 'next',
                },
              }}
            />
          );
        })}
      </Box>
      <NumberPad onPress={press} onNext={nextField} />
      <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
        <Button
          fullWidth
          variant="outlined"
          startIcon={<Previous />}
          disabled={place === 0}
          onClick={() => go(-1)}
        >
          {t('gradeEntry.previous')}
        </Button>
        <Button
          fullWidth
          variant="contained"
          endIcon={<Next />}
          disabled={place === total - 1}
          onClick={() => go(1)}
        >
          {t('teaching.nextStudent')}
        </Button>
      </Box>
    </Card>
  );
}

interface NumberPadProps {
  /** A digit, `.`, or `erase`. */
  onPress: (key: string) => void;
  onNext: () => void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** A number pad for the thumb. It does not take the focus from the field. */
function NumberPad({ onPress, onNext }: NumberPadProps) {
  const key = (name: string, label: string, face: ReactNode) => (
    <Button
      key={name}
      variant="outlined"
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPress(name)}
      sx={{ minHeight: 52, minWidth: 0, fontSize: '1.25rem', fontWeight: 600 }}
    >
      {face}
    </Button>
  );
  return (
    <Box
      role="group"
      aria-label={t('gradeEntry.pad')}
      dir="ltr"
      sx={{ display: 'grid', gap: 1, mt: 2, gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }}
    >
      {digits.map((digit) => key(digit, t('gradeEntry.digit', { digit }), digit))}
      {key('.', t('gradeEntry.point'), '.')}
      {key('0', t('gradeEntry.digit', { digit: '0' }), '0')}
      {key('erase', t('gradeEntry.erase'), <Backspace />)}
      <Button
        variant="outlined"
        startIcon={<NextField />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onNext}
        dir="rtl"
        sx={{ gridColumn: '1 / -1', minHeight: 48 }}
      >
        {t('gradeEntry.nextField')}
      </Button>
    </Box>
  );
}
