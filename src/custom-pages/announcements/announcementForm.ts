import type { Announcement, AnnouncementRole } from '../../../contract/families/announcements';
import { cleanName } from '../../../contract/rules/arabicText';
import { isDay } from '../../../contract/rules/days';
import { defaultUntil, findUntilProblem } from '../../../contract/rules/families/announcements';
import type { StaffSection } from '../../../contract/vocabulary';
import type { AnnouncementPlace } from '../../dataProvider/families';

export const placeKinds = ['all', 'boys', 'girls', 'program', 'batch'] as const;
export type PlaceKind = (typeof placeKinds)[number];

export interface AnnouncementForm {
  title: string;
  text: string;
  until: string;
  is_pinned: boolean;
  role: AnnouncementRole | null;
  place: PlaceKind;
  program_id: string | null;
  batch_id: number | null;
  /** Only together with its batch. */
  circle_id: number | null;
}

/** @param fixedPlace the only place of teachers and of admins of one section */
export const newAnnouncement = (today: string, fixedPlace: PlaceKind | null): AnnouncementForm => ({
  title: '',
  text: '',
  until: defaultUntil(today),
  is_pinned: false,
  role: null,
  place: fixedPlace ?? 'all',
  program_id: null,
  batch_id: null,
  circle_id: null,
});

export const placeKindOf = ({
  section,
  program_id,
  batch_id,
  circle_id,
}: Pick<Announcement, 'section' | 'program_id' | 'batch_id' | 'circle_id'>): PlaceKind => {
  if (batch_id !== null || circle_id !== null) return 'batch';
  return program_id === null ? (section ?? 'all') : 'program';
};

export const toForm = (stored: Announcement): AnnouncementForm => ({
  title: stored.title,
  text: stored.text ?? '',
  until: stored.until,
  is_pinned: stored.is_pinned,
  role: stored.role,
  place: placeKindOf(stored),
  program_id: stored.program_id,
  batch_id: stored.batch_id ?? stored.circle_batch_id,
  circle_id: stored.circle_id,
});

/** The server takes at most one of the four. */
export function placeOf({ place, program_id, batch_id, circle_id }: AnnouncementForm): AnnouncementPlace {
  const nobody = { section: null, program_id: null, batch_id: null, circle_id: null };
  if (place === 'program') return { ...nobody, program_id };
  if (place === 'batch') return circle_id === null ? { ...nobody, batch_id } : { ...nobody, circle_id };
  return place === 'all' ? nobody : { ...nobody, section: place satisfies StaffSection };
}

/** The place is one value, so that a stale save asks once about it. */
export interface StaleAnnouncement extends Pick<
  AnnouncementForm,
  'title' | 'text' | 'until' | 'is_pinned' | 'role'
> {
  place: AnnouncementPlace;
}

export const toStaleFields = (form: AnnouncementForm): StaleAnnouncement => ({
  title: cleanName(form.title),
  text: form.text,
  until: form.until,
  is_pinned: form.is_pinned,
  role: form.role,
  place: placeOf(form),
});

type MissingField = 'title' | 'until' | 'program_id' | 'batch_id' | 'circle_id';

interface Limits {
  today: string;
  /** The last day of the stored announcement stays valid after it is over. */
  storedUntil: string | undefined;
  /** The teacher has only circles of the batch. */
  needsCircle: boolean;
}

/** The fields without a valid value. */
export function missingFields(
  form: AnnouncementForm,
  { today, storedUntil, needsCircle }: Limits,
): MissingField[] {
  const { title, until, place, program_id, batch_id, circle_id } = form;
  const isUntilValid = isDay(until) && (until === storedUntil || findUntilProblem(until, today) === null);
  return [
    ...(cleanName(title) === '' ? (['title'] as const) : []),
    ...(isUntilValid ? [] : (['until'] as const)),
    ...(place === 'program' && program_id === null ? (['program_id'] as const) : []),
    ...(place === 'batch' && batch_id === null ? (['batch_id'] as const) : []),
    ...(place === 'batch' && batch_id !== null && needsCircle && circle_id === null
      ? (['circle_id'] as const)
      : []),
  ];
}

/** The number of readers is counted as soon as their place is chosen. */
export const isPlaceComplete = (missing: readonly MissingField[]): boolean =>
  missing.every((name) => name === 'title' || name === 'until');
