import { defaultTimeZone } from '../../../contract/rules/hijri';
import { defaultRetentionDays } from '../../../contract/vocabulary';
import type { NewRow } from '../schema';

/** The settings of an institute that nobody has set up yet. */
export const firstSettings: NewRow<'settings'> = {
  id: 1,
  institute_name: 'معهد رصد',
  current_academic_year: null,
  teacher_scope: 'linked_or_open',
  is_demo: 0,
  time_zone: defaultTimeZone,
  logo: null,
  archive_retention_days: defaultRetentionDays,
  terms_changed_at: null,
};

export const demoSettings: NewRow<'settings'> = {
  ...firstSettings,
  institute_name: 'معهد رصد للقرآن والعلوم الشرعية',
  is_demo: 1,
};
