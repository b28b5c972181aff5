import { Typography, type TypographyProps } from '@mui/material';

interface PlainTextProps extends Pick<TypographyProps, 'variant' | 'color'> {
  children: string;
}

/** Text of a user. It keeps its line breaks and its direction, and is never parsed as markup. */
export const PlainText = ({ children, ...text }: PlainTextProps) => (
  <Typography
    {...text}
    dir="auto"
    component="div"
    sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'isolate' }}
  >
    {children}
  </Typography>
);
