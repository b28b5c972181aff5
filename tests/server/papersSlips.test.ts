import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { buildGuardianSlips, buildPapers, buildSlips } from '../../server/reports/papers/paperData';
import { paperText } from '../../contract/reports/paperText';
import { gregorianDate, hijriDate, timeInZone } from '../../contract/rules/hijri';
import { createLinkSecret } from '../../server/domain/guardianLinks';
import { startTestApp, type TestApp } from '../support/app';
import { readPdfLines } from '../support/pdfText';
import { newPageGuardian } from '../support/familySamples/guardianPage';
import { makeLink, type OpenLink } from '../support/guardianPage';
import { demoBatchId, newStudent, uniqueText } from '../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ config: { PUBLIC_URL: 'https://rasd.example.org' } });
});
afterAll(() => server.close());

const accountsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `عبد الله بن سالم القحطاني ${index + 1}`,
    username: String(14_470_001 + index),
    temporary_password: `abcd-ef${String(index).padStart(4, '2')}-wxyz`,
  }));

async function slips(accounts: unknown, as = 'admin') {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/papers',
    headers: { authorization: `Bearer ${await server.signIn(as)}` },
    payload: { type: 'slips', accounts },
  });
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']),
    name: decodeURIComponent(String(answer.headers['content-disposition']).split("''")[1] ?? ''),
    cache: answer.headers['cache-control'],
    bytes: new Uint8Array(answer.rawPayload),
  };
}

