import TextField from '@mui/material/TextField';
import { type RowFieldsProps, useField } from './dailyFields';

interface NumberCellProps extends RowFieldsProps {
  column: 'pagesCount' | 'mistakesCount';
}

/** A number, in digits of any script. */
export function NumberCell({ column, ...props }: NumberCellProps) {
  const { text, label, ariaLabel, problem } = useField(props, column);
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
          autoComplete: 'off',
          className: 'figure',
          maxLength: 8,
          style: { textAlign: 'center' },
        },
        formHelperText: { sx: { mx: 0, textAlign: 'center' } },
      }}
    />
  );
}
