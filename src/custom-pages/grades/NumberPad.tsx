import Backspace from '@mui/icons-material/BackspaceOutlined';
import Next from '@mui/icons-material/KeyboardReturn';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/useText';

interface NumberPadProps {
  /** A digit, `.`, or `erase`. */
  onPress: (key: string) => void;
  onNext: () => void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Keys for a thumb. They leave the focus in the field that is typed in. */
export function NumberPad({ onPress, onNext }: NumberPadProps) {
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
        startIcon={<Next />}
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
