import { ayahFromNumber, ayahName } from '../../contract/rules/mushaf';
import { amountUnits, directions, nearUnits } from '../../contract/vocabulary';
import type { Answer, TestApp } from './app';
import { parseDay } from './naiveHifz';
import type { Sheet } from './sheet';

export interface HifzFixtures {
  sheets: Sheet[];
  circles: number[];
  today: () => string;
}

export interface HifzAction {
  studentIndex: number;
  index: number;
  seed: number;
}
type Run = (server: TestApp, fixtures: HifzFixtures, action: HifzAction) => Promise<Answer | null>;

const send = (server: TestApp, method: string, path: string, options: object = {}) =>
  server.call(method, path, { as: 'admin', headers: { 'x-session-id': 'hifz-sequences' }, ...options });
const pick = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;
const formatDay = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Deterministic whole numbers below a limit. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed + 1;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
const formatAyah = (ayah: number) => ayahName(ayahFromNumber(Math.min(ayah, 6236)) ?? { surah: 1, ayah: 1 });

/** Ranges of a few pages. Ranges of one call do not overlap; ranges of several calls may. */
function buildRanges(randomBelow: ReturnType<typeof randomNumbers>, count: number) {
  return Array.from({ length: count }, () => {
    const from = pick([8, 3000, 5900], randomBelow(3)) + randomBelow(90);
    return { from, to: from + randomBelow(40) };
  })
    .toSorted((a, b) => a.from - b.from)
    .filter(({ from }, index, ranges) => index === 0 || from > (ranges[index - 1]?.to ?? 0));
}
const formatRange = ({ from, to }: { from: number; to: number }) => ({
  from: formatAyah(from),
  to: formatAyah(to),
});

const pickStudent = ({ sheets }: HifzFixtures, { studentIndex }: HifzAction) =>
  pick(
    sheets.flatMap((sheet) => sheet.students),
    studentIndex,
  );
/** Mostly the subject of the student's first batch. */
const pickSheet = ({ sheets }: HifzFixtures, { studentIndex, index }: HifzAction) =>
  pick(sheets, Math.floor((studentIndex % 4) / 2) + (index % 5 === 0 ? 1 : 0));

const saveRecitation =
  (kind: string): Run =>
  async (server, fixtures, action) => {
    const randomBelow = randomNumbers(action.seed);
    const { batchName, subjectCode } = pickSheet(fixtures, action);
    const ranges = buildRanges(randomBelow, 1 + randomBelow(3));
    const faults = ['prompt', 'minor', 'notice'].slice(randomBelow(4)).map((faultKind) => ({
      kind: faultKind,
      ...(randomBelow(2) === 0 && { ayah: formatAyah(ranges[0]?.from ?? 1) }),
      count: 1 + randomBelow(4),
    }));
    const record = {
      studentId: pickStudent(fixtures, action).student_id,
      ranges: ranges.map(formatRange),
      faults,
      ...(faults.length === 0 && { mistakesCount: randomBelow(4) }),
      result: randomBelow(3) === 0 ? 'repeat' : 'accepted',
    };
    const recordDate = formatDay(parseDay(fixtures.today()) - randomBelow(60));
    const furtherRecitation = { ...record, subjectCode, recordDate, kind };
    if (randomBelow(4) === 0)
      return send(server, 'POST', '/daily-records/again', { body: furtherRecitation });
    const saved = await send(server, 'POST', '/daily-records/save', {
      body: { batchName, subjectCode, recordDate, kind, records: [record] },
    });
    // The day has a record, so this call adds a further recitation.
    return saved.status === 409
      ? send(server, 'POST', '/daily-records/again', { body: furtherRecitation })
      : saved;
  };

const changeRecord =
  (change: (randomBelow: ReturnType<typeof randomNumbers>) => object | null): Run =>
  async (server, fixtures, action) => {
    const rows = await server.data.read
      .selectFrom('daily_records')
      .select(['id', 'version'])
      .where('student_row_id', '=', pickStudent(fixtures, action).id)
      .orderBy('id')
      .execute();
    const row = rows[action.index % Math.max(rows.length, 1)];
    if (!row) return null;
    const { id, version } = row;
    const changes = change(randomNumbers(action.seed));
    return changes
      ? send(server, 'PUT', `/daily-records/${id}`, { body: { ...changes, version } })
      : send(server, 'DELETE', `/daily-records/${id}`, { query: { version } });
  };

function buildPlan(fixtures: HifzFixtures, { seed }: HifzAction) {
  const randomBelow = randomNumbers(seed);
  const direction = pick(directions, randomBelow(4));
  const first = pick([8, 2900, 5890], randomBelow(3));
  const begin = parseDay(fixtures.today()) - randomBelow(70);
  return {
    direction,
    ranges:
      direction === 'ranges'
        ? [
            formatRange({ from: first, to: first + 300 }),
            formatRange({ from: 10 + (first === 8 ? 900 : 0), to: 1_100 }),
          ]
        : [],
    start: formatAyah(first),
    amount: { unit: pick(amountUnits, randomBelow(4)), value: 1 + randomBelow(3) },
    new_days: [0, 1, 2, 3, 4, 5, 6].filter(() => randomBelow(3) > 0),
    revision_days: [0, 1, 2, 3, 4, 5, 6].filter(() => randomBelow(4) > 0),
    near: { unit: pick(nearUnits, randomBelow(3)), value: randomBelow(9) },
    far_cycle_days: 5 + randomBelow(40),
    far_pages_per_day: randomBelow(2) === 0 ? null : 1 + randomBelow(5),
    begin: formatDay(begin),
    ...(randomBelow(4) === 0 && { end: formatDay(begin + 10 + randomBelow(80)) }),
  };
}
const studentPlanPath = (fixtures: HifzFixtures, action: HifzAction) =>
  `/hifz/${pickStudent(fixtures, action).student_id}/plan`;
