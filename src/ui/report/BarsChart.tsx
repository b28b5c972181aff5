import { Box } from '@mui/material';
import { colours as modes } from '../../theme/tokens';
import { VisuallyHidden } from '../page/VisuallyHidden';

export interface Bar {
  label: string;
  value: number;
  colour?: string;
}

interface BarsChartProps {
  title: string;
  measure: string;
  bars: readonly Bar[];
  /** Fixed end of the scale, for example 100 for percentages. */
  max?: number;
}

/** Pixels. A chart with too many bars scrolls. */
const barWidth = 30;
/** A chart with more bars may scroll on a phone, so it gets keyboard focus. */
const maxBarsOnPhone = 9;

/** The first bar is at the right. Screen readers read the chart as a list (ADR 35). */
export function BarsChart({ title, measure, bars, max = 0 }: BarsChartProps) {
  const end = Math.max(max, ...bars.map(({ value }) => value)) || 1;
  return (
    <Box component="figure" sx={figureStyle} {...(bars.length > maxBarsOnPhone ? { tabIndex: 0 } : {})}>
      <VisuallyHidden>
        <figcaption>
          {title} ({measure})
        </figcaption>
      </VisuallyHidden>
      <Box component="ul" sx={{ ...barsStyle, minWidth: bars.length * barWidth }}>
        {bars.map(({ label, value, colour }) => (
          <li key={label}>
            <span title={label}>{label}</span>
            <Box sx={{ bgcolor: colour ?? 'primary.main', height: `${(value / end) * barHeight}px` }} />
            <span>{value}</span>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const barHeight = 196;

const figureStyle = {
  m: 0,
  position: 'relative',
  overflowX: 'auto',
  overflowY: 'hidden',
  '@media print': { overflow: 'visible' },
} as const;

/** Printed pages are light in dark mode too. Printers drop backgrounds, so bars need an outline. */
const { ink } = modes.light;
const barsStyle = {
  height: 260,
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'flex',
  fontSize: '0.8125rem',
  lineHeight: 1.25,
  '& > li': {
    flex: '1 1 0',
    minWidth: 0,
    display: 'flex',
    // Screen readers read the label first, although the label is below the bar.
    flexDirection: 'column-reverse',
    alignItems: 'center',
    gap: '4px',
  },
  '& > li > span:first-of-type': {
    height: '2.5em',
    maxWidth: '100%',
    overflow: 'hidden',
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
  '& > li > div': { width: '62%', maxWidth: 64, flex: 'none', borderRadius: '4px 4px 0 0' },
  '@media print': {
    color: ink,
    minWidth: '0 !important',
    '& > li > div': { outline: `1px solid ${ink}`, printColorAdjust: 'exact' },
  },
} as const;
