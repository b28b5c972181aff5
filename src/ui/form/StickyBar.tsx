import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';
import { sizes } from '../../theme/tokens';

interface StickyBarProps {
  /** Of the bar with the room below it, in pixels: what has the focus is scrolled above it, not under it. */
  height: number;
  /** How its parts stand in it. */
  layout: SystemStyleObject;
  children: ReactNode;
}

/** The bar that stays at the bottom of a page on which something is being done. */
export function StickyBar({ height, layout, children }: StickyBarProps) {
  return (
    <Paper
      variant="outlined"
      className="no-print"
      sx={{
        position: 'sticky',
        bottom: { xs: 0, sm: 16 },
        zIndex: 2,
        gap: 1,
        alignItems: 'center',
        borderRadius: 1.5,
        ...layout,
      }}
    >
      <GlobalStyles styles={{ html: { scrollPaddingBlock: `${sizes.topBar + 8}px ${height}px` } }} />
      {children}
    </Paper>
  );
}
