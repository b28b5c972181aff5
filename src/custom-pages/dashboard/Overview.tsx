import Info from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { DashboardStats } from '../../../contract/dashboard';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { Panel } from '../../ui/page/Panel';

type Name =
  'successRate' | 'averageGrade' | 'attendanceRate' | 'activeStudents' | 'assignments' | 'todayAbsences';
const rates: ReadonlySet<Name> = new Set(['successRate', 'averageGrade', 'attendanceRate']);
const names: readonly Name[] = [
  'successRate',
  'averageGrade',
  'attendanceRate',
  'activeStudents',
  'assignments',
  'todayAbsences',
];

/** Six figures, each with its formula on hover or tap. */
export function Overview({ stats }: { stats: DashboardStats | undefined }) {
  const t = useText();
  const isDefault = stats?.attendanceRateIsDefault === true;
  return (
    <Panel title={t('dashboard.performance')}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {names.map((name) => {
          const isRateDefault = name === 'attendanceRate' && isDefault;
          return (
            <Figure
              key={name}
              name={t(`dashboard.${name}`)}
              formula={t(isRateDefault ? 'dashboard.formulas.attendanceDefault' : formulaOf(name))}
              value={stats === undefined ? undefined : shown(stats[name])}
              note={isRateDefault ? t('dashboard.defaultValue') : ''}
            />
          );
          function shown(value: number | null) {
            if (value === null) return t('dashboard.noData');
            return rates.has(name) ? t('dashboard.percent', { value }) : String(value);
          }
        })}
      </Box>
    </Panel>
  );
}

const formulaOf = (name: Name): PlainTextKey => `dashboard.formulas.${name}`;

interface FigureProps {
  name: string;
  formula: string;
  value: string | undefined;
  note: string;
}

function Figure({ name, formula, value, note }: FigureProps) {
  const t = useText();
  return (
    <div>
      <Box component="dt" sx={{ display: 'flex', alignItems: 'center', color: 'text.secondary' }}>
        <Typography variant="body2">{name}</Typography>
        <Tooltip title={formula} enterTouchDelay={0} leaveTouchDelay={6_000} describeChild>
          <IconButton size="small" aria-label={t('dashboard.howCounted', { name })}>
            <Info fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      <Typography component="dd" sx={{ m: 0, fontSize: '1.25rem', fontWeight: 700 }}>
        {value === undefined ? <Skeleton width={64} /> : <Isolated>{value}</Isolated>}
        {note && (
          <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
            {note}
          </Typography>
        )}
      </Typography>
    </div>
  );
}
