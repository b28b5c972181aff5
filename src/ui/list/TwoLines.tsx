import { styled } from '@mui/material';

/** Two small lines for a long name or date. The row stays as high as a row with one line. */
export const TwoLines = styled('div')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  whiteSpace: 'normal',
  fontSize: '0.75rem',
  lineHeight: 1.4,
  '&& .MuiTypography-caption': { display: 'block !important', marginInlineStart: 0, font: 'inherit' },
});
