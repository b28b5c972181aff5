import { styled } from '@mui/material';

/** A long name or date in a table cell, on two small lines at most: the row is as high as one with a single line. */
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
