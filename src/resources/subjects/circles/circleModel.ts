import type { Circle, CircleMember } from '../../../../contract/circles';
import { cleanText, foldDigits } from '../../../../contract/rules/arabicText';
import { t } from '../../../i18n/text';
import { weekdayName } from '../../../ui/form/WeekdayChoice';

/** A student of the offering, as the board shows one. */
export type Student = Pick<CircleMember, 'student_id' | 'full_name'>;

/** A circle with its members of a day; those in none where the circle is null. */
export interface Column {
  circle: Circle | null;
  students: readonly Student[];
}

/** Whether a circle is held on a day. */
export const isHeldOn = ({ ended_on }: Circle, date: string): boolean => ended_on === null || date < ended_on;

/** The students of the batch in their circles, those in none first. */
export function columnsOf(
  circles: readonly Circle[],
  membersOf: (circle: Circle) => readonly Student[],
  roster: readonly Student[],
): Column[] {
  const placed = circles.map((circle) => ({ circle, students: membersOf(circle) }));
  const members = new Set(placed.flatMap(({ students }) => students.map(({ student_id }) => student_id)));
  const without = roster.filter(({ student_id }) => !members.has(student_id));
  return [{ circle: null, students: without }, ...placed];
}

export const nameOf = ({ circle }: Pick<Column, 'circle'>): string => circle?.name ?? t('circles.without');

/** How many there are, and of how many where the circle has a limit. */
export function countOf({ circle, students }: Column): string {
  const capacity = circle?.capacity ?? null;
  const count = students.length;
  return capacity === null ? String(count) : t('circles.count', { count, capacity });
}

/** When and where, as far as it is known. */
export function placeAndTime({ days, time, place }: Pick<Circle, 'days' | 'time' | 'place'>): string {
  const named = days.map((day) => weekdayName(day)).join(t('ui.comma'));
  return [named || t('circles.noDays'), time, place].filter(Boolean).join(' · ');
}

/** What the form of a circle holds. */
export interface CircleForm {
  name: string;
  teacher_id: number | null;
  days: number[];
  /** As it is typed. */
  time: string;
  place: string;
  /** As it is typed. */
  capacity: string;
}

export const circleForm = (circle: Circle | null): CircleForm => ({
  name: circle?.name ?? '',
  teacher_id: circle?.teacher_id ?? null,
  days: [...(circle?.days ?? [])],
  time: circle?.time ?? '',
  place: circle?.place ?? '',
  capacity: circle?.capacity == null ? '' : String(circle.capacity),
});

export const maxCapacity = 500;

/** The capacity that was typed: null for none; undefined where it is no number that can be one. */
export function capacityIn(typed: string): number | null | undefined {
  const digits = foldDigits(cleanText(typed));
  if (digits === '') return null;
  const capacity = /^\d{1,3}$/.test(digits) ? Number(digits) : 0;
  return capacity >= 1 && capacity <= maxCapacity ? capacity : undefined;
}

/** The time that was typed, `HH:MM`, in digits of any script; null for none; undefined where it is no time. */
export function timeIn(typed: string): string | null | undefined {
  const text = foldDigits(cleanText(typed));
  if (text === '') return null;
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const isTime = hours !== undefined && Number(hours) < 24 && Number(minutes) < 60;
  return isTime ? `${hours.padStart(2, '0')}:${minutes}` : undefined;
}

export const circleBody = ({ capacity, time, ...values }: CircleForm) => ({
  ...values,
  name: cleanText(values.name),
  place: cleanText(values.place) || null,
  time: timeIn(time) ?? null,
  capacity: capacityIn(capacity) ?? null,
});
export type CircleBody = ReturnType<typeof circleBody>;
