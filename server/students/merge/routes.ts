import type { BodyOf } from '../../../contract/endpoint';
import { ruleMessages } from '../../../contract/errors';
import { fullName } from '../../../contract/rules/identity';
import { columnsOf } from '../../../contract/rules/mergedFields';
import { mergeApi } from '../../../contract/students/merge';
import { operationDescriptions, successMessages } from '../../../contract/successMessages';
import type { StaffSection } from '../../../contract/vocabulary';
import { removeWithChildren } from '../../db/bulk/cascade';
import type { UnitOfWork } from '../../db/log/unitOfWork';
import type { Changes, Row } from '../../db/schema';
import { always } from '../../db/search/matching';
import { loadInstituteDay } from '../../domain/institute';
import { joinNumbers } from '../../domain/studentNumbers';
import { loadStudent } from '../../domain/students';
import { listRoute, successBody, type Route, route } from '../../mount';
import { invalid, Problem } from '../../problem';
import { duplicatesQueue, listDuplicates } from './duplicates';
import { refuseOtherSection } from './otherSection';
import { isFreeDraft, loadPair, type MergePlan, planMerge } from './plan';
import { buildPreview } from './preview';
import type { MergedPair } from './tables';

type MergeBody = BodyOf<typeof mergeApi.merge>;

export const mergeRoutes: Route[] = [
  route(mergeApi.preview, async ({ data, params: { id, other }, scope }) => {
    const { students, section } = await scope();
    const pair = await loadPair(data.read, { stayingId: id, mergedId: other }, students);
    refuseSameStudent(id, other);
    const { today } = await loadInstituteDay(data.read, data.now());
    return buildPreview(data.read, pair, today, section);
  }),

  route(mergeApi.merge, async ({ data, actor, params: { id }, body, scope }) => {
    refuseSameStudent(id, body.merged_id);
    const { students, section } = await scope();
    const { unit, student, name } = await data.write(actor, async (writingUnit) => {
      const { merged } = await loadPair(
        writingUnit.trx,
        { stayingId: id, mergedId: body.merged_id },
        students,
      );
      await mergeStudents(writingUnit, { stayingId: id, mergedId: body.merged_id }, body, section);
      return { unit: writingUnit, student: await loadStudent(writingUnit.trx, id), name: merged.full_name };
    });
    return {
      ...successBody(successMessages.studentsMerged(name)),
      student,
      operation_id: unit.operation,
    };
  }),

  listRoute(mergeApi.duplicates, async ({ data, user, query, scope, signal }) => {
    const { students } = await scope();
    return duplicatesQueue.run(user, () => listDuplicates(data.read, students, query, signal), { signal });
  }),

  route(mergeApi.setDistinct, async ({ data, actor, body: { ids }, scope }) => {
    const { students } = await scope();
    const [stayingId = 0, mergedId = 0] = ids.toSorted((a, b) => a - b);
    const unit = await data.write(actor, async (writingUnit) => {
      const { staying, merged } = await loadPair(writingUnit.trx, { stayingId, mergedId }, students);
      const stored = await writingUnit.trx
        .selectFrom('distinct_students')
        .select('id')
        .where('first_row_id', '=', stayingId)
        .where('second_row_id', '=', mergedId)
        .executeTakeFirst();
      const text = operationDescriptions.studentsDistinct(staying.full_name, merged.full_name);
      writingUnit.describe('update', 'students', staying.full_name, text);
      if (!stored)
        await writingUnit.insert('distinct_students', { first_row_id: stayingId, second_row_id: mergedId });
      return writingUnit;
    });
    return { ...successBody(successMessages.studentsDistinct), operation_id: unit.operation };
  }),
];

function refuseSameStudent(id: number, other: number): void {
  if (id === other) throw invalid({ path: 'merged_id', message: ruleMessages.sameStudent });
}

/** One operation, which is a deletion of the given-up record. An undo restores both records. */
async function mergeStudents(
  unit: UnitOfWork,
  ids: MergedPair,
  body: MergeBody,
  section: StaffSection | null,
): Promise<void> {
  const { stayingId, mergedId } = ids;
  const { trx } = unit;
  const { today } = await loadInstituteDay(trx, new Date(unit.now));
  const loadBoth = async () => Object.values(await loadPair(trx, ids, always));
  const versions = [
    { id: stayingId, changes: {}, version: body.version },
    { id: mergedId, changes: {}, version: body.merged_version },
  ].toSorted((a, b) => a.id - b.id);
  const locked = await unit.updateMany('students', versions, loadBoth);
  const [staying, merged] = [stayingId, mergedId].map((id) => locked.find((row) => row.id === id)) as [
    Row<'students'>,
    Row<'students'>,
  ];
  const plan = await planMerge(trx, await loadPair(trx, ids, always), today, {
    marks: new Map(body.marks.map((answer) => [answer.subject_id, answer])),
    enrolment: body.enrolment,
  });
  await refuseOtherSection(trx, ids, plan, section);
  if (plan.hasUnanswered) throw new Problem('STALE', { extra: { current: await loadBoth() } });
  unit.describe(
    'delete',
    'students',
    merged.full_name,
    operationDescriptions.studentsMerged(merged.full_name, merged.student_id, staying.student_id),
  );
  await updateRegisters(unit, ids);
  await applyPlan(unit, plan);
  await moveDistinctPairs(unit, ids);
  for (const table of ['excuses', 'behaviour_notes'] as const) await moveRows(unit, table, ids);
  await moveAccount(unit, ids);
  await trx
    .updateTable('assignment_drafts')
    .set({ student_row_id: stayingId })
    .where('student_row_id', '=', mergedId)
    .where(isFreeDraft(stayingId))
    .execute();
  await removeWithChildren(unit, 'students', [mergedId]);
  await unit.update('students', stayingId, await buildValues(unit, { staying, merged }, plan, body.take));
}

