import Close from '@mui/icons-material/Close';
import { Box, Typography } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { firstHour as labels } from '../i18n/ar/firstHour';
import { IconAction } from '../ui/page/IconAction';
import { LinkButton } from '../ui/page/LinkButton';
import { setTour, useTour } from '../ui/page/tour';

/** Above the pages of a tour: the name of the step, and a link to the next one. */
export default function TourBar() {
  const { current, next } = useTour();
  useTourEnd(next === undefined);
  if (!current || !next) return null;
  return (
    <Box
      component="section"
      aria-label={labels.title}
      className="no-print"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        mb: 2,
        paddingInline: 2,
        minHeight: 48,
        border: 1,
        borderColor: 'primary.main',
        borderRadius: 1,
      }}
    >
      <Typography sx={{ flex: 1, minWidth: 0, fontWeight: 600 }}>{current.label}</Typography>
      <LinkButton size="small" to={next.url} label={labels.next(next.title)} />
      <IconAction title={labels.end} size="small" onClick={() => setTour([])}>
        <Close fontSize="small" />
      </IconAction>
    </Box>
  );
}

/** The tour ends on its last page, and on every page outside of it. */
function useTourEnd(isOver: boolean): void {
  const { pathname } = useLocation();
  const endTour = useEffectEvent(() => {
    if (isOver) setTour([]);
  });
  // Only a navigation ends the tour, because it starts on its last page.
  useEffect(() => endTour(), [pathname]);
}
