import type { BodyOf } from '../../contract/endpoint';
import type { Excuse, excusesApi } from '../../contract/families/excuses';
import { excuseDescriptions, excuseMessages } from '../../contract/families/excusesMessages';
import { excusedAbsence } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { loadSubjects, stateOfSubject, type StoredExcuse, type SubjectAnswer } from '../domain/excuseRows';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, Problem } from '../problem';
import { findExcuse, isSubjectVisible, loadCoveredAbsences, loadExcuse } from './queries';

export interface Decider {
  scope: Scope;
  isAdmin: boolean;
}

type Decision = BodyOf<typeof excusesApi.refuse>;

interface OpenedExcuse {
  row: StoredExcuse;
  /** The subjects that the answer is for. */
  subjects: SubjectAnswer[];
  /** An admin without a list of subjects answers for the whole excuse. */
  isWhole: boolean;
  loadCurrent: () => Promise<Excuse>;
}

/** @throws NOT_FOUND outside of the scope, VALIDATION for a subject outside of the excuse or of the scope */
async function openExcuse(
  unit: UnitOfWork,
  { scope, isAdmin }: Decider,
  id: number,
  { subject_codes }: Decision,
): Promise<OpenedExcuse> {
  const row = await findExcuse(unit.trx, id, scope, isAdmin);
  const visible = (await loadSubjects(unit.trx, [id], isSubjectVisible(scope))).get(id) ?? [];
  if (subject_codes?.some((code) => !visible.some(({ subject_code }) => subject_code === code)))
    throw invalid({ path: 'subject_codes', message: excuseMessages.otherSubject });
  return {
    row,
    subjects: subject_codes
      ? visible.filter(({ subject_code }) => subject_codes.includes(subject_code))
      : visible,
    isWhole: isAdmin && !subject_codes,
    loadCurrent: () => loadExcuse(unit.trx, id, scope, isAdmin),
  };
}

/** Answers with the stored excuse, because another person has already given the other answer. */
async function refuseDecided(message: string, loadCurrent: () => Promise<Excuse>): Promise<never> {
  throw new Problem('STALE', { message, extra: { current: await loadCurrent() } });
}

/** Checks the version of the excuse without a change. */
const checkVersion = (unit: UnitOfWork, { row, loadCurrent }: OpenedExcuse, { version }: Decision) =>
  unit.update('excuses', row.id, {}, version, loadCurrent);

/**
 * Accepts the excuse for the caller's scope, and makes its absences excused. What is accepted already stays.
 * @returns the number of changed absences
 * @throws NOT_FOUND, VALIDATION, or STALE if the office has refused the excuse, or the version is outdated
 */
export async function acceptExcuse(
  unit: UnitOfWork,
  decider: Decider,
  id: number,
  decision: Decision,
): Promise<number> {
  const opened = await openExcuse(unit, decider, id, decision);
  const { row, subjects, isWhole, loadCurrent } = opened;
  const pending = subjects.filter((subject) => stateOfSubject(row.state, subject) !== 'accepted');
  if (isWhole ? row.state === 'accepted' : pending.length === 0) return 0;
  if (row.state === 'refused' && !decider.isAdmin)
    await refuseDecided(excuseMessages.refusedByOffice, loadCurrent);
  await checkVersion(unit, opened, decision);
  const { full_name, from_date, to_date } = row;
  const text = isWhole
    ? excuseDescriptions.accepted(full_name, from_date, to_date)
    : excuseDescriptions.acceptedIn(
        full_name,
        from_date,
        to_date,
        pending.map(({ name }) => name),
      );
  unit.describe('update', 'excuses', full_name, text);
  if (isWhole) await unit.update('excuses', id, { state: 'accepted', answer: null });
  else await writeDecisions(unit, id, pending, { is_accepted: 1, line: null });
  const visible = await loadCoveredAbsences(unit.trx, id, isSubjectVisible(decider.scope));
  const accepted = new Set(pending.map((subject) => subject.id));
  return excuseAbsences(
    unit,
    isWhole ? visible : visible.filter(({ subject_id }) => accepted.has(subject_id)),
  );
}

/** The versions of the registers rise, so that an open register does not overwrite the change. */
async function excuseAbsences(
  unit: UnitOfWork,
  absences: readonly { id: number; register_id: number }[],
): Promise<number> {
  if (absences.length === 0) return 0;
  const registers = await unit.trx
    .selectFrom('registers')
    .select(['id', 'absences_changed_at'])
    .where('id', 'in', [...new Set(absences.map(({ register_id }) => register_id))])
    .orderBy('id')
    .execute();
  await unit.updateMany(
    'registers',
    registers.map(({ id, absences_changed_at }) => ({
      id,
      changes: { absences_changed_at: unit.timeAfter(absences_changed_at) },
    })),
  );
  await unit.updateMany(
    'absences',
    absences.map(({ id }) => ({ id, changes: { type: excusedAbsence } })),
  );
  return absences.length;
}

/**
 * Refuses the excuse for the caller's subjects, or for all that no teacher has accepted.
 * @throws NOT_FOUND, VALIDATION, or STALE if the excuse is accepted, or the version is outdated
 */
export async function refuseExcuse(
  unit: UnitOfWork,
  decider: Decider,
  id: number,
  decision: Decision,
): Promise<void> {
  const opened = await openExcuse(unit, decider, id, decision);
  const { row, subjects, isWhole, loadCurrent } = opened;
  const line = decision.line ?? null;
  const states = subjects.map((subject) => stateOfSubject(row.state, subject));
  const isAccepted =
    row.state === 'accepted' || (states.length > 0 && states.every((state) => state === 'accepted'));
  if (isAccepted) await refuseDecided(excuseMessages.acceptedAlready, loadCurrent);
  const open = subjects.filter((_, index) => states[index] === 'open');
  if (isWhole ? row.state === 'refused' : open.length === 0) return;
  await checkVersion(unit, opened, decision);
  const { full_name, from_date, to_date } = row;
  unit.describe('update', 'excuses', full_name, excuseDescriptions.refused(full_name, from_date, to_date));
  if (isWhole) await unit.update('excuses', id, { state: 'refused', answer: line });
  else await writeDecisions(unit, id, open, { is_accepted: 0, line });
}

async function writeDecisions(
  unit: UnitOfWork,
  excuseId: number,
  subjects: readonly SubjectAnswer[],
  answer: { is_accepted: number; line: string | null },
): Promise<void> {
  await unit.updateMany(
    'excuse_decisions',
    subjects.flatMap(({ decision_id }) =>
      decision_id === null ? [] : [{ id: decision_id, changes: answer }],
    ),
  );
  const added = subjects.filter(({ decision_id }) => decision_id === null);
  if (added.length > 0)
    await unit.insertMany(
      'excuse_decisions',
      added.map(({ id }) => ({ excuse_id: excuseId, subject_id: id, ...answer })),
    );
}
