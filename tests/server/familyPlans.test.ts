import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announcementSorts, announcementStates } from '../../contract/families/announcements';
import { noteSorts } from '../../contract/families/behaviourNotes';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { isPostgres } from '../support/database';
import { makeLink, type OpenLink, openLink, requestPage } from '../support/guardianPage';
import { explainStatement, planRecorder } from '../support/queryPlans';

/** These tables grow with the institute. */
const growingTableScan =
  /^SCAN (announcements|behaviour_notes|students|enrolments|shown|student_statuses|ended|noted|student_guardians|guardian_links|guardian_link_codes)\b/;

const allowed: readonly [RegExp, string][] = [
  [/^SCAN (announcements|behaviour_notes) USING COVERING INDEX \w+$/, 'counts or sorts from an index alone'],
  [/^SCAN (announcements|behaviour_notes) USING INDEX \w+_by_(pin|date)$/, 'stops when the page is full'],
];

const today = '2026-11-20';

/** PostgreSQL chooses plans by table size and statistics, which a test database does not have. */
describe.skipIf(isPostgres)('query plans of announcements and behaviour notes', () => {
  let server: TestApp;
  let link: OpenLink;
  let cookie: string;
  let student: string;
  const recorder = planRecorder();

  beforeAll(async () => {
    const now = clockAt(`${today}T09:00:00Z`).now;
    server = await startTestApp({ hasFewRevisions: true, onQuery: recorder.onQuery, now });
    const times = sql`1, '2026-11-01', '2026-11-01'`;
    await server.data.writeUnlogged(async (trx) => {
      // Most announcements are over, and most notes are older than the guardian's page shows.
      await sql`insert into announcements (version, created_at, updated_at, title, text, until, is_pinned,
          section, program_row_id, batch_id, circle_id, role, author_id, author)
        select ${times}, 'إعلان ' || id, null, case when id % 20 = 0 then '2026-12-01' else '2026-01-01' end,
          case when id % 40 = 0 then 1 else 0 end, null, null, case when id % 3 = 0 then 1 end, null, null, 1, 'الإدارة'
        from students`.execute(trx);
      for (const day of ['2026-01-10', '2026-03-10', '2026-05-10', '2026-11-10'])
        await sql`insert into behaviour_notes (version, created_at, updated_at, student_row_id, date, kind,
            category_id, text, for_guardians, author_id, author)
          select ${times}, id, ${day}, case when id % 3 = 0 then 'praise' else 'remark' end, 1, null, 1, 1, 'الإدارة'
          from students`.execute(trx);
    });
    student = (
      await server.data.read
        .selectFrom('students')
        .select('student_id')
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).student_id;
    const guardian = await server.call<{ id: number }>('POST', '/students/1/guardians', {
      as: 'admin',
      body: { relation: 'father', name: 'صالح', phone: '0551234567', consent_on: today },
    });
    link = await makeLink(server, guardian.body.id);
    cookie = await openLink(server, link);
  });
  afterAll(() => server.close());

  const get =
    (path: string, as: 'admin' | 'teacher' | 'student', query: Record<string, unknown> = {}) =>
    () =>
      server.call('GET', path, { as, query });

  async function scansOf(call: () => Promise<{ status: number }>): Promise<string[]> {
    const statements = await recorder.statementsOf(async () => expect((await call()).status).toBe(200));
    const forbiddenScans: string[] = [];
    for (const statement of statements.filter((one) => /^\s*(select|with)/i.test(one.sql))) {
      const steps = await explainStatement(server.data.read, statement);
      const scans = steps.filter((step) => growingTableScan.test(step));
      const forbidden = scans.filter(
        (step) => !allowed.some(([pattern]) => pattern.test(step)) && !isScanInIdOrder(step, statement.sql),
      );
      forbiddenScans.push(...forbidden.map((step) => `${step}\n${statement.sql}`));
    }
    return forbiddenScans;
  }

  describe.each(['without statistics', 'with statistics'])('%s', (state) => {
    beforeAll(async () => {
      if (state === 'with statistics') await server.data.writeUnlogged((trx) => sql`analyze`.execute(trx));
    });

    test.each(['admin', 'teacher'] as const)('lists and summary scan no growing table for %s', async (as) => {
      const noteFilters = [
        {},
        { kind: 'praise' },
        { category_id: 1 },
        { student_id: student },
        { batch_id: 1 },
        { from: '2026-11-01', to: today },
        { q: 'محمد' },
      ];
      const stateFilters = announcementStates.map((one) => ({ state: one }));
      const scans: string[] = [];
      for (const order of ['ASC', 'DESC']) {
        for (const sort of announcementSorts)
          for (const filter of [{}, ...stateFilters, { q: 'إعلان' }]) {
            const query = { filter, sort: [sort, order], range: [0, 19] };
            scans.push(...(await scansOf(get('/announcements', as, query))));
          }
        for (const sort of noteSorts)
          for (const filter of noteFilters) {
            const query = { filter, sort: [sort, order], range: [0, 24] };
            scans.push(...(await scansOf(get('/behaviour-notes', as, query))));
          }
      }
      for (const filter of noteFilters)
        scans.push(...(await scansOf(get('/behaviour-notes/summary', as, { filter }))));
      expect(scans).toEqual([]);
    });

    test.each(['admin', 'teacher', 'student'] as const)(
      'past announcements are not read for the current ones of %s',
      async (as) => {
        const steps = await stepsOf(get('/announcements/current', as), 'announcements');
        expect(steps).toContainEqual(
          expect.stringMatching(/^SEARCH announcements USING INDEX announcements_by_end \(until>\?\)$/),
        );
        expect(await scansOf(get('/announcements/current', as))).toEqual([]);
      },
    );

    test('the readers of a programme, batch or circle are counted from its students', async () => {
      for (const query of [{ section: 'boys' }, { program_id: 'QRN' }, { batch_id: 1 }, { circle_id: 1 }])
        expect(await scansOf(get('/announcements/reach', 'admin', query))).toEqual([]);
      expect(await scansOf(get('/announcements/reach', 'teacher', { batch_id: 1 }))).toEqual([]);
      // Those of the institute are all students, read from an index alone, and their guardians.
      const scans = await scansOf(get('/announcements/reach', 'admin'));
      expect(scans.map((scan) => scan.split('\n', 1)[0])).toEqual([
        expect.stringMatching(/^SCAN students USING COVERING INDEX/),
        'SCAN student_guardians',
      ]);
    });

    test('the guardian’s page and the own notes of a student scan no growing table', async () => {
      expect(await scansOf(() => requestPage(server, link.code, { cookie }))).toEqual([]);
      expect(await scansOf(get('/behaviour-notes/own', 'student'))).toEqual([]);
    });

    test('the check finds a scan', async () => {
      const scans = await scansOf(async () => {
        await server.data.read.selectFrom('behaviour_notes').select('id').where('text', '=', 'x').execute();
        return { status: 200 };
      });
      expect(scans).toHaveLength(1);
    });
  });

  async function stepsOf(call: () => Promise<{ status: number }>, table: string): Promise<string[]> {
    const statements = await recorder.statementsOf(call);
    const ofTable = statements.filter(({ sql: text }) => text.includes(table));
    return (await Promise.all(ofTable.map((one) => explainStatement(server.data.read, one)))).flat();
  }
});

/** The rows are stored in this order, so the scan stops when the page is full. */
function isScanInIdOrder(step: string, statement: string): boolean {
  const table = /^SCAN (\w+)$/.exec(step)?.[1];
  return (
    // The row that is not stored yet.
    (table === 'announcements' && statement.startsWith('with announcements')) ||
    new RegExp(`order by "?${table}"?\\."?id"? (asc|desc), ${table}.id (asc|desc)\\s+limit`).test(statement)
  );
}
