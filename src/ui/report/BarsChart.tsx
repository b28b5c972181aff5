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
  /** The end of the scale, if it is fixed: 100 for percentages. */
  max?: number;
}

/** In pixels, with the figure; a chart with too many bars scrolls. */
const barWidth = 30;
/** The nine letter grades fit on any phone. */
const maxBarsOnPhone = 9;

/** Bars from right to left, each with its figure above and its label below: a list to screen readers (ADR 35). */
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

/** Paper is light in dark mode too, and printers drop backgrounds: bars need an outline. */
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
    // Screen readers read the label first, although it stands below.
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
