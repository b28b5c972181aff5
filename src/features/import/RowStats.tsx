import { Box, Typography } from '@mui/material';
import { SecondaryText } from '../../ui/page/SecondaryText';

type Tone = 'success' | 'info' | 'error' | 'text';
type Figure = readonly [name: string, value: number, tone: Tone];

export const RowStats = ({ figures }: { figures: readonly Figure[] }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gap: 1,
      gridTemplateColumns: {
        // More than four figures are too narrow on a phone.
        xs: `repeat(${figures.length > 4 ? 3 : figures.length}, minmax(0, 1fr))`,
        sm: `repeat(${figures.length}, minmax(0, 1fr))`,
      },
    }}
  >
    {figures.map(([name, value, tone]) => (
      <Box
        key={name}
        sx={{
          display: 'flex',
          flexDirection: 'column-reverse',
          p: 1.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
        }}
      >
        <SecondaryText component="dt">{name}</SecondaryText>
        <Typography
          component="dd"
          className="figure"
          sx={{
            m: 0,
            fontSize: '1.5rem',
            fontWeight: 700,
            lineHeight: 1.3,
            color: figureColour(value, tone),
          }}
        >
          {value}
        </Typography>
      </Box>
    ))}
  </Box>
);

function figureColour(value: number, tone: Tone): string {
  if (value === 0) return 'text.secondary';
  return tone === 'text' ? 'text.primary' : `${tone}.main`;
}
