import { BarPlot } from '@mui/x-charts/BarChart';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { Box, useTheme } from '@mui/material';
import { colours as modes } from '../../theme/tokens';
import { VisuallyHidden } from '../page/VisuallyHidden';

export interface Bar {
  label: string;
  value: number;
  /** Instead of the common colour. */
  colour?: string;
}

interface BarsChartProps {
  /** What the bars show; screen readers read it before the figures. */
  title: string;
  /** What a value means: "number of students". */
  measure: string;
  bars: readonly Bar[];
  /** The end of the scale, if it is known: 100 for percentages. */
  max?: number;
}

/** Pixels for a bar with its figure; if there are too many bars, the chart scrolls. */
const room = 30;
/** Number of bars that fit on any phone: the nine letters do. */
const fitting = 9;

/** SVG text ignores the direction of the page: the sign before a letter would be on the wrong side. */
const rightToLeft = (label: string) => `\u2067${label}\u2069`;

/**
 * Bars from right to left, each with its figure, so that no axis or tooltip is needed. Screen readers get a table of
 * the figures. Built from single parts of the library, because `BarChart` would be too large.
 */
export default function BarsChart({ title, measure, bars, max }: BarsChartProps) {
  const theme = useTheme();
  const colours = bars.map(({ colour }) => colour ?? theme.palette.primary.main);
  return (
    <Box component="figure" sx={figureStyle} {...(bars.length > fitting ? { tabIndex: 0 } : {})}>
      <Box
        aria-hidden
        dir="ltr"
        sx={{
          minWidth: bars.length * room,
          '& text': { fontFamily: 'inherit', fill: theme.palette.text.primary },
          '@media print': onPaper,
        }}
      >
        <ChartsContainer
          height={260}
          disableKeyboardNavigation
          skipAnimation
          margin={{ left: 8, right: 8, top: 24, bottom: 4 }}
          xAxis={[
            {
              scaleType: 'band',
              data: bars.map(({ label }) => label),
              valueFormatter: rightToLeft,
              reverse: true,
              height: 32,
              categoryGapRatio: 0.35,
              colorMap: { type: 'ordinal', values: bars.map(({ label }) => label), colors: colours },
            },
          ]}
          yAxis={[{ position: 'none', min: 0, ...(max === undefined ? {} : { max }) }]}
          series={[
            {
              type: 'bar',
              data: bars.map(({ value }) => value),
              label: measure,
              barLabel: 'value',
              barLabelPlacement: 'outside',
            },
          ]}
        >
          <BarPlot borderRadius={4} skipAnimation />
          <ChartsXAxis />
        </ChartsContainer>
      </Box>
      <VisuallyHidden>
        <figcaption>{title}</figcaption>
        <ul>
          {bars.map(({ label, value }) => (
            <li key={label}>
              {label}: {value}
            </li>
          ))}
        </ul>
      </VisuallyHidden>
    </Box>
  );
}

const figureStyle = {
  m: 0,
  position: 'relative',
  overflowX: 'auto',
  overflowY: 'hidden',
  '@media print': { overflow: 'visible' },
} as const;

/** Print uses light colours: pale figures would be unreadable, and pale bars need an edge. */
const { ink } = modes.light;
const onPaper = {
  minWidth: 0,
  '& svg': { maxWidth: '100%' },
  '& text': { fill: `${ink} !important` },
  '& line, & rect': { stroke: `${ink} !important` },
} as const;
