import { Box } from '@mui/material';
import type { HifzMap } from '../../../contract/hifz/map';
import { hifz as labels } from '../../i18n/ar/hifz';
import { Isolated } from '../../ui/page/Isolated';
import { cellLook, looks } from './mapModel';
import { Sign } from './MapGrid';

export function MapLegend({ pages }: Pick<HifzMap, 'pages'>) {
  const counts = new Map<unknown, number>();
  for (const page of pages) counts.set(cellLook(page), (counts.get(cellLook(page)) ?? 0) + 1);
  return (
    <Box component="ul" aria-label={labels.legend} sx={style}>
      {looks.map((look) => (
        <li key={look} title={labels.stateHints[look]}>
          <Sign look={look} />
          <span>{labels.states[look]}</span>
          <b>
            <Isolated>{counts.get(look) ?? 0}</Isolated>
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
