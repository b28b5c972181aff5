import type { AnnouncementRole } from '../../../contract/families/announcements';
import type { ExcuseState } from '../../../contract/families/excuses';
import type { ExcuseReason, NoteKind, StaffSection } from '../../../contract/vocabulary';
import type { Recorded } from './recorded';

export interface FamilyTables {
  announcements: AnnouncementsTable;
  excuses: ExcusesTable;
  excuse_decisions: ExcuseDecisionsTable;
  note_categories: NoteCategoriesTable;
  behaviour_notes: BehaviourNotesTable;
}

/** An excuse counts for a subject if the office or a teacher of the subject has accepted it (ADR 87). */
interface ExcusesTable extends Recorded {
  student_row_id: number;
  /** Null: entered by the institute, or the guardian was deleted. */
  guardian_id: number | null;
  /** The name of the guardian or of the user, at that time. */
  sender: string;
  is_from_guardian: number;
  from_date: string;
  /** The last day. */
  to_date: string;
  /** Null: all programmes of the student. */
  program_row_id: number | null;
  reason: ExcuseReason;
  line: string | null;
  /** The answer of the office for the whole excuse. */
  state: ExcuseState;
  /** What the guardian reads beside the refusal of the office. */
  answer: string | null;
}

/** The answer of the teachers of a subject. */
interface ExcuseDecisionsTable extends Recorded {
  excuse_id: number;
  subject_id: number;
  is_accepted: number;
  line: string | null;
}

/** At most one of section, programme, batch and circle has a value; without any, it is for the institute. */
interface AnnouncementsTable extends Recorded {
  title: string;
  text: string | null;
  /** The last day. */
  until: string;
  is_pinned: number;
  section: StaffSection | null;
  program_row_id: number | null;
  batch_id: number | null;
  circle_id: number | null;
  /** Null: teachers, students and guardians. */
  role: AnnouncementRole | null;
  /** Null: the account was deleted. */
  author_id: number | null;
  /** The name of the author at that time. */
  author: string;
}

/** A category in use is never deleted, only retired (ADR 89). */
interface NoteCategoriesTable extends Recorded {
  name: string;
  kind: NoteKind;
  is_active: number;
  position: number;
}

interface BehaviourNotesTable extends Recorded {
  student_row_id: number;
  date: string;
  kind: NoteKind;
  category_id: number | null;
  text: string | null;
  for_guardians: number;
  /** Null: the account was deleted. */
  author_id: number | null;
  /** The name of the user at that time. */
  author: string;
}
