import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Batch } from '../../../contract/batches';
import type { LinkCounts, NewGuardianLink } from '../../../contract/families/guardianLinks';
import { pageTexts } from '../../../contract/families/guardianPageText';
import type { StudentGuardian } from '../../../contract/families/guardians';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { advanceDays, clockAt, moveClock } from '../../support/clock';
import { newPageGuardian } from '../../support/familySamples/guardianPage';
import { makeLink, openLink, type OpenLink, requestPage, typePin } from '../../support/guardianPage';
import { newBatch, newStudent, uniqueText } from '../../support/sampleCalls';

const clock = clockAt('2026-11-22T08:00:00.000Z');
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, hasFewRevisions: true });
});
afterAll(() => server.close());
beforeEach(() => server.data.writeUnlogged((trx) => trx.deleteFrom('sign_in_failures').execute()));

const headers = { 'x-session-id': 'guardian-links' };
const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', headers, body });
async function write<T>(method: string, path: string, body?: unknown): Promise<T & { operation_id: number }> {
  const answer = await call<T & { operation_id: number }>(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return Object.assign(answer.body, { operation_id: Number(answer.headers['x-operation-id']) });
}
const undo = (operationId: number) => write('POST', `/undo/${operationId}`);
const statusOf = async ({ code }: OpenLink, cookie = '') =>
  (await requestPage(server, code, { cookie })).status;
const guardiansOf = (studentId: number) =>
  write<StudentGuardian[]>('GET', `/students/${studentId}/guardians`);

async function newOpenPage(relation: object = {}) {
  const { studentId, guardianId } = await newPageGuardian(server, { phone: '0551234567', ...relation });
  const link = await makeLink(server, guardianId);
  return { studentId, guardianId, link, cookie: await openLink(server, link) };
}
const relationPath = ({ studentId, guardianId }: { studentId: number; guardianId: number }) =>
  `/students/${studentId}/guardians/${guardianId}`;

describe('the link of a guardian', () => {
  test('a link opens with its PIN, and the row of the guardian shows its state without secrets', async () => {
    const { studentId, link, cookie } = await newOpenPage();
    expect(await statusOf(link, cookie)).toBe(200);
    const [guardian] = await guardiansOf(studentId);
    expect(guardian?.link).toEqual({
      created_at: '2026-11-22T08:00:00.000Z',
      expires_at: '2027-02-20T08:00:00.000Z',
      last_used_at: '2026-11-22T08:00:00.000Z',
    });
  });

  test('the undo of a new link ends it, and a second link ends the first until it is undone', async () => {
    const { guardianId, link, cookie } = await newOpenPage();
    const second = await write<NewGuardianLink>('POST', `/guardians/${guardianId}/link`);
    expect([await statusOf(link), await statusOf(link, cookie)]).toEqual([410, 410]);
    await undo(second.operation_id);
    expect(await requestPage(server, second.link_code ?? '')).toMatchObject({ status: 410 });
    expect(await requestPage(server, link.code, { cookie })).toMatchObject({
      status: 200,
      text: expect.stringContaining('<section>'),
    });
  });

  test('a revoked link ends at once, also for a device with a session, and a second revocation finds none', async () => {
    const { studentId, guardianId, link, cookie } = await newOpenPage();
    const marks = () => requestPage(server, `${link.code}/marks/${studentId}`, { cookie });
    expect((await marks()).status).toBe(200);
    await write('DELETE', `/guardians/${guardianId}/link`);
    expect([await statusOf(link, cookie), (await typePin(server, link)).status]).toEqual([410, 410]);
    const forms = ['excuse', 'leave'].map((name) =>
      requestPage(server, `${link.code}/${name}?lang=en`, { cookie, form: { student: String(studentId) } }),
    );
    for (const { status, text } of await Promise.all(forms))
      expect([status, text.includes(pageTexts.en.over)]).toEqual([410, true]);
    expect(await marks()).toMatchObject({ status: 410, text: expect.stringContaining(pageTexts.ar.over) });
    expect((await call('DELETE', `/guardians/${guardianId}/link`)).status).toBe(404);
  });

  test('another first or second number ends the link, and the undo restores it', async () => {
    for (const changes of [
      { phone: '0557777777' },
      { second_phone: '0558888888' },
      { phone: null, name: 'صالح' },
    ]) {
      const page = await newOpenPage();
      const { operation_id } = await write<StudentGuardian>('PUT', relationPath(page), changes);
      expect(await statusOf(page.link, page.cookie)).toBe(410);
      await undo(operation_id);
      expect(await statusOf(page.link, page.cookie)).toBe(200);
    }
  });

  test('an undone revocation restores no link of another number', async () => {
    const page = await newOpenPage();
    const { operation_id } = await write<{ operation_id: number }>(
      'DELETE',
      `/guardians/${page.guardianId}/link`,
    );
    await write('PUT', relationPath(page), { phone: '0557777777' });
    await undo(operation_id);
    expect(await statusOf(page.link, page.cookie)).toBe(410);
    const other = await newOpenPage();
    const revoked = await write<{ operation_id: number }>('DELETE', `/guardians/${other.guardianId}/link`);
    await undo(revoked.operation_id);
    expect(await statusOf(other.link, other.cookie)).toBe(200);
  });

  test('the same number in another spelling, and another name, keep the link', async () => {
    const page = await newOpenPage();
    await write('PUT', relationPath(page), { phone: '+966 55 123 4567', name: 'سالم' });
    expect(await statusOf(page.link, page.cookie)).toBe(200);
  });

  test('the undo of a changed number keeps no link that was made since', async () => {
    const page = await newOpenPage();
    const { operation_id } = await write('PUT', relationPath(page), { phone: '0557777777' });
    const later = await makeLink(server, page.guardianId);
    await undo(operation_id);
    expect(await statusOf(later)).toBe(410);
  });

  test('a removed or deleted student leaves the page at once, and his sibling stays, until the undo', async () => {
    const page = await newOpenPage();
    const sibling = await newStudent(server, undefined, { first_name: 'زاهر' });
    const body = {
      guardian_id: page.guardianId,
      relation: 'father',
      consent_on: '2020-01-01',
      confirm: true,
    };
    await write('POST', `/students/${sibling.id}/guardians`, body);
    const marksOf = async (studentId: number) =>
      (await requestPage(server, `${page.link.code}/marks/${studentId}`, { cookie: page.cookie })).status;
    const state = async () => {
      const { text } = await requestPage(server, page.link.code, { cookie: page.cookie });
      const sections = text.split('<section>').length - 1;
      return [sections, text.includes('زاهر'), await marksOf(sibling.id), await marksOf(page.studentId)];
    };
    expect(await state()).toEqual([2, true, 200, 200]);
    const siblingPath = relationPath({ studentId: sibling.id, guardianId: page.guardianId });
    for (const path of [siblingPath, `/students/${sibling.id}`]) {
      const { operation_id } = await write('DELETE', path);
      expect(await state(), path).toEqual([1, false, 404, 200]);
      await undo(operation_id);
      expect(await state(), path).toEqual([2, true, 200, 200]);
    }
  });

  test('a guardian has no page after his last student is removed or deleted, until the undo', async () => {
    const page = await newOpenPage();
    for (const path of [relationPath(page), `/students/${page.studentId}`]) {
      const { operation_id } = await write('DELETE', path);
      expect(await statusOf(page.link, page.cookie), path).toBe(410);
      await undo(operation_id);
      expect(await statusOf(page.link, page.cookie), path).toBe(200);
    }
  });

  test('the right `page`, the age and the consent count at once', async () => {
    const page = await newOpenPage();
    const hasChild = async () =>
      (await requestPage(server, page.link.code, { cookie: page.cookie })).text.includes('<section>');
    expect(await hasChild()).toBe(true);
    const { operation_id } = await write('PUT', relationPath(page), {
      rights: { messages: true, page: false, excuse: true },
    });
    expect(await hasChild()).toBe(false);
    await undo(operation_id);
    expect(await hasChild()).toBe(true);
    await write('PUT', relationPath(page), { consent_on: null });
    expect(await hasChild()).toBe(false);
    await write('PUT', `/students/${page.studentId}`, { birth_date: '2012-03-04' });
    expect(await hasChild()).toBe(true);
    await write('PUT', `/students/${page.studentId}`, { birth_date: '2008-11-22' });
    expect(await hasChild()).toBe(false);
  });

  test('a link ends 90 days after its last use', async () => {
    const { link, cookie } = await newOpenPage();
    await advanceDays(clock, server, 60);
    expect(await statusOf(link, cookie)).toBe(200);
    await advanceDays(clock, server, 89);
    // The session has ended, but the link is still valid.
    expect((await typePin(server, link)).status).toBe(303);
    await advanceDays(clock, server, 91);
    expect([await statusOf(link), (await typePin(server, link)).status]).toEqual([410, 410]);
    await moveClock(clock, server, '2026-11-22T08:00:00.000Z');
  });

  test('a guardian without a readable student gets no link', async () => {
    const { guardianId } = await newPageGuardian(server, { consent_on: null });
    expect((await call('POST', `/guardians/${guardianId}/link`)).status).toBe(422);
  });
});

describe('a student of a guardian with a live link', () => {
  test('the addition lists the students of the guardian, and needs a confirmation', async () => {
    const { studentId, guardianId } = await newOpenPage();
    const other = await newStudent(server);
    const body = { guardian_id: guardianId, relation: 'father' };
    const refused = await call('POST', `/students/${other.id}/guardians`, body);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'GUARDIAN_HAS_LINK', children: [{ id: studentId }] },
    });
    const withStudent = {
      first_name: 'عمر',
      last_name: 'الراشد',
      national_id: '1066600017',
      guardians: [body],
    };
    expect((await call('POST', '/students', withStudent)).status).toBe(409);
    const noPage = { ...body, rights: { messages: true, page: false, excuse: false } };
    await write('POST', `/students/${other.id}/guardians`, noPage);
    await write('DELETE', `/students/${other.id}/guardians/${guardianId}`);
    await write('POST', `/students/${other.id}/guardians`, { ...body, confirm: true });
  });
});

