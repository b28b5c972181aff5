import type { HifzPlan } from '../../../contract/hifz/plan';
import { hijriDate } from '../../../contract/rules/hijri';
import { parseAyah } from '../../../contract/rules/mushaf';
import { describePosition } from '../../../contract/rules/mushafText';
import { hifzPlan as say } from '../../i18n/ar/hifzPlan';
import { t } from '../../i18n/text';
import type { StaleField } from '../../ui/form/StaleDialog';
import { weekdayName } from '../../ui/form/WeekdayChoice';
import { rangeText } from './mapModel';
import type { PlanValues } from './planModel';

/** Whose plan it is that is followed. */
export const sourceOf = ({
  is_template,
  circle_name,
}: Pick<HifzPlan, 'is_template' | 'circle_name'>): string =>
  !is_template ? say.own : circle_name === null ? say.followsSubject : say.followsCircle(circle_name);

/** The direction and the beginning in words. */
export function courseText({ direction, start }: Pick<HifzPlan, 'direction' | 'start'>): string {
  const position = parseAyah(start);
  return say.startsAt(say.directions[direction], position ? describePosition(position) : start);
}

/** Days of the week in words. */
export const daysText = (days: readonly number[]): string =>
  days.length === 0
    ? say.noDay
    : days.length === 7
      ? say.everyDay
      : days.map(weekdayName).join(t('ui.comma'));

export const periodText = ({ begin, end }: Pick<PlanValues, 'begin' | 'end'>): string =>
  end === null ? say.from(hijriDate(begin)) : say.fromTo(hijriDate(begin), hijriDate(end));

export const nearText = ({ unit, value }: PlanValues['near']): string =>
  value === 0 ? say.nothingNear : say.nearOf[unit](value);

export const amountText = ({ unit, value }: PlanValues['amount']): string => say.amountOf[unit](value);

type Course = Pick<PlanValues, 'direction' | 'ranges' | 'start'>;
type Period = Pick<PlanValues, 'begin' | 'end'>;

interface PlanInParts extends Omit<PlanValues, keyof Course | keyof Period> {
  course: Course;
  period: Period;
}

/** What only makes sense together is one part. */
export const inParts = ({
  direction,
  ranges,
  start,
  begin,
  end,
  ...rest
}: Record<string, unknown>): Record<string, unknown> => ({
  ...rest,
  course: { direction, ranges, start },
  period: { begin, end },
});

/** The fields of chosen parts. */
export const whole = ({ course, period, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
  ...rest,
  ...(course as Course),
  ...(period as Period),
});

const shownAs = <Part extends keyof PlanInParts>(
  name: Part,
  label: string,
  shown: (value: PlanInParts[Part]) => string,
): StaleField => ({ name, label, shown: (value) => shown(value as PlanInParts[Part]) });

/** The parts in which two people may have changed a plan differently. */
export const planParts: readonly StaleField[] = [
  shownAs('course', say.course, (course) =>
    [courseText(course), ...course.ranges.map(rangeText)].join(t('ui.comma')),
  ),
  shownAs('amount', say.amount, amountText),
  shownAs('new_days', say.newDays, daysText),
  shownAs('revision_days', say.revisionDays, daysText),
  shownAs('near', say.near, nearText),
  shownAs('far_cycle_days', say.cycle, (days) => say.farEvery(days)),
  shownAs('far_pages_per_day', say.cap, (pages) => (pages === null ? '' : say.capOf(pages))),
  shownAs('juz_test', say.test, (juz) => say.tests[juz as 0 | 1 | 5]),
  shownAs('period', say.period, periodText),
];
