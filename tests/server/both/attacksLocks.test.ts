import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Subject } from '../../../contract/subjects';
import { absenceTypes } from '../../../contract/vocabulary';
import { submitAnswers } from '../../../server/assignments/submitAnswers';
import { undoOrRestore } from '../../../server/domain/undoOrRestore';
import type { UnitOfWork } from '../../../server/db/log/unitOfWork';
import { removeAllRows } from '../../../server/db/bulk/wholeTable';
import { Problem } from '../../../server/problem';
import { newFilledDatabase, startTestApp, type TestApp } from '../../support/app';
import { buildAnswers, assignmentCalls, newAssignment } from '../../support/assignmentCalls';
import { clockAt } from '../../support/clock';
import { isPostgres } from '../../support/database';
import { demoBatchId, newLinkedPair, newStudent, newSubject } from '../../support/sampleCalls';
import { newDailySubject, recordCalls } from '../../support/teaching';
import { enrolledStudents } from '../../support/enrolledStudents';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

const undone = { success: true as const, message: '' };
const actor = { userId: null, name: 'writer', role: 'admin', undoSession: null };
const dates = ['2026-11-18', '2026-11-19'];

/** Counts the deadlocks that PostgreSQL has resolved. All connections must be closed before. */
async function deadlocksOf(url: string): Promise<number> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  const { rows } = await other.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  await other.end();
  return rows[0]?.deadlocks ?? -1;
}

async function start(): Promise<[TestApp, string]> {
  const { now } = clockAt('2026-11-20T09:00:00Z');
  const { url, discard } = await newFilledDatabase({ now });
  const app = await startTestApp({ url, now });
  closing = [app.close, discard];
  await app.call('GET', '/programs', { as: 'admin' }); // The first call signs in.
  return [app, url];
}

type Write = (round: number) => Promise<number | string>;

