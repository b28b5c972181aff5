import Next from '@mui/icons-material/ChevronLeft';
import Previous from '@mui/icons-material/ChevronRight';
import History from '@mui/icons-material/HistoryOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { dayNumber } from '../../../contract/rules/hifz/days';
import { hijriDate } from '../../../contract/rules/hijri';
import { pageCount } from '../../../contract/rules/mushaf';
import { useToday } from '../../dataProvider/useInstitute';
import { hifz as labels } from '../../i18n/ar/hifz';
import { IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { juzOfPage, pageState, type MapPage, describePage } from './mapModel';
import { Sign } from './MapGrid';

interface PageFactsProps {
  /** From 1 to 604. Null: no page. */
  page: number | null;
  cell: MapPage | undefined;
  onTurn: (page: number) => void;
  onHearings: (page: number) => void;
}

/** On a wide screen, where a pointer hovers over pages, the height is the same with and without a page. */
export function PageFacts({ page, cell, onTurn, onHearings }: PageFactsProps) {
  return (
    <Box className="no-print" sx={{ ...bar, minHeight: { xs: page === null ? 56 : 160, sm: 96 } }}>
      {page === null || !cell ? (
        <SecondaryText sx={{ gridColumn: '1 / -1' }}>{labels.choosePage}</SecondaryText>
      ) : (
        <>
          <PageDetails page={page} cell={cell} />
          <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
            <IconAction
              title={labels.previousPage}
              size="small"
              disabled={page === 1}
              onClick={() => onTurn(page - 1)}
            >
              <Previous />
            </IconAction>
            <IconAction
              title={labels.nextPage}
              size="small"
              disabled={page === pageCount}
              onClick={() => onTurn(page + 1)}
            >
              <Next />
            </IconAction>
            <Button
              size="small"
              variant="outlined"
              startIcon={<History />}
              sx={{ whiteSpace: 'nowrap' }}
              onClick={() => onHearings(page)}
            >
              {labels.hearings}
            </Button>
          </Stack>
        </>
      )}
    </Box>
  );
}

function PageDetails({ page, cell }: { page: number; cell: MapPage }) {
  const today = useToday();
  const state = pageState(cell);
  const { last_heard, faults, share } = cell;
  const facts = [
    labels.states[state],
    state === 'part' && labels.share(Math.min(Math.max(Math.round(share * 100), 1), 99)),
    faults > 0 && labels.faults(faults),
  ].filter((fact) => typeof fact === 'string');
  const pageStart = describePage(page);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="p" noWrap title={pageStart} sx={{ fontWeight: 600, fontSize: '0.9375rem' }}>
        {labels.pageNumber(page)} · <bdi>{pageStart}</bdi> · {labels.juzNumber(juzOfPage(page))}
      </Typography>
      <Typography
        component="p"
        variant="body2"
        noWrap
        sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}
      >
        <Sign state={state} />
        {facts.join(' · ')}
      </Typography>
      <SecondaryText component="p" noWrap>
        {last_heard === null
          ? labels.neverHeard
          : labels.lastHeard(hijriDate(last_heard), Math.max(dayNumber(today) - dayNumber(last_heard), 0))}
      </SecondaryText>
    </Box>
  );
}

const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  mx: { xs: -2, sm: -3 },
  mb: { xs: -2, sm: -3 },
  px: { xs: 2, sm: 3 },
  py: 1,
  display: 'grid',
  gap: 1,
  alignItems: 'center',
  justifyContent: 'space-between',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
  borderTop: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
} as const;
