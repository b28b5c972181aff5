import fastCheck from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxExcuseLine, maxExcusesPerDay } from '../../contract/families/excuses';
import { maxGuardianAnnouncements } from '../../contract/families/announcements';
import { maxNoteText, maxShownNotes } from '../../contract/rules/families/behaviourNotes';
import { createLinkSecret } from '../../server/domain/guardianLinks';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt, moveClock } from '../support/clock';
import { newPageGuardian } from '../support/familySamples/guardianPage';
import { makeLink, openLink, type OpenLink, requestPage, typePin } from '../support/guardianPage';
import { newStudent } from '../support/sampleCalls';

const today = '2026-11-20';
const start = `${today}T09:00:00.000Z`;
const clock = clockAt(start);
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, config: { CALL_LIMITS: 1_000, TRUST_PROXY: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await moveClock(clock, server, start);
  await server.data.writeUnlogged((trx) => trx.deleteFrom('sign_in_failures').execute());
});

async function newPage(relation: object = {}) {
  const ids = await newPageGuardian(server, { ...relation });
  const link = await makeLink(server, ids.guardianId);
  return { ...ids, link };
}
/** The whole answer without the code and the things that differ at each answer. */
const comparable = ({ status, headers, text }: Awaited<ReturnType<typeof requestPage>>, code: string) => ({
  status,
  headers: { ...headers, date: '' },
  text: text.replaceAll(code, 'code'),
});
const wrongPin = ({ pin }: OpenLink) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');

