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
export const firstFaultKinds: NewRow<'fault_kinds'>[] = defaultFaultKinds.map((kind, index) => ({
  ...kind,
  position: index + 1,
}));

export const demoSettings: NewRow<'settings'> = {
  ...firstSettings,
  institute_name: 'معهد رصد للقرآن والعلوم الشرعية',
  is_demo: 1,
};

/** Three terms of each year since the lessons of the open batches began, without gaps, so that today is in one. */
export function demoTerms(today: string): NewRow<'terms'>[] {
  const thisYear = Number(today.slice(0, 4));
  const lastYear = firstLesson(thisYear) <= today ? thisYear : thisYear - 1;
  const firstYear = Number(lessonsBegan(today).slice(0, 4));
  const academicYear = Number(currentAcademicYear(null, today));
  return Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index).flatMap((year) => {
    const start = firstLesson(year);
    const [second, summer] = [daysAfter(start, 7 * 19), daysAfter(start, 7 * 38)];
    const term = (name: string, start_date: string, next: string) => ({
      name: `${name} ${academicYear - (lastYear - year)}`,
      start_date,
      end_date: daysAfter(next, -1),
    });
    return [
      term('الفصل الأول', start, second),
      term('الفصل الثاني', second, summer),
      term('الفصل الصيفي', summer, firstLesson(year + 1)),
    ];
  });
}
