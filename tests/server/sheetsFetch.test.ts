import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest';
import type { ServerResponse } from 'node:http';
import { isPrivate } from '../../server/sheets/download';
import { startTestApp, type TestApp } from '../support/app';
import { sampleFile } from '../support/importing';
import { startSheetServer } from '../support/sheetServer';

const id = '1aB_cD-eF2gH3iJ4kL5mN6oP7qR8';
interface Fetched {
  title: string | null;
  sheets: { name: string | null; position: number; csv: string }[];
  workbook?: string;
}
type Answer = Parameters<typeof startSheetServer>[0];

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
let close = async () => {};
afterEach(() => close());

const fetchSheet = (body: unknown = { sheet_id: id }) =>
  server.call<Fetched>('POST', '/sheets/fetch', { as: 'admin', body });

/** Starts a spreadsheet server with this answer, the only allowed host. */
async function startSpreadsheets(answer: Answer, { isPrivateAllowed = true, hosts = [] as string[] } = {}) {
  const sheets = await startSheetServer(answer);
  ({ close } = sheets);
  Object.assign(server.config, {
    SHEETS_URL: sheets.url,
    SHEETS_HOSTS: hosts,
    SHEETS_PRIVATE: isPrivateAllowed,
  });
  return sheets;
}

const csvOf = (name: string) => sampleFile(`workbook - ${name}.csv`).toString();
const fileHeaders = (name: string) => ({
  'content-disposition': `attachment; filename="workbook-.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
});

const refusal = (message: string) => ({
  status: 422,
  body: { code: 'VALIDATION', error: expect.stringMatching(message) },
});
const noAccess = refusal('^تعذر الوصول للملف');

describe('a shared spreadsheet', () => {
  test('a shared spreadsheet is fetched as a workbook, with one request', async () => {
    const bytes = sampleFile('workbook.xlsx');
    const { requests } = await startSpreadsheets(() => ({
      headers: { ...fileHeaders('بيانات المعهد.xlsx'), 'content-type': 'application/octet-stream' },
      body: bytes,
    }));
    const { status, body } = await fetchSheet();
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'بيانات المعهد', sheets: [] });
    expect(Buffer.from(body.workbook ?? '', 'base64').equals(bytes)).toBe(true);
    expect(requests).toEqual([`/spreadsheets/d/${id}/export?format=xlsx`]);
  });

  test('a shared spreadsheet is fetched with the sheet in the link, which the CSV names', async () => {
    const sheet = { headers: fileHeaders('workbook - مواد.csv'), body: csvOf('مواد') };
    const bytes = sampleFile('workbook.xlsx');
    const { requests } = await startSpreadsheets(({ searchParams }) =>
      searchParams.get('format') === 'csv' ? sheet : { body: bytes },
    );
    const { body } = await fetchSheet({ sheet_id: id, gid: '1234' });
    const sheets = [{ name: 'مواد', position: 0, csv: csvOf('مواد') }];
    expect(body).toEqual({ title: 'workbook', sheets, workbook: bytes.toString('base64') });
    expect(requests.toSorted()).toEqual([
      `/spreadsheets/d/${id}/export?format=csv&gid=1234`,
      `/spreadsheets/d/${id}/export?format=xlsx`,
    ]);
    await close();
    // Without the workbook, for example because it is too large, the CSV is enough.
    await startSpreadsheets(({ searchParams }) =>
      searchParams.get('format') === 'csv' ? sheet : { status: 500 },
    );
    expect((await fetchSheet({ sheet_id: id, gid: '1234' })).body).toEqual({ title: 'workbook', sheets });
    await close();
    await startSpreadsheets(({ searchParams }) =>
      searchParams.get('format') === 'csv' ? { status: 400 } : { body: bytes },
    );
    expect(await fetchSheet({ sheet_id: id, gid: '1234' })).toMatchObject(noAccess);
  });

  test('a host without workbooks answers with the CSV of its sheet', async () => {
    await startSpreadsheets(() => ({ headers: fileHeaders('workbook - طلاب.csv'), body: csvOf('طلاب') }));
    const { body } = await fetchSheet();
    expect(body).toEqual({
      title: 'workbook',
      sheets: [{ name: 'طلاب', position: 0, csv: csvOf('طلاب') }],
    });
  });

  test('a shared spreadsheet is fetched after at most three redirects', async () => {
    for (const [times, isFound] of [
      [3, true],
      [4, false],
    ] as const) {
      await startSpreadsheets((url) => {
        const count = Number(url.searchParams.get('n') ?? 0);
        if (count >= times) return { body: 'a\n1\n' };
        return { status: 307, headers: { location: `/on?n=${count + 1}` } };
      });
      expect((await fetchSheet({ sheet_id: id, gid: '0' })).status).toBe(isFound ? 200 : 422);
      await close();
    }
  });
});

describe('a refused source', () => {
  test.each([401, 403, 404])('a file with status %i is refused with a message', async (status) => {
    await startSpreadsheets(() => ({ status }));
    expect(await fetchSheet()).toMatchObject(noAccess);
  });

  test('a page instead of a sheet is refused with a message, with any content type', async () => {
    for (const type of ['text/html', 'text/csv']) {
      await startSpreadsheets(() => ({
        headers: { 'content-type': type },
        body: '<!DOCTYPE html><p>Sign in</p>',
      }));
      expect(await fetchSheet()).toMatchObject(noAccess);
      await close();
    }
  });

  test('a server that fails gets a message', async () => {
    await startSpreadsheets(() => ({ status: 500 }));
    expect(await fetchSheet()).toMatchObject(refusal('لم يستجب'));
  });

  test('empty sheets are refused with a message', async () => {
    await startSpreadsheets(() => ({ body: '\n,,\n' }));
    expect(await fetchSheet()).toMatchObject(refusal('لم يتم العثور على أي أوراق صالحة'));
  });

  test('an invalid id is refused before any request', async () => {
    const { requests } = await startSpreadsheets(() => ({ body: 'a' }));
    for (const sheet_id of [
      'short',
      '../../../etc/passwd/and/more',
      'http://127.0.0.1:8080/aaaa',
      `${id}?x=1`,
    ])
      expect(await fetchSheet({ sheet_id })).toMatchObject(refusal('^معرف الجدول غير صحيح$'));
    expect(requests).toEqual([]);
  });

  test('an answer of more than ten megabytes, and one without end, are refused', async () => {
    const endless: ServerResponse[] = [];
    await startSpreadsheets((_url, _request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      const part = Buffer.alloc(65_536, 'x');
      const write = () => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', write);
      };
      endless.push(response);
      write();
      return null;
    });
    expect(await fetchSheet()).toMatchObject(refusal('أكبر من الحد المسموح'));
    expect(endless).not.toEqual([]);
  });
});

describe('a slow server', () => {
  /** Resolves when the connection of each answer is closed. */
  const waitUntilClosed = (responses: ServerResponse[]) =>
    Promise.all(
      responses
        .filter(({ destroyed }) => !destroyed)
        .map((response) => new Promise<void>((done) => response.once('close', () => done()))),
    );

  test('a slow server has a timeout of ten seconds by default', () => {
    expect(server.config.SHEETS_TIMEOUT).toBe(10_000);
  });

  test.each([
    ['answers nothing', () => undefined],
    ['stops after the headers', (response: ServerResponse) => void response.writeHead(200)],
    [
      'sends one letter from time to time without end',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        const timer = setInterval(() => response.write('x'), 5);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('a server that %s gets a timeout with a message', async (_, answer) => {
    const responses: ServerResponse[] = [];
    let isSlow = true;
    await startSpreadsheets((_url, _request, response) => {
      if (!isSlow) return { headers: fileHeaders('workbook - طلاب.csv'), body: csvOf('طلاب') };
      responses.push(response);
      answer(response);
      return null;
    });
    server.config.SHEETS_TIMEOUT = 100;
    expect(await fetchSheet({ sheet_id: id, gid: '0' })).toMatchObject(refusal('لم يستجب'));
    await waitUntilClosed(responses);
    server.config.SHEETS_TIMEOUT = 10_000;
    isSlow = false;
    expect((await fetchSheet({ sheet_id: id, gid: '0' })).status).toBe(200);
  });
});

describe('a forbidden address', () => {
  test('this machine and the private network are refused', async () => {
    const { requests } = await startSpreadsheets(() => ({ body: 'a\n1\n' }), { isPrivateAllowed: false });
    expect(await fetchSheet()).toMatchObject(noAccess);
    const { port } = new URL(server.config.SHEETS_URL);
    // A host name of this machine is refused too.
    server.config.SHEETS_URL = `http://localhost:${port}`;
    expect(await fetchSheet()).toMatchObject(noAccess);
    expect(requests).toEqual([]);
    server.config.SHEETS_PRIVATE = true;
    expect((await fetchSheet()).status).toBe(200);
  });

  test('another host after a redirect is refused', async () => {
    const other = await startSheetServer(() => ({ body: 'a\n1\n' }));
    for (const location of [other.url, 'https://example.org/x', 'file:///etc/passwd', 'http://[::1]/']) {
      await startSpreadsheets(() => ({ status: 302, headers: { location } }));
      expect(await fetchSheet(), location).toMatchObject(noAccess);
      await close();
    }
    expect(other.requests).toEqual([]);
    await other.close();
  });

  test.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.64.0.1', true],
    ['0.0.0.0', true],
    ['::1', true],
    ['::', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['::ffff:127.0.0.1', true],
    ['::127.0.0.1', true],
    ['::ffff:0:127.0.0.1', true],
    ['64:ff9b:1::7f00:1', true],
    ['2001:0:7f00:1::', true],
    ['fec0::1', true],
    ['2001:4860:4860::8888', false],
    ['not an address', true],
    ['142.250.1.1', false],
    ['172.32.0.1', false],
    ['2a00:1450:4001::1', false],
  ])('%s is private: %s', (address, expected) => expect(isPrivate(address)).toBe(expected));
});
