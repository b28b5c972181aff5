import { Box, type Theme, Typography } from '@mui/material';
import { type PointerEvent, useState } from 'react';
import type { HifzWeek } from '../../../contract/hifz/map';
import { hijriDate } from '../../../contract/rules/hijri';
import { hifzProgress as labels } from '../../i18n/ar/hifzProgress';
import { VisuallyHidden } from '../../ui/page/VisuallyHidden';

interface ProgressChartProps {
  weeks: readonly HifzWeek[];
}

export const roundedPages = (pages: number): number => Math.round(pages * 2) / 2;

/** One line is dashed, because colour alone is not accessible. Screen readers get a table. */
export function ProgressChart({ weeks }: ProgressChartProps) {
  const [pointedIndex, setPointedIndex] = useState<number | null>(null);
  const lastIndex = weeks.length - 1;
  const activeIndex = Math.min(pointedIndex ?? lastIndex, lastIndex);
  const scaleMax = roundScale(
    Math.max(...weeks.map(({ planned_pages, heard_pages }) => Math.max(planned_pages, heard_pages))),
  );
  const handlePointer = (event: PointerEvent<HTMLElement>) => {
    const { right, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.round(((right - event.clientX) / Math.max(width, 1)) * lastIndex);
    setPointedIndex(Math.min(Math.max(index, 0), lastIndex));
  };
  const week = weeks[activeIndex];
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <VisuallyHidden>
        <WeekTable weeks={weeks} />
      </VisuallyHidden>
      <Box aria-hidden sx={chartStyle}>
        <Legend />
        <div className="plot">
          <ol className="scale">
            {[scaleMax, scaleMax / 2, 0].map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ol>
          <div
            className="lines"
            onPointerMove={handlePointer}
            onPointerDown={handlePointer}
            onPointerLeave={() => setPointedIndex(null)}
          >
            <svg viewBox={`0 0 ${Math.max(lastIndex, 1)} 100`} preserveAspectRatio="none">
              {pointedIndex !== null && <path className="pointed" d={`M${lastIndex - activeIndex} 0V100`} />}
              <path
                className="planned"
                d={linePath(
                  weeks.map((one) => one.planned_pages),
                  scaleMax,
                )}
              />
              <path
                className="heard"
                d={linePath(
                  weeks.map((one) => one.heard_pages),
                  scaleMax,
                )}
              />
            </svg>
          </div>
        </div>
        <div className="ends">
          <span>{hijriDate(weeks[0]?.week ?? '')}</span>
          <span>{hijriDate(weeks[lastIndex]?.week ?? '')}</span>
        </div>
        {week && (
          <Typography variant="body2" sx={{ minHeight: '1.7em' }}>
            {labels.inWeek(
              hijriDate(week.week),
              roundedPages(week.planned_pages),
              roundedPages(week.heard_pages),
            )}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** An even number, because the middle of the scale must be a whole number. */
const roundScale = (highest: number) => Math.max(Math.ceil(highest / 2) * 2, 2);

/** The oldest week is at the right. A single week is a horizontal line. */
function linePath(values: readonly number[], scaleMax: number): string {
  const points = values.length === 1 ? [...values, ...values] : values;
  const end = points.length - 1;
  return points
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${end - index} ${(100 - (value / scaleMax) * 100).toFixed(2)}`,
    )
    .join('');
}

const Legend = () => (
  <div className="legend">
    {(['planned', 'heard'] as const).map((line) => (
      <span key={line}>
        <svg viewBox="0 0 1 2" preserveAspectRatio="none">
          <path className={line} d="M0 1H1" />
        </svg>
        {labels[line]}
      </span>
    ))}
  </div>
);

const WeekTable = ({ weeks }: ProgressChartProps) => (
  <table>
    <caption>{labels.chart}</caption>
    <thead>
      <tr>
        <th scope="col">{labels.week}</th>
        <th scope="col">{labels.planned}</th>
        <th scope="col">{labels.heard}</th>
      </tr>
    </thead>
    <tbody>
      {weeks.map(({ week, planned_pages, heard_pages }) => (
        <tr key={week}>
          <th scope="row">{hijriDate(week)}</th>
          <td>{roundedPages(planned_pages)}</td>
          <td>{roundedPages(heard_pages)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const chartStyle = ({ colours: c }: Theme) => ({
  display: 'grid',
  gap: 0.5,
  minWidth: 0,
  fontSize: '0.8125rem',
  color: c.quietInk,
  '& path': { fill: 'none', strokeWidth: 2.5, vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round' },
  '& .planned': { stroke: c.accent, strokeDasharray: '6 5' },
  '& .heard': { stroke: c.primary },
  '& .pointed': { stroke: c.edge, strokeWidth: 1 },
  '& .legend': { display: 'flex', flexWrap: 'wrap', columnGap: 2 },
  '& .legend span': { display: 'inline-flex', alignItems: 'center', gap: 0.75 },
  '& .legend svg': { width: 32, height: 10 },
  '& .plot': { display: 'flex', gap: 1, height: 190 },
  '& .scale': {
    m: 0,
    p: 0,
    listStyle: 'none',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    lineHeight: 1,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .lines': {
    position: 'relative',
    flex: 1,
    minWidth: 0,
    touchAction: 'pan-y',
    borderBottom: `1px solid ${c.edge}`,
    backgroundImage: `linear-gradient(${c.hairline} 1px, transparent 1px)`,
    backgroundSize: '100% 50%',
  },
  '& .lines svg': { position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' },
  '& .ends': { display: 'flex', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' },
});
