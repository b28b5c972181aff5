import { behaviourNotesApi, type BehaviourNote } from '../../contract/families/behaviourNotes';
import {
  noteDescriptions,
  noteMessages,
  noteProblemMessages,
} from '../../contract/families/behaviourNoteMessages';
import { findNoteProblem, firstNoteDay } from '../../contract/rules/families/behaviourNotes';
import type { NoteKind } from '../../contract/vocabulary';
import { loadShownNotes, type StoredNote } from '../domain/behaviourNotes';
import { loadIsOfAge } from '../domain/guardians';
import { loadInstituteDay, refuseFutureDate } from '../domain/institute';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import type { Condition } from '../db/search/matching';
import { listRoute, type Route, route, successBody } from '../mount';
import { invalid, Problem } from '../problem';
import {
  canChange,
  countNotes,
  findNote,
  loadNote,
  loadNotePage,
  loadReader,
  type NoteReader,
} from './queries';

export const behaviourNoteRoutes: Route[] = [
  listRoute(behaviourNotesApi.list, async (call) =>
    loadNotePage(call.data.read, call.query, await loadReader(call)),
  ),

  route(behaviourNotesApi.summary, async (call) =>
    countNotes(call.data.read, call.query, await loadReader(call)),
  ),

  route(behaviourNotesApi.own, async ({ data, user }) => loadOwnNotes(data.read, user.id, data.now())),

  route(behaviourNotesApi.create, async (call) => {
    const { data, actor, user, body } = call;
    const reader = await loadReader(call);
    const { created, unit } = await data.write(actor, async (writingUnit) => {
      const { kind, category_id = null, text = null, date = reader.today, for_guardians = false } = body;
      const students = await findStudents(writingUnit.trx, [...new Set(body.student_ids)], reader);
      await refuseOtherDay(writingUnit, date, reader);
      await checkContent(writingUnit.trx, { kind, category_id, text });
      const [first] = students;
      writingUnit.describe(
        'create',
        'behaviour_notes',
        first?.full_name ?? null,
        noteDescriptions.created(first?.full_name ?? '', students.length - 1),
      );
      const content = { date, kind, category_id, text, for_guardians: Number(for_guardians) };
      await writingUnit.insertMany(
        'behaviour_notes',
        students.map(({ id }) => ({
          ...content,
          student_row_id: id,
          author_id: user.id,
          author: user.name,
        })),
      );
      return { created: students.length, unit: writingUnit };
    });
    return { ...successBody(noteMessages.saved(created)), created, operation_id: unit.operation };
  }),

  route(behaviourNotesApi.update, async (call) => {
    const { data, actor, params, body } = call;
    const reader = await loadReader(call);
    const { operation } = await data.write(actor, async (unit) => {
      const stored = await findOwnNote(unit.trx, params.id, reader);
      const { version, for_guardians, ...sent } = body;
      const { date, kind, category_id, text } = { ...stored, ...sent };
      if (date !== stored.date) await refuseOtherDay(unit, date, reader);
      const hasCategoryAlready = category_id === stored.category_id && kind === stored.kind;
      await checkContent(unit.trx, { kind, category_id, text }, hasCategoryAlready);
      unit.describe(
        'update',
        'behaviour_notes',
        stored.full_name,
        noteDescriptions.changed(stored.full_name),
      );
      const ticked = for_guardians === undefined ? stored.for_guardians : Number(for_guardians);
      const changes = { date, kind, category_id, text, for_guardians: ticked };
      await unit.update('behaviour_notes', params.id, changes, version, () =>
        loadNote(unit.trx, params.id, reader),
      );
      return unit;
    });
    return { ...(await loadNote(data.read, params.id, reader)), operation_id: operation };
  }),

  route(behaviourNotesApi.remove, async (call) => {
    const { data, actor, params } = call;
    const reader = await loadReader(call);
    const { operation } = await data.write(actor, async (unit) => {
      const { full_name } = await findOwnNote(unit.trx, params.id, reader);
      unit.describe('delete', 'behaviour_notes', full_name, noteDescriptions.removed(full_name));
      await unit.remove('behaviour_notes', [params.id]);
      return unit;
    });
    return { message: noteMessages.removed, operation_id: operation };
  }),
];

type OwnNote = Pick<BehaviourNote, 'id' | 'date' | 'kind' | 'category_name' | 'text'>;

/** A student of age stands in the guardian's place (ADR 89). A minor reads none. */
async function loadOwnNotes(db: Db, userId: number, now: Date): Promise<OwnNote[]> {
  const account = await db
    .selectFrom('users')
    .select('student_row_id')
    .where('id', '=', userId)
    .executeTakeFirst();
  const rowId = account?.student_row_id;
  if (!rowId) return [];
  const { today } = await loadInstituteDay(db, now);
  if (!(await loadIsOfAge(db, rowId, today))) return [];
  const notes = (await loadShownNotes(db, [rowId], today)).get(rowId) ?? [];
  return notes.map(({ id, date, kind, category_name, text }) => ({ id, date, kind, category_name, text }));
}

/** In the order of their names. @throws VALIDATION if a student is not in scope */
async function findStudents(
  db: Db,
  numbers: readonly string[],
  { students, visible }: NoteReader,
): Promise<{ id: number; full_name: string }[]> {
  const selectStudents = (scope: Condition) =>
    db
      .selectFrom('students')
      .select(['id', 'full_name'])
      .where('student_id', 'in', numbers)
      .where(scope)
      .orderBy('full_name_sort')
      .orderBy('id')
      .execute();
  const rows = await selectStudents(students);
  const missing = numbers.length - rows.length;
  if (missing === 0) return rows;
  const ownIds = new Set(rows.map(({ id }) => id));
  const others = (await selectStudents(visible)).filter(({ id }) => !ownIds.has(id));
  const message =
    others.length > 0
      ? noteMessages.otherStudents(others.map(({ full_name }) => full_name))
      : noteMessages.unknownStudents(missing);
  throw invalid({ path: 'student_ids', message });
}

/** @throws NOT_FOUND outside of the scope, FORBIDDEN for a teacher and a note of another author */
async function findOwnNote(db: Db, id: number, reader: NoteReader): Promise<StoredNote> {
  const note = await findNote(db, id, reader);
  if (!canChange(reader, note)) throw new Problem('FORBIDDEN', { message: noteMessages.ofOther });
  return note;
}

/** @throws VALIDATION for a day after today, or over a year ago */
async function refuseOtherDay(unit: UnitOfWork, date: string, { today }: NoteReader): Promise<void> {
  await refuseFutureDate(unit, date, 'date');
  if (date < firstNoteDay(today)) throw invalid({ path: 'date', message: noteMessages.tooOld });
}

interface Content {
  kind: NoteKind;
  category_id: number | null;
  text: string | null;
}

/** @throws VALIDATION unless the note has a category of its kind or a text */
async function checkContent(
  db: Db,
  { kind, category_id, text }: Content,
  hasCategoryAlready = false,
): Promise<void> {
  const category =
    category_id === null
      ? null
      : await db
          .selectFrom('note_categories')
          .select(['kind', 'is_active'])
          .where('id', '=', category_id)
          .executeTakeFirst();
  if (category === undefined) throw invalid({ path: 'category_id', message: noteMessages.unknownCategory });
  const problem = findNoteProblem(
    { kind, text, category: category && { ...category, is_active: category.is_active === 1 } },
    hasCategoryAlready,
  );
  if (problem) throw invalid(noteProblemMessages[problem]);
}
