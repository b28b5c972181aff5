import { Box, type Theme, Typography } from '@mui/material';
import { useId, useMemo } from 'react';
import { dayToDate, dayNumber } from '../../../contract/rules/hifz/days';
import type { History } from '../../../contract/rules/hifz/memorised';
import type { Plan } from '../../../contract/rules/hifz/plan';
import { previewPlan, type PreviewDay } from '../../../contract/rules/hifz/preview';
import { sumSpanPages, type Span } from '../../../contract/rules/hifz/spans';
import { hijriDate, formatWeekday } from '../../../contract/rules/hijri';
import { ayahFromNumber, roundPages } from '../../../contract/rules/mushaf';
import { describeRange } from '../../../contract/rules/mushafText';
import { useToday } from '../../dataProvider/useInstitute';
import { hifzPlan as say } from '../../i18n/ar/hifzPlan';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { type Known, type PlanValues, spanOf } from './planModel';

interface PlanPreviewProps {
  /** Null while the plan is not complete. */
  values: PlanValues | null;
  known: Known;
  isTemplate: boolean;
}

/** The days of the next two weeks: what is new, near and far on each. Loaded by itself, with the rules that tell it. */
export default function PlanPreview({ values, known, isTemplate }: PlanPreviewProps) {
  const id = useId();
  const today = useToday();
  const days = useMemo(() => values && nextDays(values, known, today), [values, known, today]);
  const isFinished =
    values && values.new_days.length > 0 && days !== null && days.every((day) => day.new.length === 0);
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} component="h3" sx={{ fontWeight: 700 }}>
        {say.preview}
      </Typography>
      <SecondaryText sx={{ mb: 1 }}>
        {days === null ? say.previewWrong : isTemplate ? say.previewOfTemplate : say.previewHint}
      </SecondaryText>
      {days?.length === 0 && <Typography variant="body2">{say.previewEmpty}</Typography>}
      {isFinished && days.length > 0 && <Typography variant="body2">{say.finished}</Typography>}
      {days !== null && days.length > 0 && (
        <Box component="ol" aria-labelledby={id} sx={list}>
          {days.map((day) => (
            <Day key={day.day} day={day} />
          ))}
        </Box>
      )}
    </Box>
  );
}

/** As the rules take it. */
const asPlan = (values: PlanValues): Plan => ({
  direction: values.direction,
  ranges: values.ranges.map(spanOf),
  start: spanOf({ from: values.start, to: values.start }).from,
  amount: values.amount,
  newDays: values.new_days,
  revisionDays: values.revision_days,
  near: values.near,
  farCycleDays: values.far_cycle_days,
  farPagesPerDay: values.far_pages_per_day,
  juzTest: values.juz_test,
  begin: dayNumber(values.begin),
  end: values.end === null ? null : dayNumber(values.end),
});

/** Each ayah that is memorised counts as declared long ago: lessons alone decide what is near. */
function historyOf({ memorised, lessons }: Known): History {
  return {
    declared: memorised.map((range) => ({ ...spanOf(range), day: 0, strength: 5 })),
    hearings: lessons.toReversed().map(({ date, ranges, result }) => ({
      day: dayNumber(date),
      isNew: true,
      isLesson: result !== 'repeat',
      isRepeat: result === 'repeat',
      spans: ranges.map(spanOf),
      faults: [],
    })),
  };
}

const twoWeeks = 14;

/** The next two weeks of a plan: from today, from tomorrow if today's lesson was heard, or from its first day. */
function nextDays(values: PlanValues, known: Known, today: string): PreviewDay[] {
  const plan = asPlan(values);
  const now = dayNumber(today);
  const isHeard = known.lessons.some(({ date }) => date === today);
  return previewPlan(plan, historyOf(known), Math.max(plan.begin, isHeard ? now + 1 : now), twoWeeks);
}

function Day({ day: { day, farPages, near, ...tasks } }: { day: PreviewDay }) {
  const date = dayToDate(day);
  return (
    <li>
      <div>
        <b>{formatWeekday(date)}</b> <small>{hijriDate(date)}</small>
      </div>
      <dl>
        {tasks.new.length > 0 && <Line name={say.new} spans={tasks.new} isNew />}
        {near.length > 0 && <Line name={say.nearShort} spans={near} />}
        {farPages > 0 && (
          <div>
            <dt>{say.far}</dt>
            <dd>{say.upTo(farPages)}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

const textOf = ({ from, to }: Span): string => {
  const [first, last] = [ayahFromNumber(from), ayahFromNumber(to)];
  return first && last ? describeRange({ from: first, to: last }) : '';
};

const Line = ({ name, spans, isNew = false }: { name: string; spans: readonly Span[]; isNew?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span style={isNew ? { fontWeight: 600 } : {}}>{spans.map(textOf).join(t('ui.comma'))}</span>{' '}
      <small>({say.pages(roundPages(sumSpanPages(spans)))})</small>
    </dd>
  </div>
);

const list = (theme: Theme) => ({
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
