import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sortKey } from '../../../contract/rules/arabicText';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { compareSearchIndex } from '../../support/searchIndex';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ isEmpty: true });
});
afterAll(() => server.close());

interface Found {
  groups: { kind: string; results: { label: string }[] }[];
}
type Student = { id: number; full_name: string; phone: string | null; phone_key: string | null };

const headers = { 'x-session-id': 'phones' };

const client = {
  find: async (q: string, kind = 'students') => {
    const { body } = await server.call<Found>('GET', '/search', { as: 'admin', query: { q } });
    return body.groups.find((group) => group.kind === kind)?.results.map(({ label }) => label) ?? [];
  },
  list: async (q: string) => {
    const query = { range: [0, 24], filter: { q } };
    const { body } = await server.call<Student[]>('GET', '/students', { as: 'admin', query });
    return body.map(({ full_name }) => full_name);
  },
  add: (name: string, values: object = {}) =>
    server.call<Student>('POST', '/students', {
      as: 'admin',
      body: {
        first_name: name,
        last_name: 'الراشد',
        national_id: `10${String((lastId += 1)).padStart(8, '0')}`,
        ...values,
      },
    }),
  save: (country: string) => server.call('PUT', '/settings', { as: 'admin', body: { country }, headers }),
  /** Undoes the last operation, or the one before. */
  undo: async (earlier = 0) => {
    const operations = server.data.read.selectFrom('operations').select('id').orderBy('id', 'desc');
    const { id } = await operations.offset(earlier).limit(1).executeTakeFirstOrThrow();
    const { status, text } = await server.call('POST', `/undo/${id}`, { as: 'admin', headers });
    expect(status, text).toBe(200);
  },
};
let lastId = 0;

const spellings = ['0500031054', '966500031054', '+966500031054', '00966500031054'];

describe('the search for a phone number', () => {
  test('each of four spellings finds a student with each of them, in the list and in the global search', async () => {
    for (const [index, phone] of spellings.entries())
      expect((await client.add(`طالب${index}`, { phone })).body.phone_key).toBe('+966500031054');
    await client.add('غيرهم', { phone: '0500031059' });
    const names = spellings.map((_, index) => `طالب${index} الراشد`);
    for (const q of [...spellings, '050 003 1054', '050-003-1054', '+966 (0) 50 003 1054', '٠٥٠٠٠٣١٠٥٤']) {
      expect((await client.list(q)).toSorted(), q).toEqual(names);
      expect((await client.find(q)).toSorted(), q).toEqual(names);
    }
    for (const q of ['0500031', '+9665000310', '966 50 0031', '1054'])
      expect(await client.list(q), q).toEqual(expect.arrayContaining(names));
    expect(await client.list('0500031053')).toEqual([]);
  });

  test('the additional phone of a student and the phone of an account are found too', async () => {
    await client.add('سالم', { additional_phone: '00966500031077' });
    const { user } = await newTeacher('966500031077');
    expect(await client.find('0500031077')).toEqual(['سالم الراشد']);
    expect(await client.find('0500031077', 'users')).toEqual([user]);
    const asTeacher = await server.call<Found>('GET', '/search', {
      as: await (await addAccount(server, 'teacher')).signIn(),
      query: { q: '0500031077' },
    });
    expect(asTeacher.body.groups).toEqual([]);
  });

  test('another country of the settings reads all phones again, and its undo restores the keys', async () => {
    const keys = async () =>
      (await server.data.read.selectFrom('students').select(['id', 'phone_key']).orderBy('id').execute()).map(
        ({ phone_key }) => phone_key,
      );
    await client.add('مصري', { phone: '01001234567' });
    await client.add('وطني', { phone: '+966500031088' });
    const before = await keys();
    expect(await client.list('+201001234567')).toEqual([]);
    await client.save('EG');
    expect(await client.list('+201001234567')).toEqual(['مصري الراشد']);
    expect(await client.list('0500031088')).toEqual(['وطني الراشد']);
    expect((await keys()).slice(-2)).toEqual(['+201001234567', '+966500031088']);
    const index = await compareSearchIndex(server.data);
    expect(index.stored).toEqual(index.computed);
    await client.undo();
    expect(await keys()).toEqual(before);
    expect(await client.list('+201001234567')).toEqual([]);
  });

  test('another country also reads the phones of guardians again, and the list finds them', async () => {
    const guardians = [{ relation: 'father', phone: '01001234568', second_phone: '+966500031089' }];
    await client.add('ابن مصري', { guardians });
    const keys = () =>
      server.data.read
        .selectFrom('guardians')
        .select(['phone_key', 'second_phone_key'])
        .where('phone', '=', '01001234568')
        .execute();
    const countFound = async () => {
      const query = { filter: { q: '+201001234568' } };
      return (await server.call<object[]>('GET', '/guardians', { as: 'admin', query })).body.length;
    };
    const before = { phone_key: null, second_phone_key: '+966500031089' };
    expect([await keys(), await countFound()]).toEqual([[before], 0]);
    await client.save('EG');
    expect([await keys(), await countFound()]).toEqual([[{ ...before, phone_key: '+201001234568' }], 1]);
    const index = await compareSearchIndex(server.data);
    expect(index.stored).toEqual(index.computed);
    await client.undo();
    expect([await keys(), await countFound()]).toEqual([[before], 0]);
  });

  test('undo restores a student after the country has changed, with a key of the new country', async () => {
    const { id } = (await client.add('آخر', { phone: '01001234568' })).body;
    await client.save('EG');
    await server.call('DELETE', `/students/${id}`, { as: 'admin', headers });
    await client.save('SA');
    await client.undo(1);
    const { body } = await server.call<Student>('GET', `/students/${id}`, { as: 'admin' });
    expect(body).toMatchObject({ phone: '01001234568', phone_key: null });
  });
});

