import Next from '@mui/icons-material/ArrowBack';
import Previous from '@mui/icons-material/ArrowForward';
import Backspace from '@mui/icons-material/BackspaceOutlined';
import NextField from '@mui/icons-material/KeyboardReturn';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { LetterChip } from '../../ui/report/LetterChip';
import { markText, type SheetRow, typedText } from './sheetRow';
import type { GradeSheet } from './useGradeSheet';
import { columnName, useMarkProblem } from './useMarkProblem';

interface GradeEntryStudentProps {
  sheet: GradeSheet;
  row: SheetRow;
  /** Counted from 0. */
  place: number;
  total: number;
  /** To the next student, or the one before. */
  onGo: (step: 1 | -1) => void;
}

/** The marks of one student to be typed with the thumb. */
export function GradeEntryStudent({ sheet, row, place, total, onGo }: GradeEntryStudentProps) {
  const t = useText();
  const sentenceOf = useMarkProblem(sheet.settings);
  const { columns, settings } = sheet;
  const [at, setAt] = useState(0);
  /** The first digit in a field takes the place of what stands there. */
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
          <Typography variant="body2" color="text.secondary">
            {t('gradeEntry.place', { place: place + 1, total })}
          </Typography>
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
                problem ? sentenceOf(name, problem) : t('gradeEntry.outOf', { max: settings[`${name}Max`] })
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
                // The pad below is the keyboard; one that is plugged in types as ever.
                htmlInput: { inputMode: 'none', autoComplete: 'off', maxLength: 12, enterKeyHint: 'next' },
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
          {t('gradeEntry.next')}
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

/** Keys for a thumb. They leave the focus in the field that is typed in. */
function NumberPad({ onPress, onNext }: NumberPadProps) {
  const t = useText();
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