test('concurrent registers, marks, records, submissions, grading, sign-ins, imports, links, moves, deletions, undos and cleanups never deadlock', async () => {
  const [app, url] = await start();
  const { read } = app.data;
  const linked = await newLinkedPair(app);
  for (let count = 0; count < 12; count += 1) await newStudent(app);
  const subjects = [await newSubject(app), await newSubject(app)];
  const assignment = await newAssignment(app);
  const daily = recordCalls(app, await newDailySubject(app));
  const students = await read
    .selectFrom(enrolledStudents(read))
    .select(['id', 'student_id', 'full_name', 'national_id'])
    .where('batch_id', '=', demoBatchId)
    .orderBy('id')
    .execute();
  const programs = await read.selectFrom('programs').select('program_id').execute();
  const leaving = students.slice(-4);

  /** The operation that sets the type of the subject is never undone. */
  const started = await read
    .selectFrom('operations')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();

  /** Selects different students in each round, in a different order. */
  const selectStudents = (writer: number, round: number) => {
    const selection = students.filter((_, index) => (index * 7 + writer * 3 + round) % 3 !== 0);
    // Every second round includes students who are deleted by another writer; their calls may be refused.
    return round % 2 === 0 ? selection.filter((one) => !leaving.includes(one)) : selection.toReversed();
  };
  const pickAt = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await app.call(method, path, { as: 'admin', body });
    return status < 500 ? status : text;
  };
  const operationOf = (action: 'update' | 'delete', item?: string) => {
    const newest = read
      .selectFrom('operations')
      .select('id')
      .where('action', '=', action)
      .where('id', '>', started.id);
    const query = item === undefined ? newest : newest.where('item_name', '=', item);
    return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
  };
  const undo = async (operation: { id: number } | undefined) => {
    if (!operation) return 404;
    return undoOrRestore(app.data, actor, operation.id, {
      mode: 'undo',
      answer: undone,
      canSee: async () => true,
    }).then(
      () => 200,
      (error: unknown) => (error instanceof Problem ? error.code : String(error)),
    );
  };
  const outcomes: Record<string, (number | string)[]> = {};
  const note = (name: string, outcome: number | string) => (outcomes[name] ??= []).push(outcome);
  /**
   * Deletes a record and undoes the deletion. The undo is refused if another writer has changed related records
   * since.
   */
  const deleteAndUndo = async (path: string, item: string) => {
    const status = await call('DELETE', path);
    if (status === 200) note(`undo of ${item}`, await undo(await operationOf('delete', item)));
    return status;
  };
  const cleanUp = (table: 'subjects' | 'batches') =>
    app.data.write(actor, async (unit) => {
      unit.describe('delete', table, `all ${table}`, '');
      return removeAllRows(unit, table);
    });

  const register =
    (writer: number): Write =>
    (round) => {
      const { batch_name, subject_code } = pickAt(subjects, writer + round);
      const path = `/absences/${encodeURIComponent(String(batch_name))}/${subject_code}/${pickAt(dates, round)}`;
      const absent = selectStudents(writer, round).map(({ student_id }) => ({
        studentId: student_id,
        type: absenceTypes[0],
        notes: null,
      }));
      return call('PUT', path, { absentStudents: absent });
    };
  const marks =
    (writer: number): Write =>
    (round) => {
      const { batch_name, subject_code } = pickAt(subjects, writer + round);
      return call('POST', '/grades/save', {
        batchName: batch_name,
        subjectCode: subject_code,
        grades: selectStudents(writer, round).map(({ student_id }) => ({
          studentId: student_id,
          participationGrade: (writer + round) % 5,
        })),
      });
    };
  const records =
    (writer: number): Write =>
    async (round) => {
      const sent = selectStudents(writer, round).map(({ student_id }) => ({
        studentId: student_id,
        teacherNotes: `${writer} ${round}`,
      }));
      const { status, text } = await daily.save(pickAt(dates, round), sent);
      return status < 500 ? status : text;
    };
  const submits: Write = async (round) => {
    const student = pickAt(students, round);
    return app.data
      .writeConcurrently(actor, (unit) =>
        submitAnswers(unit, assignment.id, buildAnswers(assignment), {
          isStudent: true,
          studentRowId: student.id,
          isVisible: sql`1 = 1`,
        }),
      )
      .then(
        () => 200,
        (error: unknown) => (error instanceof Problem ? error.code : String(error)),
      );
  };
  const grades =
    (writer: number): Write =>
    async (round) => {
      const handed = await read.selectFrom('submission_answers').select('id').orderBy('id').execute();
      if (handed.length === 0) return 404;
      const { status, text } = await assignmentCalls(app).grade(pickAt(handed, writer + round).id, {
        score: round % 2,
      });
      return status < 500 ? status : text;
    };
  const regrades: Write = () => call('POST', `/assignments/${assignment.id}/regrade`, {});
  const signsIn: Write = async () => ((await app.signIn('teacher')) ? 200 : 'not signed in');
  const links: Write = async () => {
    const { id: user_id } = linked.user;
    await call('POST', '/users/unlink-student', { user_id });
    return call('POST', '/users/link-student', { user_id, student_id: linked.student.student_id });
  };
  const importGrades: Write = (round) =>
    call('POST', '/grades/import', {
      data: selectStudents(6, round).map(({ student_id, full_name }, index) => ({
        ...(index % 2 === 0 ? { student_id } : { student_name: full_name, student_id }),
        subject_code: pickAt(subjects, round).subject_code,
        participation_grade: round % 5,
      })),
    });
  const importStudents: Write = (round) =>
    call('POST', '/students/import', {
      data: selectStudents(7, round)
        .toReversed()
        .map(({ student_id, full_name, national_id }, index) => ({
          ...(index % 2 === 0 ? { student_id } : { national_id }),
          full_name,
          phone: `05000000${10 + round}`,
        })),
    });
  const removeStudent: Write = (round) => {
    const { id, full_name } = pickAt(leaving, round);
    return deleteAndUndo(`/students/${id}`, full_name);
  };
  const removeSubject: Write = () => {
    const { id, name } = subjects[1] as Subject;
    return deleteAndUndo(`/subjects/${id}`, name);
  };
  const changeSubject: Write = (round) =>
    call('PUT', `/subjects/${pickAt(subjects, round).id}`, { hours: 1 + (round % 4) });
  const moveBatch: Write = (round) =>
    call('PUT', `/batches/${demoBatchId}`, { program_id: pickAt(programs, round).program_id });
  const undoLast: Write = async () => undo(await operationOf('update'));

  const writers: Record<string, Write> = {
    ...Object.fromEntries([0, 1].map((writer) => [`register ${writer}`, register(writer)])),
    ...Object.fromEntries([2, 3].map((writer) => [`marks ${writer}`, marks(writer)])),
    ...Object.fromEntries([4, 5].map((writer) => [`records ${writer}`, records(writer)])),
    handsIn: submits,
    ...Object.fromEntries([8, 9].map((writer) => [`grades ${writer}`, grades(writer)])),
    regrades,
    signsIn,
    links,
    importGrades,
    importStudents,
    removeStudent,
    removeSubject,
    changeSubject,
    moveBatch,
    takeLastBack: undoLast,
  };
  const writeOn = (rounds: number) =>
    Object.entries(writers).map(async ([name, write]) => {
      for (let round = 0; round < rounds; round += 1) note(name, await write(round));
    });

  await Promise.all(writeOn(4));
  // At the end the test deletes and restores all subjects, then every batch with all its records.
  const deleteEverything = async () => {
    expect(await cleanUp('subjects')).toBeGreaterThan(0);
    note('undo of cleanup', await undo(await operationOf('delete', 'all subjects')));
    expect(await cleanUp('batches')).toBeGreaterThan(0);
  };
  await Promise.all([...writeOn(2), deleteEverything()]);
  await app.close(); // Closed connections let PostgreSQL update its statistics.
  closing = closing.slice(1);

  const refusals = [200, 404, 409, 422, 'UNDO_CONFLICT', 'NOT_FOUND', 'ALREADY_SUBMITTED'];
  const unexpected = Object.values(outcomes).flatMap((answers) =>
    answers.filter((one) => !refusals.includes(one)),
  );
  expect(unexpected).toEqual([]);
  // Another writer may have changed the newest record again.
  const kinds = new Set(Object.keys(writers).map((name) => name.split(' ')[0]));
  kinds.delete('takeLastBack');
  const succeededKinds = Object.keys(outcomes).filter((name) => outcomes[name]?.includes(200));
  for (const name of succeededKinds) kinds.delete(name.split(' ')[0]);
  const neverRun = [...kinds];
  expect(neverRun).toEqual([]);
  expect(isPostgres ? await deadlocksOf(url) : 0).toBe(0);
});