const subjectPlanPath = (fixtures: HifzFixtures, action: HifzAction) =>
  `/subjects/${pickSheet(fixtures, action).subjectCode}/plan`;

function buildSard(randomBelow: ReturnType<typeof randomNumbers>) {
  const from_juz = pick([1, 14, 29], randomBelow(3));
  const ayah = pick([8, 3000, 5900], randomBelow(3)) + randomBelow(90);
  const faults = [
    { kind: 'prompt', count: 1 + randomBelow(9) },
    { kind: 'major', count: 1 + randomBelow(3), ayah: formatAyah(ayah) },
  ];
  return {
    from_juz,
    to_juz: from_juz + randomBelow(2),
    passed: randomBelow(3) > 0,
    faults: faults.slice(randomBelow(3)),
  };
}

const changeSard =
  (change: (server: TestApp, id: number, action: HifzAction) => Promise<Answer>): Run =>
  async (server, _places, action) => {
    const sards = await server.data.read.selectFrom('sard').select('id').orderBy('id').execute();
    const sard = sards[action.studentIndex % Math.max(sards.length, 1)];
    return sard ? change(server, sard.id, action) : null;
  };

export const hifzActions: Record<string, Run> = {
  'record a new lesson': saveRecitation('new'),
  'record another new lesson': saveRecitation('new'),
  'record a near revision': saveRecitation('near'),
  'record a far revision': saveRecitation('far'),
  'record a tilawa': saveRecitation('tilawa'),
  'correct a record': changeRecord((randomBelow) => ({
    ranges: buildRanges(randomBelow, 1 + randomBelow(2)).map(formatRange),
    result: randomBelow(2) === 0 ? 'repeat' : 'accepted',
  })),
  'delete a record': changeRecord(() => null),
  'save the plan of a student': (server, fixtures, action) =>
    send(server, 'PUT', studentPlanPath(fixtures, action), {
      body: { ...buildPlan(fixtures, action), subject_code: pickSheet(fixtures, action).subjectCode },
    }),
  'delete the plan of a student': (server, fixtures, action) =>
    send(server, 'DELETE', studentPlanPath(fixtures, action), {
      query: { subject_code: pickSheet(fixtures, action).subjectCode },
    }),
  'save the plan of a circle': (server, fixtures, action) =>
    send(server, 'PUT', `/circles/${pick(fixtures.circles, action.studentIndex)}/plan`, {
      body: buildPlan(fixtures, action),
    }),
  'save the plan of a subject': (server, fixtures, action) =>
    send(server, 'PUT', subjectPlanPath(fixtures, action), { body: buildPlan(fixtures, action) }),
  'declare prior memorisation': (server, fixtures, action) => {
    const randomBelow = randomNumbers(action.seed);
    const ranges = buildRanges(randomBelow, randomBelow(4)).map((range) => ({
      ...formatRange(range),
      date: formatDay(parseDay(fixtures.today()) - randomBelow(90)),
      strength: 1 + randomBelow(5),
    }));
    return send(server, 'PUT', `/hifz/${pickStudent(fixtures, action).student_id}/prior`, {
      body: { ranges },
    });
  },
  'skip a revision': (server, fixtures, action) => {
    const [range = { from: 8, to: 9 }] = buildRanges(randomNumbers(action.seed), 1);
    const { subjectCode: subject_code } = pickSheet(fixtures, action);
    return send(server, 'POST', `/hifz/${pickStudent(fixtures, action).student_id}/skip`, {
      body: { ...formatRange(range), date: fixtures.today(), subject_code },
    });
  },
  'move to a batch': (server, fixtures, action) =>
    send(server, 'POST', '/students/move', {
      body: {
        student_row_ids: [pickStudent(fixtures, action).id],
        batch_id: pick(fixtures.sheets, action.index).batchId,
        date: fixtures.today(),
        confirm: true,
      },
    }),
  'move to a circle': (server, fixtures, action) => {
    const members = pick(fixtures.sheets, action.index).students.filter(
      (_, index) => (action.seed >> index) % 2 === 0,
    );
    const body = { student_ids: members.map(({ student_id }) => student_id), date: fixtures.today() };
    return send(server, 'PUT', `/circles/${pick(fixtures.circles, action.index)}/members`, { body });
  },
  'record a sard': (server, fixtures, action) => {
    const randomBelow = randomNumbers(action.seed);
    const body = {
      ...buildSard(randomBelow),
      student_id: pickStudent(fixtures, action).student_id,
      subject_code: pickSheet(fixtures, action).subjectCode,
      date: formatDay(parseDay(fixtures.today()) - randomBelow(40)),
    };
    return send(server, 'POST', '/sard', { body });
  },
  'correct a sard': changeSard((server, id, action) =>
    send(server, 'PUT', `/sard/${id}`, { body: buildSard(randomNumbers(action.seed)) }),
  ),
  'withdraw a sard': changeSard((server, id) => send(server, 'DELETE', `/sard/${id}`)),
  undo: (server) => send(server, 'POST', '/undo/latest'),
  'undo again': (server) => send(server, 'POST', '/undo/latest'),
};
