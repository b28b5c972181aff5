import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportResult } from '../../contract/imports';
import type { Batch } from '../../contract/batches';
import type { Program } from '../../contract/programs';
import type { Student } from '../../contract/students/students';
import type { Subject } from '../../contract/subjects';
import { startTestApp, type TestApp } from '../support/app';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

describe('programmes', () => {
  test('an admin adds, reads, changes and deletes a programme', async () => {
    const created = await server.call<Program>('POST', '/programs', {
      as: 'admin',
      body: { program_id: 'TST', program_name: 'برنامج تجريبي' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      program_id: 'TST',
      program_name: 'برنامج تجريبي',
      levels: 6,
      version: 1,
    });
    const { id } = created.body;
    const changeResponse = await server.call<Program>('PUT', `/programs/${id}`, {
      as: 'admin',
      body: { ...created.body, program_name: 'برنامج آخر' },
    });
    expect(changeResponse.body).toMatchObject({ program_name: 'برنامج آخر', version: 2 });
    expect((await server.call('GET', `/programs/${id}`, { as: 'admin' })).body).toEqual(changeResponse.body);
    const deleteResponse = await server.call('DELETE', `/programs/${id}`, { as: 'admin' });
    expect(deleteResponse).toMatchObject({ status: 200, body: { message: 'تم حذف البرنامج بنجاح' } });
    expect((await server.call('GET', `/programs/${id}`, { as: 'admin' })).status).toBe(404);
  });

  test('a used code is refused at its field', async () => {
    const answer = await server.call('POST', '/programs', {
      as: 'admin',
      body: { program_id: 'QRN', program_name: 'اسم جديد' },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', details: [{ path: 'program_id' }] },
    });
  });

  test('the code of a programme cannot change', async () => {
    const answer = await server.call('PUT', '/programs/1', { as: 'admin', body: { program_id: 'OTHER' } });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION', details: [{ path: 'program_id' }] },
    });
  });

  test('a second save of an older version is refused with the current record', async () => {
    const { body: read } = await server.call<Program>('GET', '/programs/2', { as: 'admin' });
    const first = await server.call<Program>('PUT', '/programs/2', {
      as: 'admin',
      body: { ...read, duration: 'سنتان' },
    });
    expect(first.status).toBe(200);
    const second = await server.call('PUT', '/programs/2', {
      as: 'admin',
      body: { ...read, duration: 'أربع سنوات' },
    });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { duration: 'سنتان', version: first.body.version } },
    });
  });
});

describe('subjects', () => {
  test('a base code of another subject is refused with the next free code', async () => {
    const { body: batches } = await server.call<Batch[]>('GET', '/batches', { as: 'admin' });
    const body = (name: string) => ({ subject_code: 'ABC101', name, batch_id: batches[0]?.id });
    expect(
      (await server.call('POST', '/subjects', { as: 'admin', body: body('التجويد المتقدم') })).status,
    ).toBe(201);
    const other = await server.call('POST', '/subjects', { as: 'admin', body: body('التفسير المتقدم') });
    expect(other).toMatchObject({ status: 409, body: { code: 'DUPLICATE', suggested_code: 'ABC102' } });
    const again = await server.call('POST', '/subjects', { as: 'admin', body: body('التجويد المتقدم') });
    expect(again).toMatchObject({
      status: 409,
      body: { error: 'المادة موجودة بالفعل في إحدى الدفعات المختارة' },
    });
  });

  test('a subject that is offered to another batch has the settings of the other offerings', async () => {
    const { body: subjects } = await server.call<Subject[]>('GET', '/subjects', { as: 'admin' });
    const subject = subjects.find((one) => one.subject_code.startsWith('ABC101')) as Subject;
    const curriculum = {
      content_type: 'أوراد محددة',
      curriculum_items: ['الفاتحة', 'البقرة'],
      require_pages_count: true,
      default_pages: 1.5,
    };
    expect(
      (
        await server.call('POST', `/subject-curriculum/${subject.subject_code}`, {
          as: 'admin',
          body: curriculum,
        })
      ).status,
    ).toBe(200);
    const { body: batches } = await server.call<Batch[]>('GET', '/batches', { as: 'admin' });
    const batch = batches.find((one) => one.id !== subject.batch_id) as Batch;
    const offered = await server.call<{ offering_code: string }>('POST', '/subjects/base/ABC101/offerings', {
      as: 'admin',
      body: { batch_id: batch.id, batch_name: batch.batch_name },
    });
    expect(offered).toMatchObject({
      status: 201,
      body: { offering_code: `ABC101-${batch.id}`, batch_name: batch.batch_name },
    });
    expect(
      (await server.call('GET', `/subject-curriculum/${offered.body.offering_code}`, { as: 'admin' })).body,
    ).toMatchObject(curriculum);
    const twice = await server.call('POST', '/subjects/base/ABC101/offerings', {
      as: 'admin',
      body: { batch_id: batch.id },
    });
    expect(twice.status).toBe(409);
  });
});

