import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { VisuallyHidden } from './VisuallyHidden';

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
  most?: number;
}

/** In pixels: the room of the bars, and that of a figure above each. */
const room = { bars: 200, figure: 24 };
/** The part of its place that a bar fills. */
const filled = 0.65;

/**
 * Bars from right to left, each with its figure, so that nothing has to be pointed at or measured on an axis. The
 * drawing is for the eye; the figures stand beside it for everybody else. Drawn by hand: a library of charts would be
 * most of what the screen loads.
 */
export default function BarsChart({ title, measure, bars, most }: BarsChartProps) {
  const { palette } = useTheme();
  const end = most ?? Math.max(1, ...bars.map(({ value }) => value));
  const place = 100 / Math.max(1, bars.length);
  const floor = room.figure + room.bars;
  return (
    <Box component="figure" sx={{ m: 0, position: 'relative' }}>
      <Box aria-hidden sx={{ '& svg': { display: 'block', direction: 'ltr' } }}>
        <svg width="100%" height={floor}>
          {bars.map(({ label, value, colour }, index) => {
            const middle = 100 - place * (index + 0.5);
            const height = (Math.min(value, end) / end) * room.bars;
            return (
              <g key={label}>
                <rect
                  x={`${middle - (place * filled) / 2}%`}
                  y={floor - height}
                  width={`${place * filled}%`}
                  height={height}
                  rx={Math.min(4, height / 2)}
                  fill={colour ?? palette.primary.main}
                />
                <text
                  x={`${middle}%`}
                  y={floor - height - 8}
                  textAnchor="middle"
                  fontSize="0.8125rem"
                  fill={palette.text.primary}
                >
                  {value}
                </text>
              </g>
            );
          })}
        </svg>
        <Box sx={{ display: 'flex', borderTop: 1, borderColor: 'divider', pt: 0.5 }}>
          {bars.map(({ label }) => (
            <Typography
              key={label}
              variant="caption"
              noWrap
              sx={{ flex: '1 1 0', minWidth: 0, px: 0.25, textAlign: 'center' }}
            >
              <bdi>{label}</bdi>
            </Typography>
          ))}
        </Box>
      </Box>
      <VisuallyHidden>
        <figcaption>
          {title} ({measure})
        </figcaption>
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
