import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { MushafEnd } from './MushafEnd';
import { MushafMode } from './MushafMode';
import { MushafShortcuts } from './MushafShortcuts';
import { filledBy, type MushafRangeProps, useMushafRange } from './useMushafRange';

/**
 * Chooses a range of the mushaf, and tells what it fills in the daily record:
 *
 *     <MushafRange value={parseRange(row.recordContent)} start={previous && nextAfter(previous)}
 *       onChange={(range, { recordContent, pagesCount }) => …} />
 */
export function MushafRange(props: MushafRangeProps) {
  const choice = useMushafRange(props);
  const end = useRef<HTMLInputElement>(null);
  const { fields, reading } = choice;
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <MushafMode value={fields.mode} onChange={choice.setMode} />
      <Box sx={fields.mode === 'ayahs' ? rows : columns}>
        <MushafEnd end="from" choice={choice} />
        <MushafEnd end="to" choice={choice} numberRef={end} />
      </Box>
      <MushafShortcuts choice={choice} start={props.start} onStarted={() => end.current?.focus()} />
      <Chosen filled={filledBy(reading.range)} />
    </Stack>
  );
}

const rows = { display: 'grid', rowGap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' };
const columns = { display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' };

/** The range in words, with its pages; said aloud when it changes. */
function Chosen({ filled: { recordContent, pagesCount } }: { filled: ReturnType<typeof filledBy> }) {
  const t = useText();
  return (
    <Box
      role="status"
      sx={{ p: 2, borderRadius: 1, backgroundColor: (theme) => theme.colours.sunken, minHeight: 56 }}
    >
      {pagesCount === null ? (
        <Typography variant="body2" color="text.secondary">
          {t('mushaf.nothingYet')}
        </Typography>
      ) : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, justifyContent: 'space-between' }}>
          <Typography sx={{ fontWeight: 600 }}>{recordContent}</Typography>
          <Typography>
            {t('mushaf.pages')} <Isolated>{pagesCount}</Isolated>
          </Typography>
        </Stack>
      )}
    </Box>
  );
}
