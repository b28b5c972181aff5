import type { Amount, Plan } from '../../../contract/rules/hifz/plan';
import type { Recorded } from './recorded';

/** Ayahs are indexes in the whole mushaf. */
export interface HifzTables {
  hifz_plans: HifzPlansTable;
  hifz_prior: HifzPriorTable;
  hifz_skips: HifzSkipsTable;
  sard: SardTable;
  sard_faults: SardFaultsTable;
}

/** Without a student, the plan is a template of a circle or of the whole subject. */
interface HifzPlansTable extends Recorded {
  subject_id: number;
  student_row_id: number | null;
  circle_id: number | null;
  direction: Plan['direction'];
  /** JSON array of `{from, to}`. */
  ranges: string | null;
  start_ayah: number;
  amount_unit: Amount['unit'];
  amount_value: number;
  /** JSON arrays of weekdays, 0 Sunday to 6 Saturday. */
  new_days: string;
  revision_days: string;
  near_unit: Plan['near']['unit'];
  near_value: number;
  far_cycle_days: number;
  far_pages_per_day: number | null;
  /** Juz per sard; 0: no sard. */
  juz_test: number;
  begin_date: string;
  end_date: string | null;
}

interface HifzPriorTable extends Recorded {
  student_row_id: number;
  from_ayah: number;
  to_ayah: number;
  date: string;
  /** 1 (weak) to 5. */
  strength: number;
}

interface HifzSkipsTable extends Recorded {
  subject_id: number;
  student_row_id: number;
  date: string;
  from_ayah: number;
  to_ayah: number;
}

interface SardTable extends Recorded {
  subject_id: number;
  student_row_id: number;
  date: string;
  from_juz: number;
  to_juz: number;
  examiner: string | null;
  mark: number | null;
  max: number | null;
  passed: number;
  faults_changed_at: string | null;
}

interface SardFaultsTable extends Recorded {
  sard_id: number;
  kind_id: number;
  ayah: number | null;
  count: number;
}
