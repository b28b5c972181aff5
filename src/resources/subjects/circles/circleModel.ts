import type { Circle, CircleMember } from '../../../../contract/circles';
import { cleanName, cleanText, foldDigits } from '../../../../contract/rules/arabicText';
import { t } from '../../../i18n/text';
import { weekdayName } from '../../../ui/form/WeekdayChoice';

/** A student of the offering, as the board shows him. */
export type Student = Pick<CircleMember, 'student_id' | 'full_name'>;

/** A circle with its members on a day; if the circle is null, the students in no circle. */
export interface Column {
  circle: Circle | null;
  students: readonly Student[];
}

/** Whether a circle meets on a day, by its end. */
export const isHeldOn = ({ ended_on }: Circle, date: string): boolean => ended_on === null || date < ended_on;

/** The students of the batch by circle; first those in no circle. */
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

/** The number of students, and the capacity if the circle has one. */
export function countOf({ circle, students }: Column): string {
  const capacity = circle?.capacity ?? null;
  const count = students.length;
  return capacity === null ? String(count) : t('circles.count', { count, capacity });
}

/** Time and place, as far as they are set. */
export function placeAndTime({ days, time, place }: Pick<Circle, 'days' | 'time' | 'place'>): string {
  const named = days.map((day) => weekdayName(day)).join(t('ui.comma'));
  return [named || t('circles.noDays'), time, place].filter(Boolean).join(' · ');
}

/** The values of the form of a circle. */
export interface CircleForm {
  name: string;
  teacher_id: number | null;
  days: number[];
  /** As typed. */
  time: string;
  place: string;
  /** As typed. */
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

/** The typed capacity: null for none; undefined if it is invalid. */
export function capacityIn(typed: string): number | null | undefined {
  const digits = foldDigits(cleanText(typed));
  if (digits === '') return null;
  const capacity = /^\d{1,3}$/.test(digits) ? Number(digits) : 0;
  return capacity >= 1 && capacity <= maxCapacity ? capacity : undefined;
}

/** The typed time as `HH:MM`, from digits of any script; null for none; undefined if it is invalid. */
export function timeIn(typed: string): string | null | undefined {
  const text = foldDigits(cleanText(typed));
  if (text === '') return null;
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const isTime = hours !== undefined && Number(hours) < 24 && Number(minutes) < 60;
  return isTime ? `${hours.padStart(2, '0')}:${minutes}` : undefined;
}

export const circleBody = ({ capacity, time, ...values }: CircleForm) => ({
  ...values,
  name: cleanName(values.name),
  place: cleanName(values.place) || null,
  time: timeIn(time) ?? null,
  capacity: capacityIn(capacity) ?? null,
});
export type CircleBody = ReturnType<typeof circleBody>;
