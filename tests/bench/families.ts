import { createHash } from 'node:crypto';
import { createLinkSecret, expiryAfter, formatPhones, hashSecret } from '../../server/domain/guardianLinks';
import { daysAfter } from '../../server/demo/calendar';
import { type Institute, seededNote, writeSeeded } from './institute';
import type { Recorder } from './recorder';

const relation = {
  relation: 'father' as const,
  is_primary: 1,
  can_message: 1,
  can_open_page: 1,
  can_excuse: 1,
  // Seeded students have no birth dates.
  consent_on: '2020-01-01',
};

const excuse = {
  sender: 'صالح',
  is_from_guardian: 1,
  from_date: '2026-11-16',
  to_date: '2026-11-20',
  program_row_id: null,
  reason: 'illness' as const,
  line: 'حرارة من البارحة '.repeat(18),
  state: 'accepted' as const,
  answer: null,
};

const person = { name: null, phone: null, second_phone: null, email: null, note: null };

/** The opened page of a guardian with six students who recite daily, with an excuse and notes for each. */
async function openPage({ data }: Recorder, { circle, date }: Institute) {
  const secret = createLinkSecret();
  const linkId = await writeSeeded(data, async (unit) => {
    const guardian = await unit.insert('guardians', person);
    const students = await unit.trx
      .selectFrom('students')
      .select('id')
      .where('student_id', 'in', circle.students.slice(0, 6))
      .execute();
    await unit.insertMany(
      'student_guardians',
      students.map(({ id }) => ({ ...relation, student_row_id: id, guardian_id: guardian.id })),
    );
    await unit.insertMany(
      'excuses',
      students.map(({ id }) => ({ ...excuse, student_row_id: id, guardian_id: guardian.id })),
    );
    await unit.insertMany(
      'behaviour_notes',
      students.flatMap(({ id }) =>
        [0, -1, -2].map((days) => ({ ...seededNote, student_row_id: id, date: daysAfter(date, days) })),
      ),
    );
    return (await unit.insert('guardian_links', { guardian_id: guardian.id, phones: formatPhones(guardian) }))
      .id;
  });
  const token = 'bench'.padEnd(43, '0');
  const expires_at = expiryAfter(data.now());
  await data.writeUnlogged(async (trx) => {
    await trx
      .insertInto('guardian_link_codes')
      .values({ link_id: linkId, ...hashSecret(secret), expires_at, last_used_at: null })
      .execute();
    const token_hash = createHash('sha256').update(token).digest('hex');
    await trx.insertInto('guardian_sessions').values({ token_hash, link_id: linkId, expires_at }).execute();
  });
  return { method: 'GET', path: `/g/${secret.code}`, headers: { cookie: `rasd_guardian=${token}` } } as const;
}

/** Sends the page again and again. The first call adds the family. */
export function pageSender(institute: Institute) {
  let page: ReturnType<typeof openPage> | null = null;
  return async (recorder: Recorder) => {
    page ??= openPage(recorder, institute);
    return recorder.sendCall(await page);
  };
}

/** Adds two guardians to each student of the large batch, once. */
export function guardianAdder({ large }: Institute) {
  let added: Promise<void> | null = null;
  return (recorder: Recorder) => (added ??= addGuardians(recorder, large.id));
}

const addGuardians = ({ data }: Recorder, batchId: number) =>
  writeSeeded(data, async (unit) => {
    const students = await unit.trx
      .selectFrom('enrolments')
      .select('student_row_id')
      .where('batch_id', '=', batchId)
      .execute();
    const relations = students.flatMap(({ student_row_id }) => [
      { ...relation, student_row_id },
      { ...relation, student_row_id, relation: 'mother' as const, is_primary: 0 },
    ]);
    const guardians = await unit.insertMany(
      'guardians',
      relations.map(() => person),
    );
    await unit.insertMany(
      'student_guardians',
      relations.map((row, index) => ({ ...row, guardian_id: guardians[index]?.id ?? 0 })),
    );
  });