describe('slips of new accounts', () => {
  test('the slips have full name, user name, password and address of each account, in two columns, ten on a page', async () => {
    const accounts = accountsOf(30);
    const created = await slips(accounts);
    expect(created).toMatchObject({ status: 200, type: 'application/pdf', name: 'بطاقات الدخول.pdf' });
    const { pages, lines } = await readPdfLines(created.bytes);
    expect(pages).toBe(3);
    const texts = lines.flatMap(({ items }) => items);
    for (const { username, temporary_password } of accounts) {
      expect(texts).toContain(username);
      expect(texts).toContain(temporary_password);
    }
    expect(texts.filter((text) => text === 'https://rasd.example.org/login')).toHaveLength(30);
    const [first, second] = accounts;
    expect(
      lines.some(
        ({ items }) => items.includes(`${first?.username}`) && items.includes(`${second?.username}`),
      ),
    ).toBe(true);
  });

  test('the slips have address and user name in the QR code, and never the password', () => {
    const [account] = accountsOf(1);
    const slipOf = (temporary_password: string, username = '14470001') =>
      buildSlips(
        [{ name: 'سعد', username, temporary_password, password_ends_at: null }],
        { institute: 'معهد', timeZone: 'Asia/Riyadh' },
        'https://rasd.example.org',
      ).slips?.[0]?.qr;
    expect(slipOf(`${account?.temporary_password}`)).toBe(slipOf('other-pass-word'));
    expect(slipOf('other-pass-word')).not.toBe(slipOf('other-pass-word', '14470002'));
    expect(buildPapers([], 'معهد', '2026-11-20').slips).toBeNull();
  });

  test('the slips say until when the password is valid, for accounts that still have a one-time password', async () => {
    type NewUser = { username: string; temporary_password: string };
    const { body: user } = await server.call<NewUser>('POST', '/users', {
      as: 'admin',
      body: { username: uniqueText(), name: 'سعد بن سالم', role: 'teacher' },
    });
    const { password_ends_at: end } = await server.data.read
      .selectFrom('users')
      .select('password_ends_at')
      .where('username', '=', user.username)
      .executeTakeFirstOrThrow();
    const timeZone = 'Asia/Riyadh';
    const text = paperText.slipValidUntil(
      hijriDate(String(end), { timeZone }),
      gregorianDate(String(end), { timeZone }),
      timeInZone(new Date(String(end)), timeZone),
    );
    const account = { name: 'سعد', username: user.username, temporary_password: user.temporary_password };
    const readText = async (accounts: unknown[]) =>
      (await readPdfLines((await slips(accounts)).bytes)).lines.flatMap(({ items }) => items).join(' ');
    expect(text).toContain('تصلح حتى');
    const time = timeInZone(new Date(String(end)), timeZone);
    expect(await readText([account])).toContain(time);
    expect(await readText([{ ...account, username: 'teacher' }])).not.toContain(time);
  });

  test('the slips are stored nowhere', async () => {
    const tables = ['issued_papers', 'report_log', 'operations', 'operation_rows', 'idempotency_keys'];
    const rows = async () =>
      (
        await sql<Record<string, number>>`select ${sql.join(
          tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`),
        )}`.execute(server.data.read)
      ).rows[0];
    const before = await rows();
    expect((await slips(accountsOf(1))).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  test('the slips are for admins, for at most a thousand accounts, each with full name, user name and password', async () => {
    expect((await slips(accountsOf(1), 'teacher')).status).toBe(403);
    expect((await slips(accountsOf(1), 'student')).status).toBe(403);
    expect((await slips([])).status).toBe(422);
    expect((await slips(accountsOf(1_001))).status).toBe(422);
    expect((await slips([{ name: 'سعد', username: '1', temporary_password: null }])).status).toBe(422);
    expect((await slips([{ name: '#panic("x")', username: '1', temporary_password: '$x$' }])).status).toBe(
      200,
    );
  });
});

describe('slips of guardians', () => {
  test('the QR code has the address and never the PIN', () => {
    const qrOf = (address: string, pin: string) =>
      buildGuardianSlips([{ children: ['سعد'], batches: ['دفعة'], address, pin }], 'معهد').slips?.[0]?.qr;
    const [first, second] = [createLinkSecret(), createLinkSecret()].map(
      ({ code }) => `https://rasd.example.org/g/${code}`,
    ) as [string, string];
    expect(qrOf(first, '123456')).toBe(qrOf(first, '654321'));
    expect(qrOf(first, '123456')).not.toBe(qrOf(second, '123456'));
  });

  const printLink = async (guardianId: number, link: OpenLink, as = 'admin') => {
    const links = [{ guardian_id: guardianId, link_code: link.code, link_pin: link.pin }];
    return server.app.inject({
      method: 'POST',
      url: '/api/papers',
      headers: { authorization: `Bearer ${await server.signIn(as)}` },
      payload: { type: 'guardian-slips', links },
    });
  };
  const readText = async (bytes: Buffer) =>
    (await readPdfLines(new Uint8Array(bytes))).lines.map(({ items }) => items.join(' ')).join(' ');

  test('a slip has only the students on the page', async () => {
    const { guardianId, studentId } = await newPageGuardian(server);
    const link = await makeLink(server, guardianId);
    const addChild = async (first_name: string, relation: object, values: object = {}) => {
      const child = await newStudent(server, demoBatchId, { first_name, ...values });
      const answer = await server.call('POST', `/students/${child.id}/guardians`, {
        as: 'admin',
        body: { guardian_id: guardianId, relation: 'father', confirm: true, ...relation },
      });
      expect(answer.status, answer.text).toBe(201);
      return child.id;
    };
    await server.call('PUT', `/students/${studentId}`, { as: 'admin', body: { first_name: 'معاذ' } });
    await addChild('سراقة', {}, { birth_date: '2000-01-01' });
    await addChild('عكاشة', { consent_on: '2020-01-01' }, { birth_date: '2000-01-01' });
    await addChild('صهيب', {}, { birth_date: '2020-01-01' });
    const withdrawn = await addChild('ثمامة', { consent_on: '2020-01-01' }, { batch_id: null });
    const body = { student_row_ids: [withdrawn], status: 'withdrawn', date: '2020-01-01' };
    const answer = await server.call('POST', '/students/status', { as: 'admin', body });
    expect(answer.status, answer.text).toBe(200);
    const printed = await printLink(guardianId, link);
    expect(printed.statusCode, printed.body.slice(0, 200)).toBe(200);
    const text = await readText(printed.rawPayload);
    for (const name of ['معاذ', 'عكاشة', 'صهيب']) expect(text).toContain(name);
    for (const name of ['سراقة', 'ثمامة']) expect(text).not.toContain(name);
  });

  test('a slip has the first names, the address and the PIN of a live link, and nothing of another link', async () => {
    const { guardianId } = await newPageGuardian(server, { name: 'صالح', phone: '0551234567' });
    const live = await makeLink(server, guardianId);
    const print = (link: OpenLink, as?: string) => printLink(guardianId, link, as);
    const printed = await print(live);
    expect(printed.statusCode, printed.body.slice(0, 200)).toBe(200);
    const text = await readText(printed.rawPayload);
    expect(text.replaceAll(' ', '')).toContain(`https://rasd.example.org/g/${live.code}`);
    expect(text).toContain(live.pin);
    for (const name of ['الراشد', 'صالح']) expect(text).not.toContain(name);
    expect((await print(createLinkSecret())).statusCode).toBe(404);
    expect((await print(live, 'teacher')).statusCode).toBe(403);
    await makeLink(server, guardianId);
    expect((await print(live)).statusCode).toBe(404);
  });
});
