import type { Amount, Plan } from '../../../contract/rules/hifz/plan';
import type { Recorded } from './recorded';

/** Memorisation: plans, what was memorised before, what is skipped, and sard. Ayahs are numbers in the whole mushaf. */
export interface HifzTables {
  hifz_plans: HifzPlansTable;
  hifz_prior: HifzPriorTable;
  hifz_skips: HifzSkipsTable;
  sard: SardTable;
  sard_faults: SardFaultsTable;
}

/** The plan of a student in a subject; without a student the template of a circle or, with neither, of the subject. */
interface HifzPlansTable extends Recorded {
  subject_id: number;
  student_row_id: number | null;
  circle_id: number | null;
  direction: Plan['direction'];
  /** JSON array of `{from, to}`; null in the other directions. */
  ranges: string | null;
  start_ayah: number;
  amount_unit: Amount['unit'];
  amount_value: number;
  /** JSON arrays of days of the week, 0 Sunday to 6 Saturday. */
  new_days: string;
  revision_days: string;
  near_unit: Plan['near']['unit'];
  near_value: number;
  far_cycle_days: number;
  /** Null: as proposed. */
  far_pages_per_day: number | null;
  /** A test after so many juz; 0: none. */
  juz_test: number;
  begin_date: string;
  /** The last day. */
  end_date: string | null;
}

/** A range that a student had memorised, as declared on a day. */
interface HifzPriorTable extends Recorded {
  student_row_id: number;
  from_ayah: number;
  to_ayah: number;
  date: string;
  /** 1 (weak) to 5. */
  strength: number;
}

/** A range that is left out of the far revision of one day. */
interface HifzSkipsTable extends Recorded {
  subject_id: number;
  student_row_id: number;
  date: string;
  from_ayah: number;
  to_ayah: number;
}

/** A test of one or several juz in one sitting. */
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
  /** Set when the faults change, so that the version of the sard rises; null before that. */
  faults_changed_at: string | null;
}

/** Faults of one kind on one ayah, or on an ayah that was not named. */
interface SardFaultsTable extends Recorded {
  sard_id: number;
  kind_id: number;
  ayah: number | null;
  count: number;
}