describe('students', () => {
  const body = {
    first_name: 'أحمد',
    second_name: 'سالم',
    last_name: 'الراشد',
    national_id: '١٠٢٠٣٠٤٠٥٠',
    phone: '٠٥٠٠٠١٢٣٤٥',
  };

  test('a new student gets a number in ASCII digits and the defaults, and is found by a search without hamza', async () => {
    const created = await server.call<Student>('POST', '/students', {
      as: 'admin',
      body: { ...body, batch_id: 1 },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      full_name: 'أحمد سالم الراشد',
      national_id: '1020304050',
      phone: '0500012345',
      gender: 'ذكر',
      nationality: 'سعودي',
      batch_id: 1,
    });
    expect(created.body.student_id).toMatch(/^1445\d{4}$/);
    const answer = await server.call<Student[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { q: 'احمد سالم راشد'.replace(' راشد', ' الراشد') }, range: [0, 9] },
    });
    expect(answer.body.map((student) => student.id)).toContain(created.body.id);
    expect(answer.headers['content-range']).toMatch(/^students 0-\d+\/\d+$/);
  });

  test('a student of an import is corrected field by field, and only changed values are checked', async () => {
    const row = { first_name: 'فاطمة', phone: '0551234567' };
    const { body: imported } = await server.call<{ id: number }>('POST', '/students', {
      as: 'admin',
      body: { ...row, last_name: 'عيسى', national_id: '1777777771' },
    });
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    const older = { last_name: null, national_id: null, email: 'fatima@', full_name: 'فاطمة' };
    await server.data.write(actor, (unit) => {
      unit.describe('update', 'students', null, 'tests');
      return unit.update('students', imported.id, older);
    });
    const put = (changes: object) =>
      server.call('PUT', `/students/${imported.id}`, { as: 'admin', body: changes });
    const sent = { ...row, last_name: null, national_id: '', email: 'fatima@' };
    expect(await put({ ...sent, phone: '0559876543' })).toMatchObject({
      status: 200,
      body: { phone: '0559876543', national_id: null, last_name: null, email: 'fatima@' },
    });
    for (const changed of [
      { national_id: '123' },
      { email: 'other@' },
      { first_name: '' },
      { last_name: 'ع'.repeat(61) },
      { gender: 'غير ذلك' },
      { nationality: 'سعودي\u3164' },
    ])
      expect(await put({ ...sent, ...changed })).toMatchObject({
        status: 422,
        body: { details: [{ path: Object.keys(changed)[0] }] },
      });
    expect((await put({ national_id: '١٧٧٧٧٧٧٧٧٢', last_name: 'عيسى' })).body).toMatchObject({
      national_id: '1777777772',
      full_name: 'فاطمة عيسى',
    });
    expect((await put({ national_id: null })).status).toBe(422);
    expect((await put({ last_name: ' ' })).status).toBe(422);
  });

  test('a used national id is refused', async () => {
    const answer = await server.call('POST', '/students', { as: 'admin', body });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', details: [{ path: 'national_id' }] },
    });
  });

  test('deleting a batch deletes its subjects and students too, in one operation', async () => {
    const { body: before } = await server.call('GET', '/batches/2/dependents', { as: 'admin' });
    expect(before['students']).toBeGreaterThan(0);
    expect((await server.call('DELETE', '/batches/2', { as: 'admin' })).status).toBe(200);
    const { body: remaining } = await server.call<Student[]>('GET', '/students', {
      as: 'admin',
      query: { filter: { batch_id: 2 }, range: [0, 9] },
    });
    expect(remaining).toEqual([]);
  });
});

describe('the number of a new student', () => {
  let nationalId = 1_900_000_000;
  const add = (body: Record<string, unknown> = {}) => {
    nationalId += 1;
    const whole = { first_name: 'سعد', last_name: 'المختبر', national_id: String(nationalId), ...body };
    return server.call<Student>('POST', '/students', { as: 'admin', body: whole });
  };

  test('the number of a new student continues after typed numbers of any form', async () => {
    for (const student_id of ['1447ABCD', '144799999', '14470A12', '14479998']) {
      expect((await add({ student_id })).status).toBe(201);
    }
    const numbers = [await add(), await add(), await add()].map(({ body }) => body.student_id);
    expect(numbers).toEqual(['14479999', '1447100000', '1447100001']);
  });

  test('the number of a new student begins with the first year if the academic year has two', async () => {
    const body = { batch_name: 'دفعة عامين', program_id: 'SHR' };
    const { body: batch } = await server.call<Batch>('POST', '/batches', { as: 'admin', body });
    // An older version of the server accepted this academic year.
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('batches').set({ academic_year: '1450/1451' }).where('id', '=', batch.id).execute(),
    );
    const answers = [await add({ batch_id: batch.id }), await add({ batch_id: batch.id })];
    expect(answers.map((answer) => answer.body.student_id)).toEqual(['14500001', '14500002']);
  });
});

