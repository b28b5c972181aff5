import type { Circle, CircleMember } from '../../../../contract/circles';
import { cleanName, cleanText, foldDigits } from '../../../../contract/rules/arabicText';
import { t } from '../../../i18n/text';
import { weekdayName } from '../../../ui/form/WeekdayChoice';

export type Student = Pick<CircleMember, 'student_id' | 'full_name'>;

/** `circle` is null in the column of the students without a circle. */
export interface Column {
  circle: Circle | null;
  students: readonly Student[];
}

/** Ignores the weekdays of the circle. */
export const isOpenOn = ({ ended_on }: Circle, date: string): boolean => ended_on === null || date < ended_on;

/** The first column has the students without a circle. */
export function buildColumns(
  circles: readonly Circle[],
  membersOf: (circle: Circle) => readonly Student[],
  roster: readonly Student[],
): Column[] {
  const circleColumns = circles.map((circle) => ({ circle, students: membersOf(circle) }));
  const members = new Set(
    circleColumns.flatMap(({ students }) => students.map(({ student_id }) => student_id)),
  );
  const unplacedStudents = roster.filter(({ student_id }) => !members.has(student_id));
  return [{ circle: null, students: unplacedStudents }, ...circleColumns];
}

export const columnName = ({ circle }: Pick<Column, 'circle'>): string =>
  circle?.name ?? t('circles.without');

export function formatStudentCount({ circle, students }: Column): string {
  const capacity = circle?.capacity ?? null;
  const count = students.length;
  return capacity === null ? String(count) : t('circles.count', { count, capacity });
}

export function describeSchedule({ days, time, place }: Pick<Circle, 'days' | 'time' | 'place'>): string {
  const dayNames = days.map((day) => weekdayName(day)).join(t('ui.comma'));
  return [dayNames || t('circles.noDays'), time, place].filter(Boolean).join(' · ');
}

/** `time` and `capacity` are texts as the user typed them. */
export interface CircleForm {
  name: string;
  teacher_id: number | null;
  days: number[];
  time: string;
  place: string;
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

/** Returns null for an empty text, and undefined for an invalid text. */
export function parseCapacity(typed: string): number | null | undefined {
  const digits = foldDigits(cleanText(typed));
  if (digits === '') return null;
  const capacity = /^\d{1,3}$/.test(digits) ? Number(digits) : 0;
  return capacity >= 1 && capacity <= maxCapacity ? capacity : undefined;
}

/** Returns `HH:MM`, null for an empty text, or undefined for an invalid text. */
export function parseTime(typed: string): string | null | undefined {
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
  time: parseTime(time) ?? null,
  capacity: parseCapacity(capacity) ?? null,
});
export type CircleBody = ReturnType<typeof circleBody>;
