import type { HifzPlan } from '../../../contract/hifz/plan';
import { hijriDate } from '../../../contract/rules/hijri';
import { parseAyah } from '../../../contract/rules/mushaf';
import { describePosition } from '../../../contract/rules/mushafText';
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
import { t } from '../../i18n/text';
import type { StaleField } from '../../ui/form/StaleDialog';
import { weekdayName } from '../../ui/form/WeekdayChoice';
import { rangeText } from './mapModel';
import type { PlanValues } from './planModel';

/** @param isReader the reader is the student */
export function describePlanOrigin(
  { is_template, circle_name }: Pick<HifzPlan, 'is_template' | 'circle_name'>,
  isReader = false,
): string {
  if (!is_template) return isReader ? labels.yours : labels.own;
  if (circle_name === null) return isReader ? labels.youFollowSubject : labels.followsSubject;
  return isReader ? labels.youFollowCircle(circle_name) : labels.followsCircle(circle_name);
}

export function routeText({ direction, start }: Pick<HifzPlan, 'direction' | 'start'>): string {
  const position = parseAyah(start);
  return labels.startsAt(labels.directions[direction], position ? describePosition(position) : start);
}

export const daysText = (days: readonly number[]): string =>
  days.length === 0
    ? labels.noDay
    : days.length === 7
      ? labels.everyDay
      : days.map(weekdayName).join(t('ui.comma'));

export const periodText = ({ begin, end }: Pick<PlanValues, 'begin' | 'end'>): string =>
  end === null ? labels.from(hijriDate(begin)) : labels.fromTo(hijriDate(begin), hijriDate(end));

export const nearText = ({ unit, value }: PlanValues['near']): string =>
  value === 0 ? labels.nothingNear : labels.nearOf[unit](value);

export const amountText = ({ unit, value }: PlanValues['amount']): string => labels.amountOf[unit](value);

type Route = Pick<PlanValues, 'direction' | 'ranges' | 'start'>;
type Period = Pick<PlanValues, 'begin' | 'end'>;

interface GroupedPlan extends Omit<PlanValues, keyof Route | keyof Period> {
  route: Route;
  period: Period;
}

/** Some fields have a meaning only together: direction, ranges and start; begin and end. */
export const groupFields = ({
  direction,
  ranges,
  start,
  begin,
  end,
  ...otherFields
}: Record<string, unknown>): Record<string, unknown> => ({
  ...otherFields,
  route: { direction, ranges, start },
  period: { begin, end },
});

export const ungroupFields = ({
  route,
  period,
  ...otherFields
}: Record<string, unknown>): Record<string, unknown> => ({
  ...otherFields,
  ...(route as Route),
  ...(period as Period),
});

const groupField = <Part extends keyof GroupedPlan>(
  name: Part,
  label: string,
  format: (value: GroupedPlan[Part]) => string,
): StaleField => ({ name, label, format: (value) => format(value as GroupedPlan[Part]) });

export const planGroups: readonly StaleField[] = [
  groupField('route', labels.course, (route) =>
    [routeText(route), ...route.ranges.map(rangeText)].join(t('ui.comma')),
  ),
  groupField('amount', labels.amount, amountText),
  groupField('new_days', labels.newDays, daysText),
  groupField('revision_days', labels.revisionDays, daysText),
  groupField('near', labels.near, nearText),
  groupField('far_cycle_days', labels.cycle, (days) => labels.farEvery(days)),
  groupField('far_pages_per_day', labels.cap, (pages) => (pages === null ? '' : labels.capOf(pages))),
  groupField('juz_test', labels.test, (juz) => labels.tests[juz as 0 | 1 | 5]),
  groupField('period', labels.period, periodText),
];
