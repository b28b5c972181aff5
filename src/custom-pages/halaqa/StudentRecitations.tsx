import type { DailyRecord } from '../../../contract/dailyRecords';
import type { RecordKind } from '../../../contract/vocabulary';
import { TodayRecitations } from '../../features/hearing/TodayRecitations';
import type { AssessmentRules } from '../../features/hearing/hearing';
import {
  startDraft,
  correctionDraft,
  type RecitationDrafts,
  isRecorded,
  recitationKey,
  type HearingStudent,
  refusedDraft,
} from './halaqaModel';
import type { HearingsOfDay } from './useHearings';

interface StudentRecitationsProps {
  student: HearingStudent;
  kind: RecordKind;
  record: DailyRecord;
  hearings: HearingsOfDay;
  assessmentRules: AssessmentRules;
}

export function StudentRecitations({
  student,
  kind,
  record,
  hearings,
  assessmentRules,
}: StudentRecitationsProps) {
  const { recitations, change, isSaving } = hearings;
  const isQueued = student.queuedRows[kind] !== undefined;
  return (
    <TodayRecitations
      record={record}
      queued={recitations.waitingOf(student.id, kind)}
      isBusy={isSaving}
      onEdit={(recitation) =>
        change(
          student,
          kind,
          record.count > 1
            ? correctionDraft(recitation, assessmentRules)
            : startDraft(student, kind, assessmentRules),
        )
      }
      onDelete={
        isQueued
          ? undefined
          : ({ id, version }) => void recitations.remove({ id: id ?? 0, version }, student.name)
      }
      onReview={(recitation) => change(student, kind, refusedDraft(recitation))}
    />
  );
}

/** A server without further recitations sends no count. Its screen corrects the record, and has no list. */
export const hasRecitations = (student: HearingStudent, kind: RecordKind): boolean =>
  isRecorded(student, kind) && student.records[kind]?.count !== undefined;

/** Returns null while a draft is open. */
export const findListedRecord = (
  student: HearingStudent,
  kind: RecordKind,
  drafts: RecitationDrafts,
): DailyRecord | null =>
  hasRecitations(student, kind) && drafts[recitationKey(student.id, kind)] === undefined
    ? (student.records[kind] ?? null)
    : null;
