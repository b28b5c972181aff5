import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { createCertificate, readAuthority, requestSecurely, runCertificate } from '../support/certificate';
import { startProgram } from '../support/childProcess';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();

test('the first run prints the start of the server and the fingerprint; its files are for their owner alone', () => {
  const own = join(folder, 'first');
  const { status, stdout } = runCertificate(own, ['192.168.1.10', 'Rasd.local']);
  expect(status).toBe(0);
  expect(stdout).toContain('http://192.168.1.10:8080/trust');
  expect(stdout).toContain(`TLS_CERT=${join(own, 'server.pem')}`);
  expect(stdout).toContain(readAuthority(own).fingerprint256);
  expect(readdirSync(own).toSorted()).toEqual(['authority.pem', 'server.pem']);
  for (const name of ['authority.pem', 'server.pem']) expect(statSync(join(own, name)).mode & 0o077).toBe(0);
});

test('a later run renews the certificate with the same authority; --new-authority replaces it', () => {
  const own = join(folder, 'later');
  const { authority } = createCertificate(own, '192.168.1.10');
  const first = readFileSync(join(own, 'server.pem'), 'utf8');
  expect(runCertificate(own, ['10.0.0.7', 'rasd.lan']).stdout).toContain('The phones need nothing');
  expect(readAuthority(own).fingerprint256).toBe(authority.fingerprint256);
  expect(readFileSync(join(own, 'server.pem'), 'utf8')).not.toBe(first);
  expect(runCertificate(own, ['--new-authority', '10.0.0.7']).status).toBe(0);
  expect(readAuthority(own).fingerprint256).not.toBe(authority.fingerprint256);
});

test('the authority cannot sign for an address of the internet, unless it was created for it', () => {
  const own = join(folder, 'public');
  createCertificate(own, '192.168.1.10');
  for (const address of ['rasd.example.org', '203.0.113.5', '2001:db8::1']) {
    const refused = runCertificate(own, [address]);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('--new-authority')]);
    const separate = runCertificate(join(folder, `for-${address}`), [address]);
    expect([separate.status, separate.stderr]).toEqual([0, '']);
  }
});

test('a client refuses a certificate that a stolen authority signed for a site of the internet', async () => {
  const own = join(folder, 'stolen');
  const { authority, TLS_CERT } = createCertificate(own, '127.0.0.1');
  const forge = (name: string) => {
    const [key, request, cert] = ['key', 'request', 'cert'].map((one) => join(own, `${name}.${one}`)) as [
      string,
      string,
      string,
    ];
    const extensions = join(own, 'extensions');
    writeFileSync(extensions, `subjectAltName = DNS:${name}`);
    const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
    run('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', request, '-subj', '/O=Any');
    const issuer = [
      '-CA',
      join(own, 'authority.pem'),
      '-CAkey',
      join(own, 'authority.pem'),
      '-set_serial',
      '7',
    ];
    run('x509', '-req', '-in', request, '-out', cert, '-extfile', extensions, ...issuer);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  };
  const ask = async (name: string, secrets: { key: Buffer; cert: Buffer }) => {
    const server = createServer(secrets, (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    );
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const options = { ca: authority.toString(), ...(name !== '127.0.0.1' && { servername: name }) };
    try {
      return (await requestSecurely(`https://127.0.0.1:${port}/`, options)).status;
    } catch (error) {
      return String(error);
    } finally {
      server.close();
    }
  };
  expect(await ask('rasd.local', forge('rasd.local'))).toBe(200);
  expect(await ask('bank.example', forge('bank.example'))).toContain('permitted subtree violation');
  const pem = readFileSync(TLS_CERT);
  expect(await ask('127.0.0.1', { key: pem, cert: pem })).toBe(200);
});

test('wrong addresses and a missing openssl are told, and change no file', () => {
  const own = join(folder, 'wrong');
  for (const address of [
    'http://192.168.1.10',
    '192.168.1.10:8080',
    '192.168.1.300',
    'fe80::1%eth0',
    'a b',
    '-x',
    '',
  ])
    expect([address, runCertificate(own, [address]).status]).toEqual([address, 1]);
  expect(runCertificate(own, []).stderr).toContain('npm run certificate -- ADDRESS');
  const missing = runCertificate(own, ['192.168.1.10'], { PATH: folder });
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('openssl is missing')]);
  expect(readdirSync(own)).toEqual([]);
});

test('after an interrupted first run, and after an interrupted replacement, the next run tells what phones must trust', () => {
  const own = join(folder, 'interrupted');
  createCertificate(own, '192.168.1.10');
  const first = readFileSync(join(own, 'server.pem'));
  rmSync(join(own, 'server.pem'));
  const tellsTrust = () => {
    const { stdout } = runCertificate(own, ['192.168.1.10']);
    expect(stdout).toContain(readAuthority(own).fingerprint256);
    return stdout.includes('/trust');
  };
  expect(tellsTrust()).toBe(true);
  expect(tellsTrust()).toBe(false);
  runCertificate(own, ['192.168.1.10', '--new-authority']);
  writeFileSync(join(own, 'server.pem'), first);
  expect(tellsTrust()).toBe(true);
});

test('the keys of a killed run are removed, those of another run are not', () => {
  const own = join(folder, 'killed');
  const [killed, running] = [join(own, 'work-killed'), join(own, 'work-other')];
  for (const path of [killed, running]) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'server.key'), '');
  }
  utimesSync(killed, 1, 1);
  expect(runCertificate(own, ['192.168.1.10']).status).toBe(0);
  expect(readdirSync(own).toSorted()).toEqual(['authority.pem', 'server.pem', 'work-other']);
});

test('first runs at the same time leave a certificate that the authority of its file has signed', async () => {
  const own = join(folder, 'together');
  const runs = Array.from({ length: 4 }, () =>
    startProgram('server/commands/certificate.ts', ['--folder', own, '192.168.1.10']),
  );
  for (const { code } of await Promise.all(runs.map(({ ended }) => ended))) expect(code).toBe(0);
  const pems = readFileSync(join(own, 'server.pem'), 'utf8').match(
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
  );
  const [cert, authority] = (pems ?? []).map((pem) => new X509Certificate(pem));
  expect(authority && cert?.verify(authority.publicKey)).toBe(true);
});

test('a folder that cannot be written, and a damaged authority, are told in one line', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const blocked = runCertificate(file, ['192.168.1.10']);
  expect([blocked.status, blocked.stderr]).toEqual([1, expect.stringMatching(/^EEXIST.*\n$/)]);
  const own = join(folder, 'damaged');
  createCertificate(own, '192.168.1.10');
  writeFileSync(join(own, 'authority.pem'), '');
  const damaged = runCertificate(own, ['192.168.1.10']);
  expect([damaged.status, damaged.stderr]).toEqual([
    1,
    expect.stringMatching(/^authority\.pem is damaged.*\n$/),
  ]);
});
