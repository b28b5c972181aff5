import type { DailyRecord } from '../../../contract/dailyRecords';
import type { RecordKind } from '../../../contract/vocabulary';
import { TodayRecitations } from '../../features/hearing/TodayRecitations';
import type { AssessmentRules } from '../../features/hearing/hearing';
import {
  begunHearing,
  correctedHearing,
  type Hearings,
  isHeard,
  keyOf,
  type Pupil,
  refusedHearing,
} from './halaqaModel';
import type { HearingsOfDay } from './useHearings';

interface HeardTodayProps {
  pupil: Pupil;
  kind: RecordKind;
  record: DailyRecord;
  hearings: HearingsOfDay;
  judging: AssessmentRules;
}

/** What a student has recited today in a kind; correcting one of them opens it on the panel. */
export function HeardToday({ pupil, kind, record, hearings, judging }: HeardTodayProps) {
  const { recitations, change, isSaving } = hearings;
  const isOnWay = pupil.onWay[kind] !== undefined;
  return (
    <TodayRecitations
      record={record}
      queued={recitations.waitingOf(pupil.id, kind)}
      isBusy={isSaving}
      onEdit={(one) =>
        change(
          pupil,
          kind,
          record.count > 1 ? correctedHearing(one, judging) : begunHearing(pupil, kind, judging),
        )
      }
      onDelete={
        isOnWay
          ? undefined
          : ({ id, version }) => void recitations.remove({ id: id ?? 0, version }, pupil.name)
      }
      onReview={(one) => change(pupil, kind, refusedHearing(one))}
    />
  );
}

/**
 * Whether a student has recited in a kind, on a server that takes further recitations: others send no count, and there the
 * one record is corrected.
 */
export const canRecite = (pupil: Pupil, kind: RecordKind): boolean =>
  isHeard(pupil, kind) && pupil.records[kind]?.count !== undefined;

/** The record whose recitations are listed; null while something is begun over them. */
export const listedRecord = (pupil: Pupil, kind: RecordKind, drafts: Hearings): DailyRecord | null =>
  canRecite(pupil, kind) && drafts[keyOf(pupil.id, kind)] === undefined
    ? (pupil.records[kind] ?? null)
    : null;
