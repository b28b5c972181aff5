import Typography, { type TypographyProps } from '@mui/material/Typography';

/** Text that somebody wrote, in its own direction and with its line breaks. */
export const Written = ({ children, ...rest }: { children: string } & Omit<TypographyProps, 'children'>) => (
  <Typography {...rest} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...rest.sx }}>
    <bdi>{children}</bdi>
  </Typography>
);
