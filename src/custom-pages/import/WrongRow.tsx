import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { fieldName } from './fieldNames';
import type { WrongRow as Row } from './reading/work';

interface WrongRowProps {
  type: ImportType;
  row: Row;
  onCorrect: (values: Record<string, string>) => Promise<void>;
}

/** A refused row: its line, its reasons, and fields to put it right in place. */
export function WrongRow({ type, row, onCorrect }: WrongRowProps) {
  const t = useText();
  const [values, setValues] = useState<Record<string, string> | null>(null);
  const { line, notes, record } = row;
  const named = notes.flatMap(({ field }) => (field !== null && field in record ? [field] : []));
  const fields = named.length > 0 ? [...new Set(named)] : Object.keys(record);
  const isRight = notes.length === 0;
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' }, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="body2" className="figure" color="text.secondary" sx={{ minWidth: '4.5rem' }}>
          {t('imports.line', { line })}
        </Typography>
        <Box sx={{ flex: 1, minWidth: '12rem' }}>
          {isRight && (
            <Typography variant="body2" sx={{ color: 'success.main', display: 'flex', gap: 0.5 }}>
              <CheckCircle aria-hidden fontSize="small" /> {t('imports.corrected')}
            </Typography>
          )}
          {notes.map(({ message }) => (
            <Typography key={message} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {message}
            </Typography>
          ))}
        </Box>
        {values === null && !isRight && (
          <Button
            size="small"
            aria-label={t('imports.correctLine', { line })}
            onClick={() => setValues(Object.fromEntries(fields.map((field) => [field, record[field] ?? ''])))}
          >
            {t('imports.correct')}
          </Button>
        )}
      </Box>
      {values && (
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void onCorrect(values).then(() => setValues(null));
          }}
          sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, pt: 1 }}
        >
          {Object.keys(values).map((field, index) => (
            <TextField
              key={field}
              label={fieldName(type, field)}
              value={values[field]}
              autoFocus={index === 0}
              onChange={(event) => setValues({ ...values, [field]: event.target.value })}
              slotProps={{ htmlInput: { dir: 'auto' } }}
            />
          ))}
          <Box sx={{ display: 'flex', gap: 1, gridColumn: '1 / -1' }}>
            <Button type="submit" variant="outlined">
              {t('imports.check')}
            </Button>
            <Button onClick={() => setValues(null)}>{t('ui.cancel')}</Button>
          </Box>
        </Box>
      )}
    </Box>
  );
}
