import { Box, type Theme, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { listDaysOff } from '../../../contract/rules/calendar';
import { dayToDate, dayNumber } from '../../../contract/rules/hifz/days';
import type { History } from '../../../contract/rules/hifz/memorised';
import type { Plan } from '../../../contract/rules/hifz/plan';
import { previewPlan, type PreviewDay } from '../../../contract/rules/hifz/preview';
import { sumSpanPages, type Span } from '../../../contract/rules/hifz/spans';
import { hijriDate, formatWeekday } from '../../../contract/rules/hijri';
import { ayahFromNumber, roundPages } from '../../../contract/rules/mushaf';
import { describeRange } from '../../../contract/rules/mushafText';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { type StudentProgress, type PlanValues, toSpan } from './planModel';

interface PlanPreviewProps {
  /** Null if the plan is incomplete. */
  values: PlanValues | null;
  progress: StudentProgress;
  isTemplate: boolean;
}

/** Shows the tasks of the next two weeks. Lazy-loaded, because the planning rules are large. */
export default function PlanPreview({ values, progress, isTemplate }: PlanPreviewProps) {
  const id = useId();
  const today = useToday();
  const firstDay = values && values.begin > today ? values.begin : today;
  const daysOff = useDaysOff(firstDay);
  const days = useMemo(
    () => values && planNextDays(values, progress, today, daysOff),
    [values, progress, today, daysOff],
  );
  const isFinished =
    values && values.new_days.length > 0 && days !== null && days.every((day) => day.new.length === 0);
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} component="h3" sx={{ fontWeight: 700 }}>
        {labels.preview}
      </Typography>
      <SecondaryText sx={{ mb: 1 }}>
        {days === null ? labels.previewWrong : isTemplate ? labels.previewOfTemplate : labels.previewHint}
      </SecondaryText>
      {days?.length === 0 && <Typography variant="body2">{labels.previewEmpty}</Typography>}
      {isFinished && days.length > 0 && <Typography variant="body2">{labels.finished}</Typography>}
      {days !== null && days.length > 0 && (
        <Box component="ol" aria-labelledby={id} sx={listStyle}>
          {days.map((day) => (
            <Day key={day.day} day={day} />
          ))}
        </Box>
      )}
    </Box>
  );
}

const toPlan = (values: PlanValues, daysOff: ReadonlySet<number>): Plan => ({
  daysOff,
  direction: values.direction,
  ranges: values.ranges.map(toSpan),
  startAyah: toSpan({ from: values.start, to: values.start }).from,
  amount: values.amount,
  newDays: values.new_days,
  revisionDays: values.revision_days,
  near: values.near,
  farCycleDays: values.far_cycle_days,
  farPagesPerDay: values.far_pages_per_day,
  juzTest: values.juz_test,
  firstDay: dayNumber(values.begin),
  lastDay: values.end === null ? null : dayNumber(values.end),
});

/** Memorised ayahs count as recited long ago, so that near revision contains only lessons. */
function buildHistory({ memorised, lessons }: StudentProgress): History {
  return {
    declared: memorised.map((range) => ({ ...toSpan(range), day: 0, strength: 5 })),
    recitations: lessons.toReversed().map(({ date, ranges, result }) => ({
      day: dayNumber(date),
      isNew: true,
      isLesson: result !== 'repeat',
      isRepeat: result === 'repeat',
      spans: ranges.map(toSpan),
      faults: [],
    })),
  };
}

const twoWeeks = 14;

/** The holidays of the whole institute. A template does not know the batch, which may have more. */
const wholeInstitute = { section: 'mixed', program_id: '', batch_id: 0 } as const;
const noDays: ReadonlySet<number> = new Set();

function useDaysOff(from: string): ReadonlySet<number> {
  const { calendar } = useApi();
  const to = dayToDate(dayNumber(from) + twoWeeks);
  const { data } = useQuery({
    queryKey: ['calendar', 'preview', from],
    queryFn: () => calendar({ from, to }),
  });
  return useMemo(() => (data ? listDaysOff(data, wholeInstitute) : noDays), [data]);
}

/** Starts on the first day of the plan, or today. If today's lesson is recorded, starts tomorrow. */
function planNextDays(
  values: PlanValues,
  progress: StudentProgress,
  today: string,
  daysOff: ReadonlySet<number>,
): PreviewDay[] {
  const plan = toPlan(values, daysOff);
  const todayNumber = dayNumber(today);
  const isLessonDone = progress.lessons.some(({ date }) => date === today);
  return previewPlan(
    plan,
    buildHistory(progress),
    Math.max(plan.firstDay, isLessonDone ? todayNumber + 1 : todayNumber),
    twoWeeks,
  );
}

function Day({ day: { day, farPages, near, ...tasks } }: { day: PreviewDay }) {
  const date = dayToDate(day);
  return (
    <li>
      <div>
        <b>{formatWeekday(date)}</b> <small>{hijriDate(date)}</small>
      </div>
      <dl>
        {tasks.new.length > 0 && <TaskLine name={labels.new} spans={tasks.new} isNew />}
        {near.length > 0 && <TaskLine name={labels.nearShort} spans={near} />}
        {farPages > 0 && (
          <div>
            <dt>{labels.far}</dt>
            <dd>{labels.upTo(farPages)}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

const describeSpan = ({ from, to }: Span): string => {
  const [first, last] = [ayahFromNumber(from), ayahFromNumber(to)];
  return first && last ? describeRange({ from: first, to: last }) : '';
};

const TaskLine = ({
  name,
  spans,
  isNew = false,
}: {
  name: string;
  spans: readonly Span[];
  isNew?: boolean;
}) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span style={isNew ? { fontWeight: 600 } : {}}>{spans.map(describeSpan).join(t('ui.comma'))}</span>{' '}
      <small>({labels.pages(roundPages(sumSpanPages(spans)))})</small>
    </dd>
  </div>
);

const listStyle = (theme: Theme) => ({
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': { py: 0.75, borderTop: `1px solid ${theme.colours.hairline}`, fontSize: '0.875rem' },
  '& > li > div': { lineHeight: 1.5 },
  '& small': { color: theme.colours.quietInk, fontSize: '0.8125rem' },
  '& dl': { m: 0 },
  '& dl > div': { display: 'grid', gridTemplateColumns: '3.25rem minmax(0, 1fr)', lineHeight: 1.6 },
  '& dt': { color: theme.colours.quietInk },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
});
