import Paper, { type PaperProps } from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { createContext, useContext } from 'react';

/** That there is more than the list shows. */
export const PickerHint = createContext('');

/** Under an open list: the hint stands below it and does not scroll away. */
export function PickerPaper({ children, ...paper }: PaperProps) {
  const hint = useContext(PickerHint);
  return (
    <Paper {...paper}>
      {children}
      {hint && (
        <Typography
          variant="caption"
          color="text.secondary"
          sx={{ display: 'block', px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
        >
          {hint}
        </Typography>
      )}
    </Paper>
  );
}
