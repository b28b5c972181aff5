import { type Holiday, maxCalendarDays } from '../../../contract/calendar';
import { cleanName } from '../../../contract/rules/arabicText';
import { type DayRange, isMeetingWeekday } from '../../../contract/rules/calendar';
import { addStep, isDay } from '../../../contract/rules/days';
import { daysBetween } from '../../../contract/rules/retention';
import type { StaffSection } from '../../../contract/vocabulary';
import type { HolidayBody, HolidayOwner } from '../../dataProvider/calendar';

export const holidayOwners = ['all', 'boys', 'girls', 'program', 'batch'] as const;
export type OwnerKind = (typeof holidayOwners)[number];

export interface HolidayForm extends DayRange {
  name: string;
  kind: Holiday['kind'];
  owner: OwnerKind;
  program_id: string | null;
  batch_id: number | null;
  excludes_registers: boolean;
}

export const newHoliday = (day: string, ownSection: StaffSection | null): HolidayForm => ({
  from: day,
  to: day,
  name: '',
  kind: 'holiday',
  owner: ownSection ?? 'all',
  program_id: null,
  batch_id: null,
  excludes_registers: false,
});

const ownerKind = ({ section, program_id, batch_id }: Holiday): OwnerKind => {
  if (batch_id !== null) return 'batch';
  return program_id === null ? (section ?? 'all') : 'program';
};

export const toForm = (holiday: Holiday): HolidayForm => ({
  from: holiday.from,
  to: holiday.to,
  name: holiday.name,
  kind: holiday.kind,
  owner: ownerKind(holiday),
  program_id: holiday.program_id,
  batch_id: holiday.batch_id,
  excludes_registers: holiday.excludes_registers,
});

/** @param section of the holiday: that of an admin of one section, or of a stored holiday of a programme */
export function ownerOf(form: HolidayForm, section: StaffSection | null): HolidayOwner {
  const { owner, program_id, batch_id } = form;
  const nobody = { section: null, program_id: null, batch_id: null };
  if (owner === 'batch') return { ...nobody, batch_id };
  if (owner === 'program') return { ...nobody, section, program_id };
  return owner === 'all' ? nobody : { ...nobody, section: owner };
}

export const toBody = (form: HolidayForm, section: StaffSection | null): HolidayBody => ({
  from: form.from,
  to: form.to,
  name: cleanName(form.name),
  kind: form.kind,
  excludes_registers: form.excludes_registers,
  ...ownerOf(form, section),
});

export const lastPossibleDay = (from: string): string =>
  addStep(from, { days: maxCalendarDays - 1 }, 'gregory');

type MissingField = 'name' | 'from' | 'to' | 'program_id' | 'batch_id';

/** The fields without a valid value. */
export function missingFields(form: HolidayForm): MissingField[] {
  return [
    ...(cleanName(form.name) === '' ? (['name'] as const) : []),
    ...(isDay(form.from) ? [] : (['from'] as const)),
    ...(hasValidDays(form) ? [] : (['to'] as const)),
    ...(form.owner === 'program' && form.program_id === null ? (['program_id'] as const) : []),
    ...(form.owner === 'batch' && form.batch_id === null ? (['batch_id'] as const) : []),
  ];
}

export const hasValidDays = ({ from, to }: DayRange): boolean =>
  isDay(from) && isDay(to) && from <= to && to <= lastPossibleDay(from);

export const countDays = ({ from, to }: DayRange): number => daysBetween(from, to) + 1;

/** The days of the range outside of the weekend. */
export const countTeachingDays = ({ from, to }: DayRange, weekend: readonly number[]): number =>
  Array.from({ length: countDays({ from, to }) }, (_, index) =>
    addStep(from, { days: index }, 'gregory'),
  ).filter((day) => isMeetingWeekday([], day, weekend)).length;
