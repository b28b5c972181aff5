import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newBatch } from '../support/sampleCalls';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

describe('sections as fields', () => {
  test('a batch is in both sections until one is set, and can be filtered by it', async () => {
    const batch = await newBatch(server);
    expect(batch.section).toBe('mixed');
    const put = (section: string) =>
      server.call('PUT', `/batches/${batch.id}`, { as: 'admin', body: { section } });
    expect((await put('girls')).body['section']).toBe('girls');
    expect((await put('both')).status).toBe(422);
    const list = async (section: string) =>
      (
        await server.call<{ id: number }[]>('GET', '/batches', {
          as: 'admin',
          query: { filter: { section } },
        })
      ).body;
    const girls = await list('girls');
    expect(girls).toEqual(girls.map((row) => expect.objectContaining({ id: row.id, section: 'girls' })));
    expect(girls.map(({ id }) => id)).toContain(batch.id);
    expect((await list('mixed')).map(({ id }) => id)).not.toContain(batch.id);
  });

  test('staff have no section until one is set; students have none', async () => {
    const { id } = await addAccount(server, 'teacher');
    const put = (body: object) => server.call('PUT', `/users/${id}`, { as: 'admin', body });
    expect((await put({ section: 'boys' })).body['section']).toBe('boys');
    expect((await put({ section: 'mixed' })).status).toBe(422);
    const ids = async (section: string) =>
      (
        await server.call<{ id: number }[]>('GET', '/users', {
          as: 'admin',
          query: { filter: { section, role: 'teacher' } },
        })
      ).body.map((user) => user.id);
    expect(await ids('boys')).toEqual([id]);
    expect(await ids('all')).not.toContain(id);
    expect((await put({ section: null })).body['section']).toBeNull();
    expect(await ids('all')).toContain(id);
  });

  test('the settings have an option for sections, which is off by default', async () => {
    const read = () => server.call('GET', '/settings', { as: 'admin' });
    expect((await read()).body['sections_enabled']).toBe(false);
    const save = (sections_enabled: unknown) =>
      server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled } });
    expect((await save('yes')).status).toBe(422);
    expect((await save(true)).body['sections_enabled']).toBe(true);
    expect((await save(false)).body['sections_enabled']).toBe(false);
    expect((await read()).body['sections_enabled']).toBe(false);
  });
});
