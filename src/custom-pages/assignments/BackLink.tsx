// Mirrored: back is to the right.
import Back from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import { Link } from 'react-router';

/** The way back, over the title. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Button component={Link} to={to} startIcon={<Back />} className="no-print" sx={{ alignSelf: 'flex-start' }}>
    {children}
  </Button>
);
