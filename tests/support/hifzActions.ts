import { ayahFromNumber, ayahName } from '../../contract/rules/mushaf';
import { amountUnits, directions, nearUnits } from '../../contract/vocabulary';
import type { Answer, TestApp } from './app';
import { dayOf } from './naiveHifz';
import type { Sheet } from './sheet';

/** Two batches with a subject of daily records and a circle each. */
export interface HifzPlaces {
  sheets: Sheet[];
  circles: number[];
  today: () => string;
}

export interface HifzAction {
  which: number;
  other: number;
  seed: number;
}
type Run = (server: TestApp, places: HifzPlaces, action: HifzAction) => Promise<Answer | null>;

const send = (server: TestApp, method: string, path: string, more: object = {}) =>
  server.call(method, path, { as: 'admin', headers: { 'x-session-id': 'hifz-sequences' }, ...more });
const nth = <T>(items: readonly T[], place: number): T => items[place % items.length] as T;
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Whole numbers below a limit that follow from a seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const name = (ayah: number) => ayahName(ayahFromNumber(Math.min(ayah, 6236)) ?? { surah: 1, ayah: 1 });

/** Ranges of a few pages in three places, so that they meet; they do not overlap. */
function someRanges(below: ReturnType<typeof numbers>, count: number) {
  return Array.from({ length: count }, () => {
    const from = nth([8, 3000, 5900], below(3)) + below(90);
    return { from, to: from + below(40) };
  })
    .toSorted((a, b) => a.from - b.from)
    .filter(({ from }, at, all) => at === 0 || from > (all[at - 1]?.to ?? 0));
}
const nameRange = ({ from, to }: { from: number; to: number }) => ({ from: name(from), to: name(to) });

const whose = ({ sheets }: HifzPlaces, { which }: HifzAction) =>
  nth(
    sheets.flatMap((sheet) => sheet.students),
    which,
  );
/** Most actions are about the subject of the batch to which the student first belonged. */
const sheetOf = ({ sheets }: HifzPlaces, { which, other }: HifzAction) =>
  nth(sheets, Math.floor((which % 4) / 2) + (other % 5 === 0 ? 1 : 0));

const hear =
  (kind: string): Run =>
  async (server, places, action) => {
    const below = numbers(action.seed);
    const { batchName, subjectCode } = sheetOf(places, action);
    const ranges = someRanges(below, 1 + below(3));
    const faults = ['prompt', 'minor', 'notice'].slice(below(4)).map((of) => ({
      kind: of,
      ...(below(2) === 0 && { ayah: name(ranges[0]?.from ?? 1) }),
      count: 1 + below(4),
    }));
    const record = {
      studentId: whose(places, action).student_id,
      ranges: ranges.map(nameRange),
      faults,
      ...(faults.length === 0 && { mistakesCount: below(4) }),
      result: below(3) === 0 ? 'repeat' : 'accepted',
    };
    const recordDate = dateOf(dayOf(places.today()) - below(60));
    const again = { ...record, subjectCode, recordDate, kind };
    if (below(4) === 0) return send(server, 'POST', '/daily-records/again', { body: again });
    const saved = await send(server, 'POST', '/daily-records/save', {
      body: { batchName, subjectCode, recordDate, kind, records: [record] },
    });
    // There is a record of that day already: this is a further recitation.
    return saved.status === 409 ? send(server, 'POST', '/daily-records/again', { body: again }) : saved;
  };

/** Corrects or deletes a record that there is. */
const changeOne =
  (change: (below: ReturnType<typeof numbers>) => object | null): Run =>
  async (server, places, action) => {
    const rows = await server.data.read
      .selectFrom('daily_records')
      .select(['id', 'version'])
      .where('student_row_id', '=', whose(places, action).id)
      .orderBy('id')
      .execute();
    const row = rows[action.other % Math.max(rows.length, 1)];
    if (!row) return null;
    const { id, version } = row;
    const changes = change(numbers(action.seed));
    return changes
      ? send(server, 'PUT', `/daily-records/${id}`, { body: { ...changes, version } })
      : send(server, 'DELETE', `/daily-records/${id}`, { query: { version } });
  };

function somePlan(places: HifzPlaces, { seed }: HifzAction) {
  const below = numbers(seed);
  const direction = nth(directions, below(4));
  const first = nth([8, 2900, 5890], below(3));
  const begin = dayOf(places.today()) - below(70);
  return {
    direction,
    ranges:
      direction === 'ranges'
        ? [
            nameRange({ from: first, to: first + 300 }),
            nameRange({ from: 10 + (first === 8 ? 900 : 0), to: 1_100 }),
          ]
        : [],
    start: name(first),
    amount: { unit: nth(amountUnits, below(4)), value: 1 + below(3) },
    new_days: [0, 1, 2, 3, 4, 5, 6].filter(() => below(3) > 0),
    revision_days: [0, 1, 2, 3, 4, 5, 6].filter(() => below(4) > 0),
    near: { unit: nth(nearUnits, below(3)), value: below(9) },
    far_cycle_days: 5 + below(40),
    far_pages_per_day: below(2) === 0 ? null : 1 + below(5),
    begin: dateOf(begin),
    ...(below(4) === 0 && { end: dateOf(begin + 10 + below(80)) }),
  };
}
const ownPlan = (places: HifzPlaces, action: HifzAction) => `/hifz/${whose(places, action).student_id}/plan`;
const subjectPlan = (places: HifzPlaces, action: HifzAction) =>
  `/subjects/${sheetOf(places, action).subjectCode}/plan`;

