import { BarPlot } from '@mui/x-charts/BarChart';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { Box, useTheme } from '@mui/material';
import { colours as modes } from '../../theme/tokens';
import { VisuallyHidden } from '../page/VisuallyHidden';

export interface Bar {
  label: string;
  value: number;
  /** In place of the one colour of all. */
  colour?: string;
}

interface BarsChartProps {
  /** What the bars show; read aloud before the figures. */
  title: string;
  /** What a value is: "number of students". */
  measure: string;
  bars: readonly Bar[];
  /** The end of the scale, where it is known: 100 for percentages. */
  max?: number;
}

/** In pixels: a bar has room for its figure; more of them than fit are scrolled to. */
const room = 30;
/** Bars that fit on any phone: the nine letters do. */
const fitting = 9;

/** A drawing knows no direction of text: the sign before a letter would stand on the wrong side. */
const rightToLeft = (label: string) => `\u2067${label}\u2069`;

/**
 * Bars from right to left, each with its figure, so that nothing has to be pointed at or measured on an axis. The
 * drawing is for the eye; the figures stand beside it for everybody else. Made of the parts of the library that it
 * needs: with all of `BarChart` a screen would be heavier than it may be.
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

/** Paper is light, whatever the screen is: pale figures would be lost on it, and pale bars have an edge. */
const { ink } = modes.light;
const onPaper = {
  minWidth: 0,
  '& svg': { maxWidth: '100%' },
  '& text': { fill: `${ink} !important` },
  '& line, & rect': { stroke: `${ink} !important` },
} as const;
