import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Batch } from '../../contract/batches';
import { errors } from '../../contract/errors';
import type { Program } from '../../contract/programs';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop } from '../support/eventLoop';
import { newBatch, newProgram, newStudent, newSubject, uniqueText } from '../support/sampleCalls';

let server: TestApp;
let authorization: string;
beforeAll(async () => {
  server = await startTestApp();
  authorization = `Bearer ${await server.signIn('admin')}`;
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

const arabic = expect.stringMatching(/[\u0600-\u06FF]/);

/** Sends any bytes with any content type. */
async function send(method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: string, type?: string) {
  const response = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
const post = (path: string, body: unknown) => server.call('POST', path, { as: 'admin', body });
const put = (path: string, body: unknown) => server.call('PUT', path, { as: 'admin', body });
const refusalAt = (...paths: string[]) => ({
  status: 422,
  body: { code: 'VALIDATION', error: arabic, details: paths.map((path) => ({ path, message: arabic })) },
});

test('each code has the status from the table of the API', () => {
  const table: Record<number, string[]> = {};
  for (const [code, { status }] of Object.entries(errors)) (table[status] ??= []).push(code);
  expect(table).toMatchObject({
    400: ['BAD_JSON', 'DUPLICATE_ABSENCE'],
    401: ['UNAUTHENTICATED', 'BAD_CREDENTIALS'],
    403: [
      'FORBIDDEN',
      'STEP_UP_REQUIRED',
      'USE_OWN_PASSWORD_CHANGE',
      'WRONG_PASSWORD',
      'MUST_CHANGE_PASSWORD',
      'DEADLINE_PASSED',
    ],
    404: ['NOT_FOUND', 'NO_TYPESETTER'],
    405: ['METHOD_NOT_ALLOWED'],
    409: [
      'DUPLICATE',
      'ALREADY_SUBMITTED',
      'ALREADY_LINKED',
      'LAST_ADMIN',
      'HAS_DEPENDENTS',
      'MOVE_HIDES',
      'GUARDIAN_HAS_LINK',
      'UNDO_CONFLICT',
      'IDENTITY_MISMATCH',
      'IN_PROGRESS',
      'SEVERAL_RECORDS',
      'STALE',
    ],
    413: ['TOO_LARGE'],
    415: ['UNSUPPORTED_TYPE'],
    422: ['VALIDATION', 'CIRCLE_FULL', 'KEY_REUSED'],
    429: ['TOO_MANY'],
    500: ['INTERNAL'],
    503: ['BUSY'],
    507: ['STORAGE_FULL'],
  });
  for (const { message } of Object.values(errors)) expect(message).toEqual(arabic);
});

describe('a body', () => {
  test.each([
    '{"program_id":',
    'not json',
    "{'program_id':1}",
    '\u0000',
    '{"a":1}{"b":2}',
    '{"__proto__":{"role":"admin"}}',
    '{"\\u005f_proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '['.repeat(100_000),
  ])('a body that is not plain JSON is refused as unreadable: %j', async (payload) => {
    expect(await send('POST', '/programs', payload, 'application/json')).toEqual({
      status: 400,
      body: { error: errors.BAD_JSON.message, code: 'BAD_JSON' },
    });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'x',
  ])('a body of type %s is refused', async (type) => {
    expect(await send('POST', '/programs', 'program_id=1', type)).toEqual({
      status: 415,
      body: { error: errors.UNSUPPORTED_TYPE.message, code: 'UNSUPPORTED_TYPE' },
    });
  });

  test('a body is accepted if its content type has a charset', async () => {
    const body = JSON.stringify({ program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` });
    expect((await send('POST', '/programs', body, 'application/json; charset=utf-8')).status).toBe(201);
  });

  test('a body of more than 1 MB is refused, a slightly smaller one is accepted', async () => {
    const name = (length: number) => JSON.stringify({ program_id: 'X', program_name: 'x'.repeat(length) });
    expect(await send('POST', '/programs', name(1_048_576), 'application/json')).toEqual({
      status: 413,
      body: { error: errors.TOO_LARGE.message, code: 'TOO_LARGE' },
    });
    expect(await send('POST', '/programs', name(1_048_000), 'application/json')).toMatchObject(
      refusalAt('program_name'),
    );
  });

  test.each([undefined, 'application/json', 'text/plain'])(
    'an empty body counts as missing, for any content type: %s',
    async (type) => {
      const { id } = await newProgram(server);
      expect(await send('DELETE', `/programs/${id}`, undefined, type)).toMatchObject({ status: 200 });
      expect(await send('POST', '/programs', '', type)).toMatchObject(
        refusalAt('program_id', 'program_name'),
      );
    },
  );

  test.each([[null], [[]], ['text'], [5], [true], [[{ program_id: 'A' }]]])(
    'a body that is not an object is refused: %j',
    async (body) => {
      expect(await send('POST', '/programs', JSON.stringify(body), 'application/json')).toMatchObject({
        status: 422,
        body: { code: 'VALIDATION', error: arabic },
      });
    },
  );

  test.each([
    ['/programs', { program_id: 'Z1', program_name: 'ز' }],
    ['/batches', { batch_name: 'ز', program_id: 'QRN' }],
    ['/subjects', { subject_code: 'Z1', name: 'ز', batch_id: 1 }],
    ['/students', { first_name: 'ز', last_name: 'ز', national_id: '1000000000' }],
    ['/subjects/base/QRN101/offerings', { batch_id: 5 }],
    ['/auth/login', { username: 'admin', password: 'x' }],
    ['/auth/forgot', { username: 'admin' }],
    ['/auth/step-up', { password: 'x' }],
    ['/auth/logout', {}],
  ])('a body of %s with unknown keys is refused, with each key in the answer', async (path, body) => {
    expect(await post(path, { ...body, is_admin: true, toString: 1 })).toMatchObject(
      refusalAt('is_admin', 'toString'),
    );
  });

  test('a body with several problems gets all of them in the answer', async () => {
    expect(
      await post('/students', { first_name: '', last_name: 7, national_id: '12', gender: 'x', email: 'no' }),
    ).toMatchObject(refusalAt('first_name', 'last_name', 'email', 'national_id', 'gender'));
  });
});

describe('a record sent back as the server returned it', () => {
  const withoutVersion = <T extends { version: number; updated_at: string }>(record: T) => {
    const { version: _version, updated_at: _updated, ...rest } = record;
    return rest;
  };
  test.each([
    ['/programs', newProgram],
    ['/batches', newBatch],
    ['/subjects', newSubject],
    ['/students', newStudent],
  ] as const)('a record of %s is accepted and unchanged', async (path, make) => {
    const read = await make(server);
    const answer = await put(`${path}/${read.id}`, read);
    expect(answer.status, answer.text).toBe(200);
    expect(withoutVersion(answer.body as unknown as Program)).toEqual(withoutVersion(read as Program));
  });

  test('settings of a subject are accepted and unchanged', async () => {
    const { subject_code } = await newSubject(server);
    for (const kind of ['subject-grade-settings', 'subject-curriculum']) {
      const path = `/${kind}/${subject_code}`;
      expect((await server.call('GET', path, { as: 'admin' })).status).toBe(404);
      const none = await server.call('GET', path, { as: 'admin', query: { or_null: '1' } });
      expect([none.status, none.text]).toEqual([200, 'null']);
      const notFoundResponse = await server.call('GET', `/${kind}/${uniqueText()}`, {
        as: 'admin',
        query: { or_null: '1' },
      });
      expect(notFoundResponse.status).toBe(404);
    }
    const saved = await post(`/subject-grade-settings/${subject_code}`, defaultGradeSettings);
    const { body: read } = await server.call('GET', `/subject-grade-settings/${subject_code}`, {
      as: 'admin',
      query: { or_null: '1' },
    });
    expect(saved.body).toEqual({ ...read, message: arabic });
    expect((await post(`/subject-grade-settings/${subject_code}`, read)).status).toBe(200);
  });
});

describe('text', () => {
  test('text loses characters that are invisible or cannot be stored: NUL, unpaired surrogates, direction marks', async () => {
    const hidden = '\u0000\uD800\u202E\u200F\u0007';
    const name = uniqueText();
    const { status, body } = await post('/programs', {
      program_id: `${hidden}P${hidden}${name}`,
      program_name: ` ${hidden}برنامج\u00A0\t ${hidden}${name} `,
      description: `${hidden}سطر${hidden}\u200B\uFEFF\r\nآخر`,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      program_id: `P${name}`,
      program_name: `برنامج ${name}`,
      description: 'سطر\nآخر',
    });
    expect((await post('/programs', { program_id: hidden, program_name: hidden })).body).toMatchObject(
      refusalAt('program_id', 'program_name').body,
    );
    expect(
      (await post('/programs', { program_id: `${name}2`, program_name: `برنامج ${hidden}${name}` })).status,
    ).toBe(409);
  });

  test('text in another Unicode normal form is the same name', async () => {
    const name = uniqueText();
    expect((await post('/programs', { program_id: name, program_name: `\u0622ل ${name}` })).status).toBe(201);
    const again = await post('/programs', { program_id: `${name}2`, program_name: `\u0627\u0653ل ${name}` });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', details: [{ path: 'program_name' }] },
    });
  });

  test('text longer than allowed is refused, and text of exactly the allowed length is stored', async () => {
    const name = uniqueText();
    const nameOfLength = (length: number) => name + 'ن'.repeat(length - name.length);
    expect(await post('/programs', { program_id: name, program_name: nameOfLength(121) })).toMatchObject(
      refusalAt('program_name'),
    );
    expect((await post('/programs', { program_id: name, program_name: nameOfLength(120) })).status).toBe(201);
  });
});

describe('Arabic and Persian digits', () => {
  test('the digits become ASCII in programme and batch, and in references to them', async () => {
    const { body: program } = await post('/programs', {
      program_id: 'ب٩٠١',
      program_name: uniqueText(),
      levels: '٨',
    });
    expect(program).toMatchObject({ program_id: 'ب901', levels: 8 });
    const { body: batch } = await post('/batches', {
      batch_name: uniqueText(),
      program_id: 'ب۹۰۱',
      batch_number: '١٢',
      academic_year: '١٤٤٧',
      level: '۳',
    });
    expect(batch).toMatchObject({ program_id: 'ب901', batch_number: 12, academic_year: '1447', level: 3 });
    const listed = await server.call<Batch[]>('GET', '/batches', {
      as: 'admin',
      query: { filter: { program_id: 'ب٩٠١', academic_year: '١٤٤٧' } },
    });
    expect(listed.body.map(({ id }) => id)).toEqual([batch['id']]);
  });

  test('the digits become ASCII in the fields of subject and student', async () => {
    const { body: subject } = await post('/subjects', {
      subject_code: 'رقم٧٠١',
      name: 'الأرقام',
      batch_id: 1,
      hours: '٤',
    });
    expect(subject).toMatchObject({ subject_code: 'رقم701-1', hours: 4 });
    for (const code of ['رقم٧٠١-١', 'رقم701-1'])
      expect(
        await server.call('POST', `/subject-grade-settings/${encodeURIComponent(code)}`, {
          as: 'admin',
          body: { ...defaultGradeSettings, testMax: '٤٩٫٥' },
        }),
      ).toMatchObject({ status: 200, body: { testMax: 49.5 } });
    expect(
      (await post(`/subjects/base/${encodeURIComponent('رقم٧٠١')}/offerings`, { batch_id: 2 })).status,
    ).toBe(201);

    const person = {
      first_name: 'سعد',
      last_name: 'سعيد',
      national_id: '٢٢٢٢٢٢٢٢٢٢',
      student_id: '١٤٤٩٠٠٠١',
    };
    const { body: student } = await post('/students', { ...person, phone: '+٩٦٦ ٥٠-١٢٣ ٤٥٦٧' });
    expect(student).toMatchObject({
      national_id: '2222222222',
      student_id: '14490001',
      phone: '+966501234567',
    });
    expect(
      await post('/students', { ...person, national_id: '3333333333', student_id: '14490001' }),
    ).toMatchObject({
      status: 409,
      body: { details: [{ path: 'student_id' }] },
    });
  });
});

describe('numbers', () => {
  test.each([0, 9, -1, 1.5, 2_147_483_648, '0x5', '1e0', '', ' ', '٩', 'خمسة', true, null, [], {}])(
    'levels of a programme cannot be %j',
    async (levels) => {
      expect(
        await post('/programs', { program_id: uniqueText(), program_name: uniqueText(), levels }),
      ).toMatchObject(refusalAt('levels'));
    },
  );
  test.each([1, 8, '8', ' 8 ', '٨', '۸', '8.0'])('levels of a programme can be %j', async (levels) => {
    expect(
      (await post('/programs', { program_id: uniqueText(), program_name: uniqueText(), levels })).status,
    ).toBe(201);
  });

  test.each([2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, 0, -1, 1.5])(
    'a reference to the impossible row %d is refused at its field',
    async (batch_id) => {
      const subject = { subject_code: uniqueText(), name: uniqueText(), batch_id };
      expect(await post('/subjects', subject)).toMatchObject(refusalAt('batch_id'));
    },
  );
});

describe('the path in a validation error', () => {
  test.each([
    ['program_name', { program_name: 'برنامج لا وجود له' }],
    ['program_id', { program_id: 'NONE' }],
    ['program_name', { program_id: 'QRN', program_name: 'برنامج العلوم الشرعية' }],
    ['program_name', {}],
    ['end_date', { program_id: 'QRN', start_date: '2026-02-01', end_date: '2026-01-01' }],
    ['start_date', { program_id: 'QRN', start_date: '2026-02-30' }],
    ['level', { program_id: 'QRN', level: 9 }],
    ['batch_number', { program_id: 'QRN', batch_number: 0 }],
    ['batch_name', { program_id: 'QRN', batch_name: 'أ/ب' }],
  ])('the error has the path %s for a batch: %j', async (path, body) => {
    expect(await post('/batches', { batch_name: uniqueText(), ...body })).toMatchObject(refusalAt(path));
  });

  test.each([
    ['subject_code', { subject_code: 'ABC-2', batch_id: 1 }],
    ['subject_code', { subject_code: 'A B', batch_id: 1 }],
    ['subject_code', { subject_code: '-1', batch_id: 1 }],
    ['batch_id', { subject_code: 'ABC' }],
    ['batch_name', { subject_code: 'ABC', batch_id: 1, batch_name: 'دفعة لا وجود لها' }],
    ['type', { subject_code: 'ABC', batch_id: 1, type: 'نوع' }],
    ['hours', { subject_code: 'ABC', batch_id: 1, hours: 11 }],
  ])('the error has the path %s for a subject: %j', async (path, body) => {
    expect(await post('/subjects', { name: uniqueText(), ...body })).toMatchObject(refusalAt(path));
  });

  test.each([
    ['national_id', {}],
    ['national_id', { national_id: '123456789' }],
    ['national_id', { national_id: '12345678901' }],
    ['batch_name', { national_id: '4444444444', batch_id: 1, program_id: 'ARB' }],
    ['program_name', { national_id: '4444444444', program_id: 'QRN', program_name: 'برنامج العلوم الشرعية' }],
    ['batch_id', { national_id: '4444444444', batch_id: 999_999 }],
    ['gender', { national_id: '4444444444', gender: 'غير ذلك' }],
  ])('the error has the path %s for a student: %j', async (path, body) => {
    expect(await post('/students', { first_name: 'سعد', last_name: 'سعيد', ...body })).toMatchObject(
      refusalAt(path),
    );
  });

  test.each([
    ['testMax', { testMax: 100.5 }],
    ['testMax', { testMax: 0.25 }],
    ['testMax', { testMax: -0.5 }],
    ['testName', { testName: '  ' }],
    ['testEnabled', { testEnabled: 'نعم' }],
  ])('the error has the path %s for grade settings: %j', async (path, change) => {
    expect(
      await post('/subject-grade-settings/QRN102-1', { ...defaultGradeSettings, ...change }),
    ).toMatchObject(refusalAt(path));
  });

  test('grade settings without a column, or with a total of 0, are refused with the messages of the specification', async () => {
    const names = ['participation', 'attendance', 'exercise', 'reading', 'test'];
    const setAll = (key: string, value: unknown) =>
      Object.fromEntries(names.map((name) => [name + key, value]));
    for (const change of [setAll('Enabled', false), setAll('Max', 0)])
      expect(
        await post('/subject-grade-settings/QRN102-1', { ...defaultGradeSettings, ...change }),
      ).toMatchObject({
        status: 422,
        body: { error: 'يجب تفعيل عمود واحد على الأقل' },
      });
    // The name of a disabled column is not checked.
    expect(
      (
        await post('/subject-grade-settings/QRN102-1', {
          ...defaultGradeSettings,
          testEnabled: false,
          testName: '',
        })
      ).status,
    ).toBe(200);
  });

  test.each([
    ['content_type', { content_type: 'free' }],
    ['curriculum_items.1', { curriculum_items: ['الفاتحة', ''] }],
    ['default_pages', { default_pages: 0.3 }],
    ['require_pages_count', { require_pages_count: 1 }],
  ])('the error has the path %s for curriculum settings: %j', async (path, change) => {
    const body = { content_type: 'نص حر', curriculum_items: [], require_pages_count: true, default_pages: 1 };
    expect(await post('/subject-curriculum/QRN110-1', { ...body, ...change })).toMatchObject(refusalAt(path));
    expect((await post('/subject-curriculum/QRN110-1', body)).status).toBe(200);
  });
});

describe('the dates of a batch', () => {
  test('the dates of a batch do not limit each other after one of them is removed', async () => {
    const { id } = await newBatch(server);
    const span = { start_date: '2026-09-01', end_date: '2027-06-01' };
    expect((await put(`/batches/${id}`, span)).body).toMatchObject(span);
    expect(await put(`/batches/${id}`, { end_date: '2026-08-01' })).toMatchObject(refusalAt('end_date'));
    expect(await put(`/batches/${id}`, { start_date: null, end_date: '2026-08-01' })).toMatchObject({
      status: 200,
      body: { start_date: null, end_date: '2026-08-01' },
    });
  });
});

describe('a conflict', () => {
  test.each([
    ['/batches', 'batch_name', { program_id: 'QRN' }, newBatch],
    ['/programs', 'program_name', { program_id: uniqueText() }, newProgram],
    ['/students', 'national_id', { first_name: 'سعد', last_name: 'سعيد' }, newStudent],
    [
      '/students',
      'student_id',
      { first_name: 'سعد', last_name: 'سعيد', national_id: '5555555555' },
      newStudent,
    ],
  ] as const)(
    'a conflict of %s by %s is reported, on creation and on change',
    async (path, field, rest, make) => {
      const first = (await make(server)) as unknown as Record<string, unknown>;
      const second = await make(server);
      const duplicate = {
        status: 409,
        body: { code: 'DUPLICATE', error: arabic, details: [{ path: field }] },
      };
      expect(await post(path, { ...rest, [field]: first[field] })).toMatchObject(duplicate);
      expect(await put(`${path}/${second.id}`, { [field]: first[field] })).toMatchObject(duplicate);
      expect((await put(`${path}/${second.id}`, { [field]: (second as never)[field] })).status).toBe(200);
    },
  );

  test('two saves of one record conflict: STALE has the current record, for each resource', async () => {
    for (const [path, make, change] of [
      ['/programs', newProgram, { duration: 'سنة' }],
      ['/batches', newBatch, { batch_number: 5 }],
      ['/subjects', newSubject, { hours: 5 }],
      ['/students', newStudent, { nationality: 'مصري' }],
    ] as const) {
      const { id, version } = await make(server);
      const first = await put(`${path}/${id}`, { ...change, version });
      expect(first.status).toBe(200);
      expect(await put(`${path}/${id}`, { ...change, version })).toMatchObject({
        status: 409,
        body: { code: 'STALE', error: arabic, current: first.body },
      });
      expect((await put(`${path}/${id}`, { ...change, version: first.body['version'] })).status).toBe(200);
    }
  });

  test('concurrent creations with a conflict leave exactly one record', async () => {
    const body = { program_id: uniqueText(), program_name: uniqueText() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/programs', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const { id } = await newProgram(server);
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, at) => put(`/programs/${id}`, { duration: `${at} سنوات`, version: 1 })),
    );
    expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('many students who are added concurrently have no conflict of numbers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        post('/students', {
          first_name: 'سعد',
          last_name: 'سعيد',
          national_id: `66666666${10 + at}`,
          batch_id: 1,
        }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body['student_id'])).size).toBe(20);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  });
});