describe('guessing', () => {
  test('an unknown link and a wrong or empty PIN get the same answers, also beyond the limit', async () => {
    const { link } = await newPage();
    const unknown = createLinkSecret();
    expect(comparable(await requestPage(server, unknown.code), unknown.code)).toEqual(
      comparable(await requestPage(server, link.code), link.code),
    );
    const tries = [wrongPin(link), '', 'abc', '٠', '1'.repeat(1_000), wrongPin(link)];
    const statuses: number[] = [];
    for (const pin of tries) {
      const answers = [
        comparable(await typePin(server, { code: link.code, pin }), link.code),
        comparable(await typePin(server, { code: unknown.code, pin }), unknown.code),
      ];
      expect(answers[0]).toEqual(answers[1]);
      statuses.push(answers[0]?.status ?? 0);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect((await typePin(server, link)).status).toBe(429);
    await moveClock(clock, server, '2026-11-20T09:15:01.000Z');
    expect((await typePin(server, link)).status).toBe(303);
  });

  test('an unknown link and a wrong PIN run the same statements', async () => {
    const statements: string[] = [];
    const counted = await startTestApp({ onQuery: ({ sql }) => statements.push(sql), hasFewRevisions: true });
    const { guardianId } = await newPageGuardian(counted);
    const link = await makeLink(counted, guardianId);
    const statementsOf = async (tried: OpenLink) => {
      statements.length = 0;
      expect((await typePin(counted, tried)).status).toBe(403);
      return [...statements];
    };
    const wrong = await statementsOf({ ...link, pin: wrongPin(link) });
    expect(await statementsOf(createLinkSecret())).toEqual(wrong);
    expect(wrong.length).toBeGreaterThan(3);
    await counted.close();
  });

  test('parallel tries never compare more than five PINs, from any addresses', async () => {
    const { link } = await newPage();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        server.app.inject({
          method: 'POST',
          url: `/g/${link.code}`,
          remoteAddress: `10.0.0.${index}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `pin=${index === 39 ? link.pin : wrongPin(link)}`,
        }),
      ),
    );
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect(count(403)).toBe(5);
    expect(count(429)).toBe(35);
    expect((await typePin(server, link)).status).toBe(429);
  });

  test('a link takes twenty wrong PINs a day, and an open device does not notice', async () => {
    const { link } = await newPage();
    const cookie = await openLink(server, link);
    let wrong = 0;
    for (let quarter = 0; quarter < 12; quarter += 1) {
      await moveClock(clock, server, new Date(Date.parse(start) + quarter * 901_000).toISOString());
      for (let count = 0; count < 6; count += 1)
        if ((await typePin(server, { ...link, pin: wrongPin(link) })).status === 403) wrong += 1;
    }
    expect(wrong).toBe(20);
    expect((await requestPage(server, link.code, { cookie })).text).toContain('<section>');
    await moveClock(clock, server, '2026-11-21T13:00:00.000Z');
    expect((await typePin(server, link)).status).toBe(303);
  });

  test('one address tries at most a hundred links', async () => {
    const tries: number[] = [];
    for (let count = 0; count < 101; count += 1)
      tries.push((await typePin(server, createLinkSecret())).status);
    expect(tries.slice(0, 100).every((status) => status === 403)).toBe(true);
    expect(tries[100]).toBe(429);
  });

  test('random addresses and bodies never fail, and open nothing', async () => {
    const { link } = await newPage();
    const text = fastCheck.oneof(
      fastCheck.string({ maxLength: 60 }),
      fastCheck.string({ unit: 'binary', maxLength: 60 }),
      fastCheck.constantFrom(
        '',
        '%',
        '..',
        link.code.slice(1),
        `${link.code}a`,
        link.code.toUpperCase(),
        '<b>',
      ),
    );
    await fastCheck.assert(
      fastCheck.asyncProperty(text, text, async (path, pin) => {
        const url = `/g/${encodeURIComponent(path)}`;
        const answers = [
          await server.app.inject({ url }),
          await server.app.inject({
            method: 'POST',
            url,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: new URLSearchParams({ pin }).toString(),
          }),
        ];
        for (const { statusCode, headers, body } of answers) {
          expect(statusCode).toBeLessThan(500);
          expect(statusCode).toBeGreaterThanOrEqual(400);
          expect(headers['set-cookie']).toBeUndefined();
          expect(body).not.toContain('<section>');
        }
      }),
      { numRuns: 150 },
    );
    expect((await server.app.inject({ url: `/g/${'a'.repeat(8_000)}` })).statusCode).toBe(404);
  });

  test('stored rows give neither the code nor the PIN', async () => {
    const { guardianId } = await newPageGuardian(server);
    const key = { 'idempotency-key': 'guardian-link-secret' };
    const answer = await server.call<{ link_code: string; link_pin: string }>(
      'POST',
      `/guardians/${guardianId}/link`,
      { as: 'admin', headers: key },
    );
    const { link_code, link_pin } = answer.body;
    const stored = JSON.stringify(
      await Promise.all([
        server.data.read.selectFrom('guardian_link_codes').selectAll().execute(),
        server.data.read.selectFrom('operation_rows').selectAll().orderBy('id', 'desc').limit(10).execute(),
        server.data.read.selectFrom('operations').selectAll().orderBy('id', 'desc').limit(10).execute(),
        server.data.read.selectFrom('idempotency_keys').selectAll().execute(),
      ]),
    );
    expect(stored).not.toContain(link_code);
    expect(stored).not.toContain(`"${link_pin}"`);
    expect(stored).not.toContain(`\\"${link_pin}\\"`);
    const repeated = await server.call('POST', `/guardians/${guardianId}/link`, {
      as: 'admin',
      headers: key,
    });
    expect(repeated.body).toMatchObject({ link_code: null, link_pin: null });
    expect((await typePin(server, { code: link_code, pin: link_pin })).status).toBe(303);
  });
});

describe('the session of a page', () => {
  test('a cookie opens only its own link, and only while its link is the live one', async () => {
    const [first, second] = [await newPage(), await newPage()];
    const cookie = await openLink(server, first.link);
    expect((await requestPage(server, first.link.code, { cookie })).text).toContain('<section>');
    expect((await requestPage(server, second.link.code, { cookie })).text).not.toContain('<section>');
    for (const forged of [
      `${cookie}x`,
      cookie.slice(0, -1),
      'rasd_guardian=',
      `rasd_guardian=${'a'.repeat(43)}`,
    ])
      expect((await requestPage(server, first.link.code, { cookie: forged })).text).not.toContain(
        '<section>',
      );
    await makeLink(server, first.guardianId);
    expect((await requestPage(server, first.link.code, { cookie })).status).toBe(410);
  });

  test('the cookie is for this page alone, and not readable by scripts', async () => {
    const { link } = await newPage();
    const { headers } = await typePin(server, link);
    expect(headers['set-cookie']).toMatch(
      new RegExp(`^rasd_guardian=[\\w-]{43}; Path=/g/${link.code}; Max-Age=7776000; HttpOnly; SameSite=Lax$`),
    );
    expect(headers['location']).toBe(`/g/${link.code}`);
    const secure = await typePin(server, link, { 'x-forwarded-proto': 'https' });
    expect(secure.headers['set-cookie']).toMatch(/; Secure$/);
  });

  test('closing the page ends the session, and needs the token of the page', async () => {
    const { link } = await newPage();
    const cookie = await openLink(server, link);
    const page = await requestPage(server, link.code, { cookie });
    const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? [];
    const leave = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      requestPage(server, `${link.code}/leave`, { cookie, form, headers });
    expect((await leave({})).status).toBe(403);
    expect((await leave({ form_token: `${token}a` })).status).toBe(403);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) expect((await leave({ form_token: token }, headers)).status).toBe(403);
    expect((await requestPage(server, link.code, { cookie })).text).toContain('<section>');
    expect(
      (await leave({ form_token: token }, { origin: 'null', 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(303);
    expect((await requestPage(server, link.code, { cookie })).text).not.toContain('<section>');
  });

  test('a form of another site does not open a page', async () => {
    const { link } = await newPage();
    expect((await typePin(server, link, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await typePin(server, link, { origin: 'https://evil.example' })).status).toBe(403);
    expect(
      (await typePin(server, link, { origin: 'http://localhost:80', host: 'localhost:80' })).status,
    ).toBe(303);
  });
});

describe('the contents of a page', () => {
  test('a page has only the students of its guardian, and marks only of them', async () => {
    const [own, other] = [await newPage(), await newPage()];
    const cookie = await openLink(server, own.link);
    const marks = (id: number) => requestPage(server, `${own.link.code}/marks/${id}`, { cookie });
    expect((await marks(own.studentId)).status).toBe(200);
    expect((await marks(other.studentId)).status).toBe(404);
    expect((await requestPage(server, `${own.link.code}/marks/${own.studentId}`)).status).toBe(401);
  });

  test('names that hold HTML are text', async () => {
    const name = `<script>alert(1)</script>"'&\``;
    const student = await newStudent(server, undefined, { first_name: name, last_name: '<b>' });
    const { body } = await server.call<{ id: number }>('POST', `/students/${student.id}/guardians`, {
      as: 'admin',
      body: { relation: 'father', name: '<i>', consent_on: '2020-01-01' },
    });
    const link = await makeLink(server, body.id);
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('settings').set({ institute_name: '<u>معهد</u>' }).execute(),
    );
    const { text } = await requestPage(server, link.code, { cookie: await openLink(server, link) });
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;&#96;');
    expect(text).not.toMatch(/<(script|b|i|u)\b/);
    expect(text).toContain('&#60;u&#62;');
  });

  test('a page has neither names in its head, nor scripts, and no full name or note of a student', async () => {
    const { data } = server;
    const family = 'عائلةخاصة';
    const student = await newStudent(server, undefined, {
      first_name: 'أنس',
      last_name: family,
      health_note: 'ربو',
    });
    const { body } = await server.call<{ id: number }>('POST', `/students/${student.id}/guardians`, {
      as: 'admin',
      body: {
        relation: 'father',
        name: 'وليخاص',
        phone: '0551239876',
        note: 'ملاحظةخاصة',
        consent_on: '2020-01-01',
      },
    });
    const link = await makeLink(server, body.id);
    const page = await requestPage(server, link.code, { cookie: await openLink(server, link) });
    const [head = ''] = page.text.split('<body>');
    const settings = await data.read
      .selectFrom('settings')
      .select('institute_name')
      .executeTakeFirstOrThrow();
    for (const secret of [settings.institute_name, 'أنس']) expect(head).not.toContain(secret);
    for (const secret of [family, 'ربو', 'وليخاص', 'ملاحظةخاصة', '0551239876', student.student_id])
      expect(page.text).not.toContain(secret);
    expect(page.text).not.toMatch(/<script|<link|<img|javascript:|\son\w+=/i);
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
    });
  });

  test('the page of six students has at most 30 kB', async () => {
    const rows = await server.data.read
      .selectFrom('daily_records')
      .select('student_row_id')
      .distinct()
      .orderBy('student_row_id')
      .limit(6)
      .execute();
    let guardianId: number | undefined;
    for (const { student_row_id } of rows) {
      const answer = await server.call<{ id: number }>('POST', `/students/${student_row_id}/guardians`, {
        as: 'admin',
        body: {
          relation: 'father',
          consent_on: '2020-01-01',
          ...(guardianId === undefined ? { name: 'صالح' } : { guardian_id: guardianId }),
        },
      });
      guardianId = answer.body.id;
    }
    const link = await makeLink(server, guardianId ?? 0);
    const cookie = await openLink(server, link);
    const { text: opened } = await requestPage(server, link.code, { cookie });
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(opened) ?? [];
    for (let index = 0; index < maxExcusesPerDay; index += 1) {
      const line = `${index} ${'تفصيل '.repeat(maxExcuseLine / 6 - 1)}`;
      const student = String(rows[index % rows.length]?.student_row_id);
      const form = { form_token, student, from: today, to: '2026-11-30', reason: 'appointment', line };
      expect((await requestPage(server, `${link.code}/excuse`, { cookie, form })).status).toBe(303);
    }
    const numbers = await server.data.read
      .selectFrom('students')
      .select('student_id')
      .where(
        'id',
        'in',
        rows.map(({ student_row_id }) => student_row_id),
      )
      .execute();
    for (let index = 0; index < maxShownNotes; index += 1) {
      const student_ids = numbers.map(({ student_id }) => student_id);
      const body = {
        student_ids,
        kind: 'praise',
        text: 'ثناء '.repeat(maxNoteText / 5),
        for_guardians: true,
      };
      expect((await server.call('POST', '/behaviour-notes', { as: 'admin', body })).status).toBe(200);
    }
    const { body: excuses } = await server.call<{ id: number }[]>('GET', '/excuses', { as: 'admin' });
    for (const { id } of excuses)
      await server.call('POST', `/excuses/${id}/refuse`, {
        as: 'admin',
        body: { line: 'رد الإدارة '.repeat(27) },
      });
    for (let index = 0; index < maxGuardianAnnouncements; index += 1) {
      const announcement = {
        title: `${'عنوان '.repeat(19)}${index}`,
        text: 'إعلان '.repeat(330),
        until: '2026-11-30',
        is_pinned: index < 2,
      };
      await server.call('POST', '/announcements', { as: 'admin', body: announcement });
    }
    for (const path of [link.code, `${link.code}?lang=en`]) {
      const { text } = await requestPage(server, path, { cookie });
      expect(text.split('<section>')).toHaveLength(7);
      for (const part of ['عنوان 0', 'عنوان 1', '9 تفصيل', 'تفصيل…', 'رد الإدارة', 'ثناء…'])
        expect(text).toContain(part);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30_000);
    }
  });
});

