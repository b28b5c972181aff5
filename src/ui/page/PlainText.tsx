import { Typography, type TypographyProps } from '@mui/material';

interface PlainTextProps extends Pick<TypographyProps, 'variant' | 'color'> {
  children: string;
}

/** What a person wrote, sign by sign: its lines kept, its direction its own, and nothing in it taken for markup. */
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