test('reads are answered while an exclusive write runs and many writes wait, and the writes are answered afterwards', async () => {
  const [app] = await start();
  const { batch_name, subject_code } = await newSubject(app);
  const { student_id } = await newStudent(app);
  let isWithin = () => {};
  const within = new Promise<void>((resolve) => (isWithin = resolve));
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const exclusiveWrite = app.data.write(actor, async () => {
    isWithin();
    await ended;
  });
  await within;
  const grades = [{ studentId: student_id, participationGrade: 3 }];
  const body = { batchName: batch_name, subjectCode: subject_code, grades };
  const saving = Array.from({ length: 30 }, () => app.call('POST', '/grades/save', { as: 'admin', body }));
  expect((await app.call('GET', '/programs', { as: 'admin' })).status).toBe(200);
  end();
  await exclusiveWrite;
  expect(new Set((await Promise.all(saving)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a shared unit of work that writes a table of the exclusive lock is refused as a whole', async () => {
  const [app] = await start();
  const { id, version } = await newSubject(app);
  const rename = (unit: UnitOfWork) => {
    unit.describe('update', 'subjects', null, 'tests');
    return unit.update('subjects', id, { hours: 9 });
  };
  await expect(app.data.writeConcurrently(actor, rename)).rejects.toThrow(
    'subjects must not be written by writeConcurrently',
  );
  expect((await app.call('GET', `/subjects/${id}`, { as: 'admin' })).body).toMatchObject({ version });
  expect(await app.data.write(actor, rename)).toMatchObject({ hours: 9 });
});
