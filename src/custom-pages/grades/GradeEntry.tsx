import Next from '@mui/icons-material/ArrowBack';
import Previous from '@mui/icons-material/ArrowForward';
import Backspace from '@mui/icons-material/BackspaceOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import { Box, Button, Card, IconButton, Stack, TextField, Typography } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { markMessage } from '../../../contract/rules/markMessages';
import { manyAbsenceDays } from '../../../contract/rules/attendance';
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
import { markText, onRoster, type SheetRow, typedText, type TypingPlace } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

interface GradeEntryProps {
  sheet: GradeSheet;
  /** The rows that match the search. */
  rows: readonly SheetRow[];
  /** Where the person types, also in the grid of a wider screen. */
  place: TypingPlace;
  onHistory: (row: SheetRow) => void;
}

/** On a phone: a card per student; while marks are typed one student and one column at a time, with a number pad. */
export default function GradeEntry({ sheet, rows: all, place: typedAt, onHistory }: GradeEntryProps) {
  const rows = sheet.isEditing ? onRoster(all) : all;
  const cards = useFirstRows(rows);
  const [current, setCurrent] = useState(() => typedAt.cell?.studentId ?? null);
  const [at, setAt] = useState(() => typedAt.cell?.column ?? null);
  const place = Math.max(
    0,
    rows.findIndex(({ studentId }) => studentId === current),
  );
  const row = rows[place];
  const column = sheet.columns.find((one) => one === at) ?? sheet.columns[0];
  useEffect(() => {
    if (sheet.isEditing && row && column) typedAt.set({ studentId: row.studentId, column });
  });
  if (sheet.isEditing && row && column)
    return (
      <GradeEntryStudent
        sheet={sheet}
        row={row}
        column={column}
        place={place}
        total={rows.length}
        onColumn={setAt}
        onGo={(to) => setCurrent(rows[to]?.studentId ?? row.studentId)}
      />
    );
  return (
    <Stack
      component="ul"
      aria-label={t('gradeEntry.list')}
      spacing={1}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {cards.map((one) => (
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
      <Box component="dl" sx={facts}>
        {columns.map((column) => (
          <Fact key={column} name={columnName(settings, column)} value={markText(marks[column])} />
        ))}
        <Fact name={t('labels.total')} value={markText(total)} isStrong />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography variant="caption" sx={{ flex: 1, color: 'text.secondary' }}>
          <Isolated>{studentId}</Isolated>
          {' · '}
          <Box component="span" sx={absenceDays > manyAbsenceDays ? { color: 'error.main' } : {}}>
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

/** Three or more beside each other, so that a class is not too long. */
const facts = {
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
  /** The column that is gone through, from student to student. */
  column: GradeColumn;
  /** Counted from 0. */
  place: number;
  total: number;
  onColumn: (column: GradeColumn) => void;
  /** To the student of another place. */
  onGo: (place: number) => void;
}

/** One mark of one student: the name, the field, the keys and the way on stand on a small screen together. */
function GradeEntryStudent({ sheet, row, column, place, total, onColumn, onGo }: GradeEntryStudentProps) {
  const { columns, settings } = sheet;
  const { studentId } = row;
  /** The first digit in a field takes the place of what stands there. */
  const [typedIn, setTypedIn] = useState('');
  const visit = `${studentId} ${column}`;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, [visit]);
  const type = (text: string) => {
    setTypedIn(visit);
    sheet.type({ studentId, column }, text);
  };
  const press = (key: string) => {
    const text = typedIn === visit ? typedText(row, column) : '';
    type(key === 'erase' ? text.slice(0, -1) : text + key);
  };
  const go = (to: number) => {
    sheet.endTyping();
    onGo(to);
  };
  const choose = (chosen: GradeColumn) => {
    sheet.endTyping();
    onColumn(chosen);
  };
  const isLast = place === total - 1;
  const nextColumn = columns[columns.indexOf(column) + 1];
  const next = () => {
    if (!isLast) return go(place + 1);
    if (!nextColumn) return;
    choose(nextColumn);
    onGo(0);
  };
  const problem = row.problems[column];
  return (
    <Card component="section" aria-label={row.studentName} sx={{ p: 1.5, display: 'grid', gap: 1 }}>
      <ChoiceField
        label={t('gradeEntry.column')}
        value={column}
        choices={columns.map((one) => [one, columnName(settings, one)] as const)}
        onChange={(chosen) => chosen && choose(chosen)}
      />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 48 }}>
        <IconAction title={t('gradeEntry.previous')} disabled={place === 0} onClick={() => go(place - 1)}>
          <Previous />
        </IconAction>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 700, lineHeight: 1.35, overflowWrap: 'anywhere' }} role="status">
            {row.studentName}
          </Typography>
          <SecondaryText variant="caption">
            {t('gradeEntry.place', { place: place + 1, total })}
          </SecondaryText>
        </Box>
        <Typography sx={{ fontWeight: 700 }}>
          <Isolated>{markText(row.total) || '—'}</Isolated>
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
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          next();
        }}
        slotProps={{
          inputLabel: { shrink: true },
          // The pad below is the keyboard; one that is plugged in types as ever.
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
        onPress={press}
        onReplace={type}
        next={
          isLast && nextColumn
            ? t('gradeEntry.nextColumn', { column: columnName(settings, nextColumn) })
            : t('teaching.nextStudent')
        }
        hasNext={!isLast || nextColumn !== undefined}
        onNext={next}
      />
    </Card>
  );
}

interface NumberPadProps {
  /** The full mark. */
  max: string;
  /** A digit, `.`, or `erase`. */
  onPress: (key: string) => void;
  /** In place of all that stands in the field. */
  onReplace: (text: string) => void;
  /** Where `onNext` leads. */
  next: string;
  hasNext: boolean;
  onNext: () => void;
}

/** Keys for a thumb, four in a row. They leave the focus in the field that is typed in. */
function NumberPad({ max, onPress, onReplace, next, hasNext, onNext }: NumberPadProps) {
  const key = (label: string, face: ReactNode, press: () => void) => (
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
  const digit = (face: string) => key(t('gradeEntry.digit', { digit: face }), face, () => onPress(face));
  return (
    <Box
      role="group"
      aria-label={t('gradeEntry.pad')}
      dir="ltr"
      sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' }}
    >
      {['1', '2', '3'].map(digit)}
      {key(t('gradeEntry.erase'), <Backspace />, () => onPress('erase'))}
      {['4', '5', '6'].map(digit)}
      {key(t('gradeEntry.notRecorded'), absentSign, () => onReplace(''))}
      {['7', '8', '9'].map(digit)}
      {key(t('gradeEntry.fullMark', { max }), <Isolated>{max}</Isolated>, () => onReplace(max))}
      {key(t('gradeEntry.point'), '.', () => onPress('.'))}
      {digit('0')}
      <Button
        variant="contained"
        endIcon={<Next />}
        aria-label={next}
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
