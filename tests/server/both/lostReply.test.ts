import { expect, test } from 'vitest';
import { newFilledDatabase, startTestApp } from '../../support/app';
import { startProgram } from '../../support/childProcess';
import { rounds } from '../../support/rounds';
import { newSubject } from '../../support/sampleCalls';
import {
  absencesByStudent,
  absent,
  excused,
  countOperations,
  registerCalls,
  unexcused,
} from '../../support/teaching';

const kills = rounds({ short: 4, all: 20 });
/** The first half of the rounds takes a register, the second half changes it. */
const half = kills / 2;

test('a register that is sent again after a kill of the server before the reply is stored once', async () => {
  const { url, discard } = await newFilledDatabase();
  const server = await startTestApp({ url });
  const { batch_name, subject_code } = await newSubject(server);
  const register = registerCalls(server, { batch_name, subject_code });
  const { body: empty } = await register.day('2026-11-01');
  const [first, second] = empty.students.map(({ studentId }) => studentId);
  const token = await server.signIn('teacher');
  const before = await countOperations(server, 'registers');

  for (let round = 0; round < kills; round += 1) {
    const date = `2026-10-${String(1 + (round % half)).padStart(2, '0')}`;
    const version = round < half ? 0 : 1;
    // The change removes an absence.
    const absentStudents =
      round < half
        ? [absent(String(first)), absent(String(second), excused)]
        : [absent(String(second), excused, 'سفر')];
    const child = startProgram('tests/support/dyingProcess.ts', [url]);
    const [, address = ''] = await child.waitForOutput(/^listening on (.+)$/m);
    const path = `/api/absences/${encodeURIComponent(String(batch_name))}/${encodeURIComponent(subject_code)}/${date}`;
    const lostCall = fetch(`${address}${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ absentStudents, version }),
    });
    await expect(lostCall).rejects.toThrow('fetch failed');
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });

    const repeatedResponse = await register.set(date, absentStudents, version, 'teacher');
    expect(repeatedResponse).toMatchObject({ status: 200, body: { version: version + 1 } });
    expect(await countOperations(server, 'registers')).toBe(before + round + 1);
    const other = await register.set(date, [absent(String(first), excused)], version, 'teacher');
    expect(other.status).toBe(409);
    const { body: stored } = await register.day(date);
    expect(absencesByStudent(stored)).toEqual(
      round < half
        ? { [String(first)]: [unexcused, null], [String(second)]: [excused, null] }
        : { [String(second)]: [excused, 'سفر'] },
    );
  }
  await server.close();
  await discard();
});