function someTest(below: ReturnType<typeof numbers>) {
  const from_juz = nth([1, 14, 29], below(3));
  const ayah = nth([8, 3000, 5900], below(3)) + below(90);
  const faults = [
    { kind: 'prompt', count: 1 + below(9) },
    { kind: 'major', count: 1 + below(3), ayah: name(ayah) },
  ];
  return { from_juz, to_juz: from_juz + below(2), passed: below(3) > 0, faults: faults.slice(below(3)) };
}

/** A test that there is, of any student. */
const changeTest =
  (change: (server: TestApp, id: number, action: HifzAction) => Promise<Answer>): Run =>
  async (server, _places, action) => {
    const tests = await server.data.read.selectFrom('sard').select('id').orderBy('id').execute();
    const chosen = tests[action.which % Math.max(tests.length, 1)];
    return chosen ? change(server, chosen.id, action) : null;
  };

/** What may happen to a student's memorisation, by its name. */
export const hifzActions: Record<string, Run> = {
  'hear something new': hear('new'),
  'hear something new again': hear('new'),
  'revise what is near': hear('near'),
  'revise what is far': hear('far'),
  'hear a recitation': hear('tilawa'),
  'correct a record': changeOne((below) => ({
    ranges: someRanges(below, 1 + below(2)).map(nameRange),
    result: below(2) === 0 ? 'repeat' : 'accepted',
  })),
  'delete a record': changeOne(() => null),
  'give a student a plan': (server, places, action) =>
    send(server, 'PUT', ownPlan(places, action), {
      body: { ...somePlan(places, action), subject_code: sheetOf(places, action).subjectCode },
    }),
  'take the plan of a student': (server, places, action) =>
    send(server, 'DELETE', ownPlan(places, action), {
      query: { subject_code: sheetOf(places, action).subjectCode },
    }),
  'give a circle a plan': (server, places, action) =>
    send(server, 'PUT', `/circles/${nth(places.circles, action.which)}/plan`, {
      body: somePlan(places, action),
    }),
  'give a subject a plan': (server, places, action) =>
    send(server, 'PUT', subjectPlan(places, action), { body: somePlan(places, action) }),
  'declare what was memorised': (server, places, action) => {
    const below = numbers(action.seed);
    const ranges = someRanges(below, below(4)).map((one) => ({
      ...nameRange(one),
      date: dateOf(dayOf(places.today()) - below(90)),
      strength: 1 + below(5),
    }));
    return send(server, 'PUT', `/hifz/${whose(places, action).student_id}/prior`, { body: { ranges } });
  },
  'skip a revision': (server, places, action) => {
    const [range = { from: 8, to: 9 }] = someRanges(numbers(action.seed), 1);
    const { subjectCode: subject_code } = sheetOf(places, action);
    return send(server, 'POST', `/hifz/${whose(places, action).student_id}/skip`, {
      body: { ...nameRange(range), date: places.today(), subject_code },
    });
  },
  'move to a batch': (server, places, action) =>
    send(server, 'POST', '/students/move', {
      body: {
        student_row_ids: [whose(places, action).id],
        batch_id: nth(places.sheets, action.other).batchId,
        date: places.today(),
        confirm: true,
      },
    }),
  'move to a circle': (server, places, action) => {
    const members = nth(places.sheets, action.other).students.filter(
      (_, at) => (action.seed >> at) % 2 === 0,
    );
    const body = { student_ids: members.map(({ student_id }) => student_id), date: places.today() };
    return send(server, 'PUT', `/circles/${nth(places.circles, action.other)}/members`, { body });
  },
  'record a test of juz': (server, places, action) => {
    const below = numbers(action.seed);
    const body = {
      ...someTest(below),
      student_id: whose(places, action).student_id,
      subject_code: sheetOf(places, action).subjectCode,
      date: dateOf(dayOf(places.today()) - below(40)),
    };
    return send(server, 'POST', '/sard', { body });
  },
  'correct a test of juz': changeTest((server, id, action) =>
    send(server, 'PUT', `/sard/${id}`, { body: someTest(numbers(action.seed)) }),
  ),
  'withdraw a test of juz': changeTest((server, id) => send(server, 'DELETE', `/sard/${id}`)),
  undo: (server) => send(server, 'POST', '/undo/latest'),
  'undo again': (server) => send(server, 'POST', '/undo/latest'),
};
