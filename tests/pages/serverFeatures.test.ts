import { afterEach, expect, test, vi } from 'vitest';

/** Loads the modules again, like a new visit. `callServer` makes a call that a server with these headers answers. */
async function newVisit() {
  vi.resetModules();
  const { apiCall } = await import('../../src/dataProvider/apiCall');
  const callServer = async (headers: Record<string, string>, status = 200) => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status, headers }));
    await apiCall({ method: 'GET', path: '/health' }).catch(() => undefined);
  };
  return { callServer, loadFeatures: () => import('../../src/dataProvider/serverFeatures') };
}

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('the menu is complete before the first answer, and stays complete on our server', async () => {
  const first = await (await newVisit()).loadFeatures();
  expect(first.serverFeatures().has('furtherScreens')).toBe(true);
  first.noteList('programs', [{ id: 1 }], true);
  expect(first.serverFeatures().has('furtherScreens')).toBe(true);
  expect((await (await newVisit()).loadFeatures()).serverFeatures().has('furtherScreens')).toBe(true);
});

test('the menu on a server without our additions loses its extra entries at the first response, and has none at the next visit', async () => {
  const first = await (await newVisit()).loadFeatures();
  first.noteList('programs', [{ id: 1 }], false);
  expect(first.serverFeatures().has('furtherScreens')).toBe(false);
  const second = await (await newVisit()).loadFeatures();
  expect(second.serverFeatures().isOurs).toBeNull();
  expect(second.serverFeatures().has('furtherScreens')).toBe(false);
});

test('other additions count as missing before the first answer', async () => {
  const first = await (await newVisit()).loadFeatures();
  expect(first.serverFeatures().has('several')).toBe(false);
  first.noteList('programs', [{ id: 1 }], true);
  expect(first.serverFeatures().has('several')).toBe(true);
});

test('our server names itself with the first answer, and is known at the next visit', async () => {
  const { callServer, loadFeatures } = await newVisit();
  const { serverFeatures } = await loadFeatures();
  expect(serverFeatures().isOurs).toBeNull();
  await callServer({ 'X-Server': 'rasd' });
  expect(serverFeatures().isOurs).toBe(true);
  const nextVisit = await (await newVisit()).loadFeatures();
  expect(nextVisit.serverFeatures().isOurs).toBe(true);
});

test('the name is known from an answer before the features are loaded, such as the sign-in', async () => {
  const { callServer, loadFeatures } = await newVisit();
  await callServer({ 'X-Server': 'rasd' });
  expect((await loadFeatures()).serverFeatures().isOurs).toBe(true);
});

test('another server at the address is unknown after its first answer, but not after a failure', async () => {
  (await (await newVisit()).loadFeatures()).noteList('programs', [{ id: 1 }], true);
  const { callServer, loadFeatures } = await newVisit();
  const { serverFeatures } = await loadFeatures();
  expect(serverFeatures().isOurs).toBe(true);
  await callServer({}, 503);
  expect(serverFeatures().isOurs).toBe(true);
  await callServer({});
  expect(serverFeatures().isOurs).toBeNull();
});

test('a call that another server at the address lacks answers null, also as the first call', async () => {
  (await (await newVisit()).loadFeatures()).noteList('programs', [{ id: 1 }], true);
  const { loadFeatures } = await newVisit();
  const { nullIfUnsupported, noteList } = await loadFeatures();
  const { ApiProblem } = await import('../../src/dataProvider/ApiProblem');
  const refuse = () => Promise.reject(new ApiProblem(404, '', null));
  expect(await nullIfUnsupported('/fault-kinds', refuse)).toBeNull();
  noteList('programs', [{ id: 1 }], true);
  await expect(nullIfUnsupported('/other', refuse)).rejects.toMatchObject({ status: 404 });
});
