import { Box } from '@mui/material';
import type { HifzMap } from '../../../contract/hifz/map';
import { hifz as labels } from '../../i18n/ar/hifz';
import { Isolated } from '../../ui/page/Isolated';
import { pageState, pageStates } from './mapModel';
import { Sign } from './MapGrid';

export function MapLegend({ pages }: Pick<HifzMap, 'pages'>) {
  const counts = new Map<unknown, number>();
  for (const page of pages) counts.set(pageState(page), (counts.get(pageState(page)) ?? 0) + 1);
  return (
    <Box component="ul" aria-label={labels.legend} sx={style}>
      {pageStates.map((state) => (
        <li key={state} title={labels.stateHints[state]}>
          <Sign state={state} />
          <span>{labels.states[state]}</span>
          <b>
            <Isolated>{counts.get(state) ?? 0}</Isolated>
          </b>
        </li>
      ))}
    </Box>
  );
}

const style = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  rowGap: 0.5,
  fontSize: '0.875rem',
  '& li': { display: 'flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' },
} as const;
