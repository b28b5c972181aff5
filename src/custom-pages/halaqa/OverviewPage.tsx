import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Done from '@mui/icons-material/EventAvailableOutlined';
import Missing from '@mui/icons-material/EventBusyOutlined';
import { Box, Button, Card, CardActionArea, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CircleOverview } from '../../../contract/hifz/map';
import { hijriDate, formatWeekday } from '../../../contract/rules/hijri';
import { daysAfter } from '../../../contract/rules/retention';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useApi } from '../../dataProvider/useApi';
import { TodayButton } from '../../features/teaching-context/TodayButton';
import { type DayChoice, useDay } from '../../features/teaching-context/useDay';
import { t } from '../../i18n/text';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { Figure, FigureStrip } from '../../ui/report/FigureStrip';

export default function OverviewPage() {
  const day = useDay();
  const { hifz } = useApi();
  const features = useServerFeatures();
  const { data, error, refetch } = useQuery({
    queryKey: ['halaqa', 'overview', day.date],
    queryFn: async () => (await hifz()).overview(day.date),
    enabled: features.has('hifz'),
    staleTime: 0,
  });
  const sum = (count: (circle: CircleOverview) => number) =>
    data && <Isolated>{data.reduce((total, circle) => total + count(circle), 0)}</Isolated>;
  // Circles without a register come first, then circles with the most waiting students.
  const circles = data?.toSorted(
    (a, b) => Number(a.register_taken) - Number(b.register_taken) || b.waiting - a.waiting,
  );
  if (features.isOurs === false)
    return (
      <Page title={labels.overview}>
        <EmptyState title={labels.unavailable} text={labels.unavailableText} />
      </Page>
    );
  return (
    <Page
      title={labels.overview}
      subtitle={circles?.length === 0 && labels.overviewText}
      context={<DayBar day={day} />}
      figures={
        <FigureStrip>
          <Figure label={labels.circles} value={sum(() => 1)} />
          <Figure label={labels.heardCount} value={sum((circle) => circle.heard)} />
          <Figure label={labels.waitingCount} value={sum(({ waiting }) => waiting)} />
          <Figure label={labels.absentCount} value={sum(({ absent }) => absent)} />
          <Figure label={labels.missing} value={sum(({ register_taken }) => Number(!register_taken))} />
        </FigureStrip>
      }
    >
      {error ? (
        <ErrorState title={labels.overviewFailed} error={error} onRetry={refetch} />
      ) : !circles ? (
        <Skeleton variant="rounded" height={320} />
      ) : circles.length === 0 ? (
        <EmptyState title={labels.noCircles} text={labels.noCirclesText} />
      ) : (
        <Box component="ul" sx={grid}>
          {circles.map((circle) => (
            <CircleCard key={circle.circle_id} circle={circle} day={day} />
          ))}
        </Box>
      )}
    </Page>
  );
}

const grid = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(320px, 1fr))' },
};

const DayBar = ({ day }: { day: DayChoice }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
    <IconAction title={labels.previousDay} onClick={() => day.setDate(daysAfter(day.date, -1))}>
      <ChevronRight />
    </IconAction>
    <Typography component="span" role="status" sx={dayStyle}>
      {t('days.ofWeek', { weekday: formatWeekday(day.date), hijri: hijriDate(day.date) })}
    </Typography>
    <IconAction
      title={labels.nextDay}
      disabled={day.date >= day.today}
      onClick={() => day.setDate(daysAfter(day.date, 1))}
    >
      <ChevronLeft />
    </IconAction>
    <TodayButton day={day} />
  </Box>
);

function CircleCard({ circle, day }: { circle: CircleOverview; day: DayChoice }) {
  const { name, circle_id, batch_id, subject_code, teacher_name, substitute_name, register_taken } = circle;
  const query = new URLSearchParams({
    batch_id: String(batch_id),
    subject_code,
    circle_id: String(circle_id),
    ...(day.date !== day.today && { date: day.date }),
  });
  const RegisterIcon = register_taken ? Done : Missing;
  return (
    <Card component="li" sx={{ display: 'flex', flexDirection: 'column' }}>
      <CardActionArea
        component={Link}
        to={`/halaqa?${query}`}
        aria-label={labels.toCircle(name)}
        sx={{ p: 2, pb: 1, flex: 1 }}
      >
        <Typography component="h2" variant="h3" noWrap title={name}>
          {name}
        </Typography>
        <SecondaryText>
          {[teacher_name ?? labels.noTeacher, substitute_name && labels.substitute(substitute_name)]
            .filter(Boolean)
            .join(' · ')}
        </SecondaryText>
        <Stack component="dl" direction="row" sx={{ m: 0, mt: 1, gap: 2 }}>
          <Count label={labels.heardCount} value={circle.heard} />
          <Count label={labels.waitingCount} value={circle.waiting} />
          <Count label={labels.absentCount} value={circle.absent} />
        </Stack>
      </CardActionArea>
      <Button
        component={Link}
        to={`/absences?${query}`}
        startIcon={<RegisterIcon />}
        color={register_taken ? 'success' : 'warning'}
        aria-label={[
          register_taken ? labels.registerTaken : labels.registerMissing,
          labels.takeRegister(name),
        ].join(t('ui.comma'))}
        sx={{ justifyContent: 'flex-start', minHeight: 48, px: 2, borderRadius: 0 }}
      >
        {register_taken ? labels.registerTaken : labels.registerMissing}
      </Button>
    </Card>
  );
}

const Count = ({ label, value }: { label: string; value: number }) => (
  <div>
    <SecondaryText component="dt">{label}</SecondaryText>
    <Typography component="dd" className="figure" sx={{ m: 0, fontSize: '1.25rem', fontWeight: 700 }}>
      {value}
    </Typography>
  </div>
);

/** The longest day has one line on a phone. */
const dayStyle = { fontWeight: 600, lineHeight: 1.4, fontSize: { xs: '0.875rem', sm: '1rem' } } as const;