/** Enrolments come last, because a student with records may not lose the enrolment in their batch. */
async function applyPlan(unit: UnitOfWork, { tables, enrolments }: MergePlan): Promise<void> {
  for (const { table, removed } of tables) await removeWithChildren(unit, table, removed);
  for (const { table, moved, added } of tables) {
    await unit.updateMany(table, moved);
    if (added.length > 0) await unit.insertMany(table, added);
  }
  await unit.updateMany('enrolments', enrolments.ended);
  await unit.updateMany('enrolments', enrolments.moved);
  await removeWithChildren(unit, 'enrolments', enrolments.removed);
}

/** Registers with an absence or a list of the given-up record. Their version rises like after a save. */
async function updateRegisters(unit: UnitOfWork, { stayingId, mergedId }: MergedPair): Promise<void> {
  const registers = await unit.trx
    .selectFrom('registers')
    .select(['id', 'listed', 'students_count', 'absences_changed_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('absences')
          .select('absences.id')
          .whereRef('absences.register_id', '=', 'registers.id')
          .where('absences.student_row_id', '=', mergedId),
      ).as('has_absence'),
    )
    .where('subject_id', 'in', (eb) =>
      eb
        .selectFrom('enrolments')
        .innerJoin('subjects', 'subjects.batch_id', 'enrolments.batch_id')
        .select('subjects.id')
        .where('enrolments.student_row_id', '=', mergedId),
    )
    .orderBy('id')
    .execute();
  const changes = registers.flatMap(({ id, listed, students_count, absences_changed_at, has_absence }) => {
    const students = listed === null ? [] : (JSON.parse(listed) as number[]);
    if (!has_absence && !students.includes(mergedId)) return [];
    const newList = [...new Set(students.map((student) => (student === mergedId ? stayingId : student)))];
    const list = {
      listed: JSON.stringify(newList),
      students_count: students_count - (students.length - newList.length),
    };
    const change = { absences_changed_at: unit.timeAfter(absences_changed_at), ...(listed && list) };
    return [{ id, changes: change }];
  });
  await unit.updateMany('registers', changes);
}

/** The pair of both goes. A pair with a third student stays for the record that stays. */
async function moveDistinctPairs(unit: UnitOfWork, { stayingId, mergedId }: MergedPair): Promise<void> {
  const rows = await unit.trx
    .selectFrom('distinct_students')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('first_row_id', 'in', [stayingId, mergedId]),
        eb('second_row_id', 'in', [stayingId, mergedId]),
      ]),
    )
    .execute();
  const otherOf = (row: (typeof rows)[number], id: number) =>
    row.first_row_id === id ? row.second_row_id : row.second_row_id === id ? row.first_row_id : null;
  const ownOthers = new Set(rows.flatMap((row) => otherOf(row, stayingId) ?? []));
  await unit.updateMany(
    'distinct_students',
    rows.flatMap((row) => {
      const other = otherOf(row, mergedId);
      if (other === null || other === stayingId || ownOthers.has(other)) return [];
      const [first_row_id = 0, second_row_id = 0] = [other, stayingId].toSorted((a, b) => a - b);
      return [{ id: row.id, changes: { first_row_id, second_row_id } }];
    }),
  );
}

async function moveRows(
  unit: UnitOfWork,
  table: 'excuses' | 'behaviour_notes',
  { stayingId, mergedId }: MergedPair,
): Promise<void> {
  const rows = await unit.trx
    .selectFrom(table)
    .select('id')
    .where('student_row_id', '=', mergedId)
    .orderBy('id')
    .execute();
  const changes = { student_row_id: stayingId };
  await unit.updateMany(
    table,
    rows.map(({ id }) => ({ id, changes })),
  );
}

/** If both have an account, the deletion disables the account of the given-up record. */
async function moveAccount(unit: UnitOfWork, { stayingId, mergedId }: MergedPair): Promise<void> {
  const accounts = await unit.trx
    .selectFrom('users')
    .select(['id', 'student_row_id'])
    .where('student_row_id', 'in', [stayingId, mergedId])
    .execute();
  const [account, other] = accounts;
  if (account && !other && account.student_row_id === mergedId)
    await unit.update('users', account.id, { student_row_id: stayingId });
}

async function buildValues(
  { trx }: UnitOfWork,
  { staying, merged }: Record<'staying' | 'merged', Row<'students'>>,
  { batchId }: MergePlan,
  take: MergeBody['take'],
): Promise<Changes<'students'>> {
  const columns = take.flatMap(columnsOf);
  const values: Changes<'students'> = Object.fromEntries(columns.map((column) => [column, merged[column]]));
  const batch = batchId
    ? await trx.selectFrom('batches').select('program_row_id').where('id', '=', batchId).executeTakeFirst()
    : undefined;
  return {
    ...values,
    full_name: fullName({ ...staying, ...values }),
    program_row_id: batch?.program_row_id ?? staying.program_row_id ?? merged.program_row_id,
    former_numbers: joinNumbers(staying.former_numbers, merged.student_id, merged.former_numbers),
  };
}