describe('the links of a batch', () => {
  async function newFamilies(section: Batch['section'] = 'boys') {
    const batch = await newBatch(server);
    await write('PUT', `/batches/${batch.id}`, { section });
    const guardians: number[] = [];
    while (guardians.length < 3)
      guardians.push((await newPageGuardian(server, { batchId: batch.id, name: uniqueText() })).guardianId);
    return { batchId: batch.id, guardians };
  }
  const countsOf = (batchId: number) => write<LinkCounts>('GET', `/guardian-links/batch/${batchId}`);

  test('only missing links, or all links, are made as one operation', async () => {
    const { batchId, guardians } = await newFamilies();
    const first = await makeLink(server, guardians[0] ?? 0);
    expect(await countsOf(batchId)).toMatchObject({ guardians: 3, linked: 1, of_other_sections: 0 });
    const missing = await write<{ links: NewGuardianLink[] }>('POST', '/guardian-links/batch', {
      batch_id: batchId,
      only_missing: true,
    });
    expect(new Set(missing.links.map(({ guardian_id }) => guardian_id))).toEqual(new Set(guardians.slice(1)));
    const [second] = missing.links;
    const secondLink = { code: second?.link_code ?? '', pin: second?.link_pin ?? '' };
    expect([await statusOf(first), (await typePin(server, secondLink)).status]).toEqual([200, 303]);
    const all = await write<{ links: NewGuardianLink[] }>('POST', '/guardian-links/batch', {
      batch_id: batchId,
      only_missing: false,
    });
    expect([all.links.length, await statusOf(first), await statusOf(secondLink)]).toEqual([3, 410, 410]);
    await undo(all.operation_id);
    expect([await statusOf(first), await statusOf(secondLink)]).toEqual([200, 200]);
    await undo(missing.operation_id);
    expect([await statusOf(first), await statusOf(secondLink)]).toEqual([200, 410]);
  });

  test('a guardian with a student of the other section gets his link only from an admin of all sections', async () => {
    await write('PUT', '/settings', { sections_enabled: true });
    const { batchId, guardians } = await newFamilies('boys');
    const girls = await newFamilies('girls');
    const account = await addAccount(server, 'admin');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section: 'boys' }).where('id', '=', account.id).execute(),
    );
    const as = await account.signIn();
    const callOfSection = <T>(method: string, path: string, body?: unknown) =>
      server.call<T>(method, path, { as, body });
    const girl = await newStudent(server, girls.batchId);
    const [shared = 0, own = 0] = guardians;
    await write('POST', `/students/${girl.id}/guardians`, {
      guardian_id: shared,
      relation: 'father',
      consent_on: '2020-01-01',
    });
    expect((await callOfSection('POST', `/guardians/${own}/link`)).status).toBe(201);
    expect((await callOfSection('POST', `/guardians/${shared}/link`)).status).toBe(403);
    expect((await callOfSection('POST', `/guardians/${girls.guardians[0]}/link`)).status).toBe(404);
    expect((await callOfSection('DELETE', `/guardians/${girls.guardians[0]}/link`)).status).toBe(404);
    expect((await callOfSection('GET', `/guardian-links/batch/${girls.batchId}`)).status).toBe(404);
    const made = await callOfSection<{ links: unknown[]; of_other_sections: number }>(
      'POST',
      '/guardian-links/batch',
      { batch_id: batchId, only_missing: true },
    );
    expect(made, made.text).toMatchObject({ status: 201, body: { of_other_sections: 1 } });
    expect(made.body.links).toHaveLength(1);
    expect(
      (await callOfSection('POST', '/guardian-links/batch', { batch_id: girls.batchId, only_missing: true }))
        .status,
    ).toBe(422);
    await makeLink(server, shared);
    await write('PUT', '/settings', { sections_enabled: false });
  });
});
