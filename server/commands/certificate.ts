import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makePrivateFolder } from '../db/engine/ownFiles';

// Creates an authority of the institute, and a certificate that it signs: npm run certificate -- ADDRESS…
// Browsers install the app only from https, and no public authority signs addresses of a private network.

const usage = `npm run certificate -- ADDRESS… [--folder FOLDER] [--new-authority]

Creates a certificate for the addresses at which phones reach the server, for example
  npm run certificate -- 192.168.1.10 rasd.local
The first run also creates an authority of the institute, which each phone must trust once.
Later runs renew the certificate, and the phones need nothing.
  --folder FOLDER    default: data/certificate
  --new-authority    replaces the authority; each phone must then trust the new one`;

/** Apple refuses certificates of more than 825 days. */
const maxDays = 800;
const authorityDays = 3_650;
const minAuthorityDays = 60;

/** The authority cannot sign for other networks and names, so a stolen key is useless for the internet. */
const privateNetworks = [
  '10.0.0.0/255.0.0.0',
  '127.0.0.0/255.0.0.0',
  '169.254.0.0/255.255.0.0',
  '172.16.0.0/255.240.0.0',
  '192.168.0.0/255.255.0.0',
  'fc00::/fe00::',
  'fe80::/ffc0::',
];
const privateNames = ['home.arpa', 'internal', 'lan', 'local', 'localhost'];
const wholeMask: Record<number, string> = {
  0: '',
  4: '/255.255.255.255',
  6: '/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
};

const hostNamePattern =
  /^(?=.{1,253}$)(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/;

class CommandError extends Error {}

function parseAddress(text: string): string {
  const address = text.toLowerCase();
  if (isIP(address) === 0 && (!hostNamePattern.test(address) || /^[\d.]+$/.test(address)))
    throw new CommandError(`${text} is no IP address and no host name. Omit http:// and the port.`);
  return address;
}

const subjectNameOf = (address: string) => `${isIP(address) === 0 ? 'DNS' : 'IP'}:${address}`;

/** The common name must not look like a host name, because openssl would compare it with the permitted ones. */
const buildSettings = (addresses: readonly string[]) => `[req]
distinguished_name = subject
prompt = no
[subject]
CN = Rasd ${addresses[0]}
[authority]
basicConstraints = critical, CA:true, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
nameConstraints = critical, ${[
  ...privateNetworks.map((network) => `permitted;IP:${network}`),
  ...privateNames.map((name) => `permitted;DNS:${name}`),
  ...addresses.map((address) => `permitted;${subjectNameOf(address)}${wholeMask[isIP(address)]}`),
].join(', ')}
[server]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = ${addresses.map(subjectNameOf).join(', ')}
`;

function openssl(...args: string[]): void {
  const { error, status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new CommandError('The program openssl is missing. On Debian: apt-get install openssl');
  if (error) throw error;
  if (status !== 0) throw new CommandError(`openssl ${args[0]} failed:\n${stderr.trim()}`);
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A file has its key and its certificates, so that one rename replaces all of them. */
function writeKeyAndCerts(file: string, work: string, ...names: string[]): void {
  const text = names.map((name) => readFileSync(join(work, name), 'utf8')).join('');
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function createAuthority(authority: string, work: string): void {
  const output = ['-keyout', join(work, 'authority.key'), '-out', join(work, 'authority.crt')];
  const extensions = ['-config', join(work, 'settings'), '-extensions', 'authority'];
  openssl('req', '-x509', ...newKey, ...output, '-days', String(authorityDays), ...extensions);
  writeKeyAndCerts(authority, work, 'authority.key', 'authority.crt');
}

function signCertificate(authority: string, file: string, work: string): X509Certificate {
  const settings = join(work, 'settings');
  const [request, key, cert] = ['request', 'server.key', 'server.crt'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ];
  const authorityCert = new X509Certificate(readFileSync(authority));
  const daysLeft = Math.floor((Date.parse(authorityCert.validTo) - Date.now()) / 86_400_000);
  if (daysLeft < minAuthorityDays)
    throw new CommandError(`The authority ends on ${authorityCert.validTo}. Replace it: --new-authority`);
  writeFileSync(join(work, 'authority.crt'), authorityCert.toString());
  openssl('req', '-new', ...newKey, '-keyout', key, '-out', request, '-config', settings);
  const issuer = [
    '-CA',
    authority,
    '-CAkey',
    authority,
    '-CAcreateserial',
    '-CAserial',
    join(work, 'serial'),
  ];
  const extensions = ['-extfile', settings, '-extensions', 'server'];
  const days = String(Math.min(maxDays, daysLeft));
  openssl('x509', '-req', '-in', request, '-out', cert, '-days', days, ...issuer, ...extensions);
  try {
    openssl('verify', '-CAfile', authority, cert);
  } catch (cause) {
    throw new CommandError(
      'The authority of this folder may not sign for these addresses. Replace it: --new-authority',
      { cause },
    );
  }
  writeKeyAndCerts(file, work, 'server.key', 'server.crt', 'authority.crt');
  return new X509Certificate(readFileSync(cert));
}

function createCertificate(): string {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string', default: 'data/certificate' },
      'new-authority': { type: 'boolean' },
    },
  });
  if (positionals.length === 0) throw new CommandError(usage);
  const addresses = positionals.map(parseAddress);
  const folder = resolve(values.folder);
  makePrivateFolder(folder, console.error);
  const [authority, file] = [join(folder, 'authority.pem'), join(folder, 'server.pem')];
  const work = mkdtempSync(join(folder, 'work-'));
  try {
    writeFileSync(join(work, 'settings'), buildSettings(addresses));
    const isNew = values['new-authority'] === true || !existsSync(authority);
    if (isNew) createAuthority(authority, work);
    const { validTo } = signCertificate(authority, file, work);
    return describeResult(addresses, shortPath(file), validTo, isNew && authority);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function shortPath(path: string): string {
  const fromHere = relative('', path);
  return fromHere.startsWith('..') ? path : fromHere;
}

function describeResult(
  [address = '', ...others]: string[],
  file: string,
  validTo: string,
  newAuthority: string | false,
): string {
  const host = isIP(address) === 6 ? `[${address}]` : address;
  const renewed = `${file}: a certificate for ${[address, ...others].join(', ')}, until ${validTo}`;
  if (!newAuthority) return `${renewed}\nA running server uses it within seconds. The phones need nothing.`;
  return `${renewed}

Start the server with
  TLS_CERT=${file} TLS_KEY=${file} HOST=0.0.0.0 PORT=8443 HTTP_PORT=8080 npm start

Each phone must trust the new authority once. On the phone, open
  http://${host}:8080/trust
The page has the file and the steps in Arabic. It must show this fingerprint of the authority:
  ${new X509Certificate(readFileSync(newAuthority)).fingerprint256}
Keep ${shortPath(newAuthority)} secret, with a copy: without it, each phone must trust a new authority.`;
}

process.umask(0o077);
try {
  console.log(createCertificate());
} catch (error) {
  const isUsageError = error instanceof TypeError && 'code' in error;
  if (!(error instanceof CommandError || isUsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
