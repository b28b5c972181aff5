import { styled } from '@mui/material/styles';
import { Notification } from 'react-admin';

/** Messages at the bottom of the inline start, at most 350 px wide. */
const Placed = styled(Notification)(({ theme }) => ({
  '& .MuiSnackbarContent-root': {
    maxWidth: 350,
    minWidth: 0,
    flexGrow: 1,
    borderRadius: theme.shape.borderRadius,
  },
  '& .MuiSnackbarContent-message': { fontSize: '0.9375rem', lineHeight: 1.6, overflowWrap: 'anywhere' },
}));

// Mirrored with everything else: "left" is the right edge.
export const Toasts = () => (
  <Placed anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} autoHideDuration={6000} multiLine />
);
