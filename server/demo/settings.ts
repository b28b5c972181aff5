import { currentAcademicYear } from '../../contract/rules/academicYear';
import { defaultTimeZone } from '../../contract/rules/hijri';
import { defaultFaultKinds, defaultRetentionDays } from '../../contract/vocabulary';
import type { NewRow } from '../db/schema';
import { daysAfter, firstLesson, lessonsBegan } from './calendar';

/** The settings of an institute that nobody has set up yet. */
export const firstSettings: NewRow<'settings'> = {
  id: 1,
  institute_name: 'معهد رصد',
  current_academic_year: null,
  teacher_scope: 'linked',
  is_demo: 0,
  time_zone: defaultTimeZone,
  logo: null,
  archive_retention_days: defaultRetentionDays,
  record_kinds: null,
  weekend_days: null,
  result_rules: null,
  terms_changed_at: null,
};

/** The kinds of fault of a new institute. */
export const firstFaultKinds: NewRow<'fault_kinds'>[] = defaultFaultKinds.map((kind, place) => ({
  ...kind,
  position: place + 1,
}));

export const demoSettings: NewRow<'settings'> = {
  ...firstSettings,
  institute_name: 'معهد رصد للقرآن والعلوم الشرعية',
  is_demo: 1,
};

/** Weeks after the first lesson of a year in which each of its terms begins; the last lasts until the next year. */
const termNames: readonly [string, number][] = [
  ['الفصل الأول', 0],
  ['الفصل الثاني', 19],
  ['الفصل الصيفي', 38],
];

/** Three terms of each year since the lessons of the open batches began, without gaps, so that today is in one. */
export function demoTerms(today: string): NewRow<'terms'>[] {
  const thisYear = Number(today.slice(0, 4));
  const lastYear = firstLesson(thisYear) <= today ? thisYear : thisYear - 1;
  const firstYear = Number(lessonsBegan(today).slice(0, 4));
  const academicYear = Number(currentAcademicYear(null, today));
  return Array.from({ length: lastYear - firstYear + 1 }, (_, place) => firstYear + place).flatMap((year) =>
    termNames.map(([name, week], place) => {
      const next = termNames[place + 1]?.[1];
      const start = firstLesson(year);
      const following = next === undefined ? firstLesson(year + 1) : daysAfter(start, 7 * next);
      return {
        name: `${name} ${academicYear - (lastYear - year)}`,
        start_date: daysAfter(start, 7 * week),
        end_date: daysAfter(following, -1),
      };
    }),
  );
}
