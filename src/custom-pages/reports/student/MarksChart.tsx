import { Box, Typography } from '@mui/material';
import { t } from '../../../i18n/text';
import { Isolated } from '../../../ui/page/Isolated';
import { Panel } from '../../../ui/page/Panel';
import { letterBand, type SubjectResult } from './reportModel';

/** The bars are horizontal, so that a phone has room for whole names and for many subjects. */
export function MarksChart({ results }: { results: readonly SubjectResult[] }) {
  return (
    <Panel title={t('studentReport.chart')} isOnScreenOnly>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {results.map(({ name, percentage, letter }) => (
          <Box key={name} component="li" sx={rowStyle}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <bdi>{name}</bdi>
            </Typography>
            <Box aria-hidden data-bar sx={trackStyle}>
              <Box
                style={{ width: `${percentage}%` }}
                sx={{
                  height: '100%',
                  borderRadius: 1,
                  backgroundColor: ({ bands }) => bands[letterBand(letter)].ink,
                }}
              />
            </Box>
            <Typography sx={{ fontWeight: 700, textAlign: 'end' }}>
              <Isolated>{t('ui.percent', { value: percentage })}</Isolated>
            </Typography>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

const rowStyle = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.25,
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 4rem', sm: '14rem minmax(0, 1fr) 4rem' },
  // On a phone the bar has its own line, below the name and the number.
  '& > [data-bar]': {
    gridRow: { xs: 2, sm: 'auto' },
    gridColumn: { xs: '1 / -1', sm: 'auto' },
  },
} as const;

const trackStyle = {
  height: { xs: 10, sm: 16 },
  borderRadius: 1,
  backgroundColor: 'action.hover',
} as const;