describe('addresses', () => {
  test('the language follows the address, then the browser', async () => {
    const { code } = createLinkSecret();
    const languageOf = async (path: string, language: string) =>
      /<html lang="(\w+)" dir="(\w+)">/
        .exec((await requestPage(server, path, { headers: { 'accept-language': language } })).text)
        ?.slice(1);
    expect(await languageOf(code, 'fr-FR,en;q=0.8')).toEqual(['en', 'ltr']);
    expect(await languageOf(code, 'ar-SA,en;q=0.8')).toEqual(['ar', 'rtl']);
    expect(await languageOf(code, '')).toEqual(['ar', 'rtl']);
    expect(await languageOf(`${code}?lang=ar`, 'en')).toEqual(['ar', 'rtl']);
  });

  test('only the pages answer below /g', async () => {
    const { link } = await newPage();
    const { code } = link;
    const inject = async (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'POST', url: string) =>
      (await server.app.inject({ method, url, headers: { accept: 'text/html' } })).statusCode;
    expect(await inject('HEAD', `/g/${code}`)).toBe(200);
    expect(await inject('GET', `/g/${code}/`)).toBe(308);
    expect(await inject('GET', `/g/${code}/leave`)).toBe(303);
    for (const [method, url] of [
      ['GET', '/g'],
      ['GET', '/g/'],
      ['GET', `/g/${code}/a/b`],
      ['PUT', `/g/${code}`],
      ['DELETE', `/g/${code}`],
    ] as const)
      expect(await inject(method, url), `${method} ${url}`).toBe(404);
    const json = await server.app.inject({ method: 'POST', url: `/g/${code}`, payload: { pin: link.pin } });
    expect(json.statusCode).toBe(415);
    const large = await requestPage(server, code, { form: { pin: '1'.repeat(20_000) } });
    expect(large.status).toBe(413);
  });

  test('a server with the plain API has no pages', async () => {
    const plain = await startTestApp({ config: { PLAIN_API: true }, hasFewRevisions: true });
    expect((await requestPage(plain, createLinkSecret().code)).status).toBe(404);
    await plain.close();
  });
});
