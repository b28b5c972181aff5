import { styled } from '@mui/material';

/** At most two lines. The row stays as high as a row with one line. */
export const TwoLines = styled('div')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
  lineHeight: 1.35,
  '& .MuiSvgIcon-root': { height: 16, verticalAlign: 'text-bottom' },
  '& .MuiChip-root': { height: 18, verticalAlign: 'text-bottom' },
  '& .MuiTypography-root': { lineHeight: 'inherit' },
});
