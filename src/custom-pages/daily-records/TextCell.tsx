import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import type { RowFieldsProps } from './dailyFields';
import { useField } from './dailyFields';
import { most } from './dailyModel';

interface TextCellProps extends RowFieldsProps {
  column: 'recordContent' | 'teacherNotes';
  /** A button inside of the field. */
  end?: ReactNode;
}

/** A text of one or more lines. */
export function TextCell({ column, end, ...props }: TextCellProps) {
  const { text, label, ariaLabel, problem } = useField(props, column);
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
          maxLength: most.text,
          enterKeyHint: 'next',
        },
        input: end ? { endAdornment: end, sx: { py: 0, paddingInlineEnd: 0.5 } } : { sx: { py: 0 } },
      }}
    />
  );
}
