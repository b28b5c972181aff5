import type { MissingFromFile, PersonDecision, StoredPerson } from '../../contract/imports';
import { isBirthDate, maxAge } from '../../contract/rules/age';
import { fullName } from '../../contract/rules/identity';
import type { ImportProblem } from '../../contract/rules/importsCells';
import type { StudentValues } from '../../contract/rules/importsRecords';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { placeStudents } from '../domain/enrolments';
import { answerKey, isAboutName, storePersonAnswers } from './personAnswers';
import { type IdField, idFields, nameInBatch } from './people';
import { findMissing, type PersonQuestion } from './personJudge';
import {
  type BatchMatch,
  Drafts,
  type FieldChange,
  type ProgramMatch,
  type PlanContext,
  type Planned,
  refuseRow,
  RowAsks,
  unchangedRow,
} from './planning';
import { assignNumbers, type StudentDraft } from './studentLookups';
import { loadStudentLookups, type StudentLookups } from './studentPlan';
import { buildChanges, buildStudent, mergeNames, type StudentChanges } from './studentValues';

type Warn = (problem: ImportProblem) => void;

/** Plans what each line changes. */
export const createStudentPlanner = async (context: PlanContext, rows: readonly StudentValues[]) =>
  new StudentPlanner(context, await loadStudentLookups(context, rows));

interface Target {
  program: ProgramMatch | null;
  batch: BatchMatch | null;
}

class StudentPlanner {
  readonly #drafts = new Drafts('students');
  /** New students without a number. The value is the year of the number that each student will get. */
  readonly #yearByDraft = new Map<StudentDraft, string>();
  /** The answers of this request by key. */
  readonly #answers = new Map<string, StudentDraft>();
  readonly #decidedIds = new Set<number>();

  constructor(
    private readonly context: PlanContext,
    private readonly lookups: StudentLookups,
  ) {}

  plan(values: StudentValues, warn: Warn): Planned {
    const { programsAndBatches, judgements, day } = this.lookups;
    const { birth_date } = values;
    if (birth_date !== undefined && !isBirthDate(birth_date, day.today))
      refuseRow('birth_date', 'NOT_BIRTH_DATE', birth_date, maxAge);
    const program = programsAndBatches.program(values);
    const target = { program, batch: programsAndBatches.batch(values, program) };
    const decision = this.context.decisionOf(values);
    if (decision) return this.#planDecided(decision, values, target, warn);
    const judgement = judgements.get(values);
    switch (judgement?.kind) {
      case 'taken':
        return refuseRow(judgement.field, 'NATIONAL_ID_TAKEN', values[judgement.field]);
      case 'repeated':
        warn({ field: null, code: 'REPEATED_PERSON', value: values.full_name ?? fullName(values) });
        return { ...unchangedRow, decision: { as: 'skip' } };
      case 'asks':
        throw new RowAsks(this.#describeQuestion(judgement.question, values, target));
      case 'same': {
        const draft = this.lookups.students.byId.get(judgement.id);
        if (!draft) throw new Error('the judged student is not loaded');
        const planned = this.#planStored(
          draft,
          this.#leaveOut(values, draft, warn, judgement.without),
          target,
          warn,
        );
        return { ...planned, decision: this.#decideSame(draft, judgement.without) };
      }
      default: {
        const without = judgement?.without ?? [];
        const isEarlier = this.#findNew(values) !== undefined;
        const planned = this.#planNew(this.#leaveOut(values, null, warn, without), target, warn);
        return isEarlier ? planned : { ...planned, decision: { as: 'new', without: [...without] } };
      }
    }
  }

  /** Only the first row of a student has the version, because this row raises it. */
  #decideSame({ stored }: StudentDraft, without: readonly IdField[]): PersonDecision {
    const id = stored?.id ?? 0;
    const isFirst = !this.#decidedIds.has(id);
    this.#decidedIds.add(id);
    return {
      as: 'same',
      id,
      ...(isFirst && stored && { version: stored.version }),
      ...(without.length > 0 && { without: [...without] }),
    };
  }