async function newTeacher(phone: string) {
  const body = { username: 'phoned', name: 'معلم مهاتف', role: 'teacher', phone, password: 'a-long-word-9' };
  const { status, text } = await server.call('POST', '/users', { as: 'admin', body });
  expect(status, text).toBe(201);
  return { user: body.name };
}

test('an operation from before a change of the keys is undone', async () => {
  const { id } = (await client.add('سالم', { phone: '0500031099' })).body;
  await server.call('PUT', `/students/${id}`, { as: 'admin', body: { first_name: 'سليم' }, headers });
  await server.data.writeUnlogged(async (trx) => {
    await trx.updateTable('students').set({ full_name_sort: 'earlier' }).where('id', '=', id).execute();
  });
  await client.undo();
  const row = server.data.read.selectFrom('students').selectAll().where('id', '=', id);
  expect(await row.executeTakeFirst()).toMatchObject({
    full_name: 'سالم الراشد',
    full_name_sort: sortKey('سالم الراشد'),
  });
});

describe('letters of other languages and compounds', () => {
  test('a name is found by Arabic letters and by its own, and a similar name only if nothing matches', async () => {
    for (const name of ['طاہر', 'ہبۃ', 'زاهر', 'کریم', 'گوهر']) await client.add(name);
    expect(await client.find('طاهر')).toEqual(['طاہر الراشد']);
    expect(await client.find('طاہر')).toEqual(['طاہر الراشد']);
    expect(await client.list('طاهر')).toEqual(['طاہر الراشد']);
    expect(await client.find('هبة')).toEqual(['ہبۃ الراشد']);
    expect(await client.find('كريم')).toEqual(['کریم الراشد']);
    expect(await client.find('كوهر')).toEqual(['گوهر الراشد']);
    expect(await client.find('ظاهر')).toEqual(expect.arrayContaining(['زاهر الراشد', 'طاہر الراشد']));
  });

  test.each([
    ['نور الدين', 'نورالدين'],
    ['سيف الإسلام', 'سيفالاسلام'],
    ['زين العابدين', 'زينالعابدين'],
    ['فضل الله', 'فضلالله'],
    ['عبد الرحمن', 'عبدالرحمن'],
    ['أبو بكر', 'ابوبكر'],
    ['أم كلثوم', 'امكلثوم'],
    ['آل سعود', 'السعود'],
    ['ذو النون', 'ذوالنون'],
  ])('%s and %s find each other', async (one, other) => {
    await client.add(one);
    await client.add(other);
    for (const q of [one, other]) {
      expect((await client.find(q)).toSorted(), q).toEqual([`${one} الراشد`, `${other} الراشد`].toSorted());
      expect((await client.list(q)).toSorted(), q).toEqual([`${one} الراشد`, `${other} الراشد`].toSorted());
    }
  });
});