describe('the academic year of a batch', () => {
  const message = 'اكتب السنة الهجرية بأربعة أرقام، بين 1400 و1452';
  const create = (batch_name: string, academic_year: string) =>
    server.call<Batch>('POST', '/batches', {
      as: 'admin',
      body: { batch_name, program_id: 'SHR', academic_year },
    });

  test('the academic year is four digits, from 1400 to five years after the current one', async () => {
    for (const year of ['144', '1399', '1453', '1446/1447'])
      expect(await create('دفعة سنة خاطئة', year)).toMatchObject({
        status: 422,
        body: { details: [{ path: 'academic_year', message: message }] },
      });
    expect((await create('دفعة سنة صحيحة', '١٤٥٢ هـ')).body.academic_year).toBe('1452');
  });

  test('the academic year from an older version is kept until an admin changes it', async () => {
    const { body: batch } = await create('دفعة قديمة', '1447');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('batches').set({ academic_year: '144' }).where('id', '=', batch.id).execute(),
    );
    const put = (body: unknown) => server.call<Batch>('PUT', `/batches/${batch.id}`, { as: 'admin', body });
    expect((await put({ academic_year: '144', batch_number: 7 })).body.batch_number).toBe(7);
    expect((await put({ academic_year: '145' })).status).toBe(422);
  });

  test('the academic year is checked in each row of an import', async () => {
    const data = [
      { name: 'دفعة من ملف', program_id: 'SHR', academic_year: '144' },
      { name: 'دفعة من ملف', program_id: 'SHR', academic_year: '1447هـ' },
    ];
    const { body } = await server.call<ImportResult>('POST', '/batches/import', {
      as: 'admin',
      body: { data },
    });
    expect(body).toMatchObject({ imported: 1, failed: 1, errors: [{ row: 1, field: 'academic_year' }] });
    expect(body.errors[0]?.message).toContain('1400');
  });
});

describe('offerings with one base code', () => {
  const subject = (batch_id: number, name: string) => ({ subject_code: 'REN101', name, batch_id });

  test('the offerings stay one subject while any of them has the name', async () => {
    const [one, other] = [1, 3];
    const { body: first } = await server.call<Subject>('POST', '/subjects', {
      as: 'admin',
      body: subject(one, 'الأصل'),
    });
    const { body: second } = await server.call<Subject>('POST', '/subjects', {
      as: 'admin',
      body: subject(other, 'الأصل'),
    });
    await server.call('PUT', `/subjects/${second.id}`, { as: 'admin', body: { name: 'اسم خاص' } });
    expect((await server.call('POST', '/subjects', { as: 'admin', body: subject(4, 'الأصل') })).status).toBe(
      201,
    );
    expect((await server.call('POST', '/subjects', { as: 'admin', body: subject(5, 'غيرها') })).status).toBe(
      409,
    );
    expect(first.name).toBe('الأصل');
  });

  test('the change of a colleague in one offering stays when another change is applied to all offerings', async () => {
    const { body: all } = await server.call<Subject[]>('GET', '/subjects', { as: 'admin' });
    const [one, other] = all.filter(({ base_subject_code }) => base_subject_code === 'REN101') as [
      Subject,
      Subject,
    ];
    await server.call('PUT', `/subjects/${other.id}`, { as: 'admin', body: { hours: 7 } });
    const body = { ...one, level: 2, apply_to_base: true };
    expect((await server.call('PUT', `/subjects/${one.id}`, { as: 'admin', body })).status).toBe(200);
    const { body: stored } = await server.call<Subject>('GET', `/subjects/${other.id}`, { as: 'admin' });
    expect(stored).toMatchObject({ hours: 7, level: 2 });
  });
});

test('settings saved first are kept if a client that loaded none saves', async () => {
  const { body: all } = await server.call<Subject[]>('GET', '/subjects', { as: 'admin' });
  const code = all.find(({ base_subject_code }) => base_subject_code === 'REN101')?.subject_code ?? '';
  const curriculum = {
    content_type: 'نص حر',
    curriculum_items: [],
    require_pages_count: false,
    default_pages: 1,
  };
  const save = (body: object) => server.call('POST', `/subject-curriculum/${code}`, { as: 'admin', body });
  expect((await save({ ...curriculum, version: 0 })).status).toBe(200);
  expect(await save({ ...curriculum, default_pages: 2, version: 0 })).toMatchObject({
    status: 409,
    body: { code: 'STALE', current: { default_pages: 1 } },
  });
});