  #planDecided(decision: PersonDecision, values: StudentValues, target: Target, warn: Warn): Planned {
    const { students } = this.lookups;
    const name = values.full_name ?? fullName(values);
    if (decision.as === 'skip') return unchangedRow;
    if (decision.as === 'ask') return refuseRow(null, 'NEEDS_CHOICE', name);
    if (decision.as === 'new') {
      // Another admin can have added this name since the check. An answered question already knows it.
      const hasNumber = idFields.some((field) => values[field] !== undefined);
      const isAdded = this.lookups.renewed.has(nameInBatch(name, target.batch?.id));
      if (isAdded && !hasNumber && decision.kind === undefined) refuseRow(null, 'CHANGED_SINCE_CHECK', name);
      const ownValues = this.#leaveOut(values, null, warn, decision.without ?? []);
      return this.#planNew(ownValues, target, warn, (draft) => {
        // A name and a batch do not tell the new student from his namesake.
        if (decision.kind && !isAboutName(decision.kind)) this.#remember(decision, values, draft);
      });
    }
    const draft = students.byId.get(decision.id ?? 0);
    if (!draft?.stored || !this.lookups.isVisible(draft.stored.id))
      return refuseRow(null, 'CHANGED_SINCE_CHECK', name);
    if (decision.version !== undefined && decision.version !== draft.stored.version)
      refuseRow(null, 'CHANGED_SINCE_CHECK', draft.stored.full_name);
    this.#remember(decision, values, draft, target.batch?.id);
    const isStaying = decision.move === false;
    return this.#planStored(
      draft,
      this.#leaveOut(
        isStaying ? { ...values, circle_name: undefined } : values,
        draft,
        warn,
        decision.without ?? [],
      ),
      isStaying ? { program: null, batch: null } : target,
      warn,
    );
  }

  /** Answers about a number or id are remembered for the name and the value, others for name and batch. */
  #remember({ kind }: PersonDecision, values: StudentValues, draft: StudentDraft, batchId = 0): void {
    if (kind === undefined) return;
    const name = values.full_name ?? fullName(values);
    const keys = isAboutName(kind)
      ? [answerKey(name, 'batch', batchId)]
      : idFields.flatMap((field) => {
          const value = values[field];
          return value === undefined ? [] : [answerKey(name, field, value)];
        });
    for (const key of keys) this.#answers.set(key, draft);
  }

  /** Drops the number and id that are not stored for this student, and tells it. */
  #leaveOut(
    values: StudentValues,
    draft: StudentDraft | null,
    warn: Warn,
    without: readonly IdField[],
  ): StudentValues {
    const ownValues = { ...values };
    const number = draft && Drafts.current(draft).student_id;
    for (const field of idFields) {
      const value = values[field];
      if (value === undefined) continue;
      const isKept = field === 'student_id' && Boolean(number) && number !== value;
      const holder = this.#holders(field).get(value);
      const isOfOther = draft?.stored != null && holder !== undefined && holder !== draft;
      if (!isKept && !isOfOther && !without.includes(field)) continue;
      delete ownValues[field];
      warn({
        field,
        value,
        ...(isKept ? { code: 'NUMBER_KEPT', limit: number ?? '' } : { code: 'LEFT_OUT_FOR_OTHER' }),
      });
    }
    return ownValues;
  }

  #holders = (field: IdField): Map<string, StudentDraft> =>
    field === 'student_id' ? this.lookups.students.byNumber : this.lookups.students.byNationalId;

  /** A new student of an earlier row of the request. */
  #findNew({ student_id, national_id }: StudentValues): StudentDraft | undefined {
    const byNumber = this.#holders('student_id').get(student_id ?? '');
    const byNationalId = this.#holders('national_id').get(national_id ?? '');
    return [byNumber, byNationalId].find((draft) => draft?.stored === null);
  }

  /** @throws RowRefused if a student has the number or id */
  #planNew(
    values: StudentValues,
    target: Target,
    warn: Warn,
    onPlanned: (draft: StudentDraft) => void = () => undefined,
  ): Planned {
    const earlier = this.#findNew(values);
    if (earlier) return this.#planStored(earlier, values, target, warn);
    for (const field of idFields)
      if (this.#holders(field).has(values[field] ?? '')) refuseRow(field, 'NATIONAL_ID_TAKEN', values[field]);
    const { circles, enrolments, guardians, day } = this.lookups;
    const { program, batch } = target;
    // A student without a batch is outside of every section, so the caller could not see him.
    if (!batch && this.context.scope.section !== null) refuseRow('batch_name', 'MISSING');
    const draft: StudentDraft = { stored: null, changes: {} };
    circles.place(draft, values, batch?.id);
    const changes = guardians.place(draft, values, warn);
    if (values.student_id === undefined)
      this.#yearByDraft.set(draft, batch?.academic_year ?? day.academicYear);
    if (batch) enrolments.planEnrolment(draft, batch.id);
    onPlanned(draft);
    const planned = this.#registerDraft(draft, buildStudent(values, program, batch));
    return { ...planned, record: changes.length > 0 ? fullName(values) : planned.record, changes };
  }

  #planStored(match: StudentDraft, values: StudentValues, { program, batch }: Target, warn: Warn): Planned {
    const { circles, enrolments, guardians, moves } = this.lookups;
    const enrolment = moves.enrolmentOf(match);
    const before = Drafts.current(match);
    const currentBatchId = enrolments.currentBatchId(match);
    const holder = this.#holders('national_id').get(values.national_id ?? '');
    if (holder && holder !== match) refuseRow('national_id', 'NATIONAL_ID_TAKEN', values.national_id);
    if (program && !batch && currentBatchId !== undefined && before.program_row_id !== program.id)
      refuseRow('program_name', 'BATCH_OF_OTHER_PROGRAM', program.program_name, enrolment);
    const isMove = batch !== null && batch.id !== currentBatchId;
    if (isMove && enrolments.hasLeft(match))
      refuseRow('batch_name', 'STUDENT_HAS_LEFT', before.full_name ?? '', enrolment);
    if (values.circle_name !== undefined && enrolments.hasLeft(match))
      refuseRow('circle_name', 'STUDENT_HAS_LEFT', before.full_name ?? '', enrolment);
    guardians.refuseTooMany(match, values);
    const otherChanges = [
      ...this.#describeMove(match, { program, batch }),
      ...circles.place(match, values, batch?.id ?? currentBatchId),
      ...guardians.place(match, values, warn),
    ];
    const planned = this.#registerDraft(match, buildChanges(values, before, program, batch));
    if (isMove) enrolments.planEnrolment(match, batch.id);
    return {
      outcome: otherChanges.length > 0 && planned.outcome === 'unchanged' ? 'updated' : planned.outcome,
      record: planned.record,
      changes: [...mergeNames(planned.changes), ...otherChanges],
    };
  }

  #describeMove(draft: StudentDraft, { program, batch }: Target): FieldChange[] {
    const batchId = this.lookups.enrolments.currentBatchId(draft);
    return this.lookups.moves.describe(
      { programId: Drafts.current(draft).program_row_id, batchId },
      { program, batch: batch?.id === batchId ? null : batch },
    );
  }

  /** The draft is registered so that later rows of the request find it. */
  #registerDraft(draft: StudentDraft, changes: StudentChanges): Planned {
    const { byNationalId, byNumber } = this.lookups.students;
    const before = Drafts.current(draft).national_id;
    const planned = this.#drafts.apply(draft, changes);
    const { student_id, national_id } = Drafts.current(draft);
    if (before && before !== national_id) byNationalId.delete(before);
    if (national_id) byNationalId.set(national_id, draft);
    if (student_id) byNumber.set(student_id, draft);
    return planned;
  }

  #describeQuestion(question: PersonQuestion, values: StudentValues, target: Target): RowAsks['question'] {
    const { kind, field, value, canBeNew, without } = question;
    const [stored, ...others] = question.ids.map((id) => this.#describeCandidate(id, values, target));
    const { changes = [], ...person } = stored ?? {};
    return {
      kind,
      name: values.full_name ?? fullName(values),
      field,
      value,
      stored: stored ? (person as Omit<StoredPerson, 'changes'>) : null,
      changes,
      others,
      canBeNew,
      without: [...without],
    };
  }

  #describeCandidate(id: number, values: StudentValues, target: Target): StoredPerson {
    const draft = this.lookups.students.byId.get(id);
    if (!draft) throw new Error('the candidate is not loaded');
    const before = Drafts.current(draft);
    const { program, batch } = target;
    const ownValues = this.#leaveOut(values, draft, () => undefined, []);
    return {
      id,
      version: draft.stored?.version ?? 0,
      full_name: before.full_name ?? '',
      student_id: before.student_id ?? '',
      batch_name: this.lookups.moves.batchName(this.lookups.enrolments.currentBatchId(draft)),
      changes: [
        ...mergeNames(this.#drafts.compare(draft, buildChanges(ownValues, before, program, batch))),
        ...this.#describeMove(draft, target),
        ...this.lookups.guardians.compare(draft, ownValues),
      ],
    };
  }

  missing(): MissingFromFile[] {
    const { people, judgements, programsAndBatches } = this.lookups;
    return findMissing(people, judgements.values(), programsAndBatches.batches);
  }

  async write(unit: UnitOfWork): Promise<void> {
    const { students, enrolments, circles, guardians, day } = this.lookups;
    await assignNumbers(unit, this.#yearByDraft, students.byNumber);
    const added = await this.#drafts.write(unit);
    const rowIds = new Map(this.#drafts.added.map((draft, index) => [draft, added[index]?.id]));
    await placeStudents(unit, enrolments.buildPlacements(rowIds), { date: day.today, kind: 'moved' });
    await circles.write(unit, rowIds);
    await guardians.write(unit, rowIds);
    const answers = [...this.#answers].flatMap(([key, draft]) => {
      const studentRowId = draft.stored?.id ?? rowIds.get(draft);
      return studentRowId === undefined ? [] : [{ key, studentRowId }];
    });
    await storePersonAnswers(unit, answers, this.context.importId);
  }
}
