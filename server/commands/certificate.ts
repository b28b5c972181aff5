import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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

const workPrefix = 'work-';
const maxRunMs = 60_000;

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
  if (address.includes('%')) throw new CommandError(`${text} is valid on one computer only. Omit it.`);
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
function joinKeyAndCerts(work: string, file: string, ...names: string[]): void {
  writeFileSync(join(work, file), names.map((name) => readFileSync(join(work, name), 'utf8')).join(''));
}

function createAuthority(work: string): void {
  const output = ['-keyout', join(work, 'authority.key'), '-out', join(work, 'authority.crt')];
  const extensions = ['-config', join(work, 'settings'), '-extensions', 'authority'];
  openssl('req', '-x509', ...newKey, ...output, '-days', String(authorityDays), ...extensions);
  joinKeyAndCerts(work, 'authority.pem', 'authority.key', 'authority.crt');
}

function readAuthority(file: string): X509Certificate {
  try {
    return new X509Certificate(readFileSync(file));
  } catch (cause) {
    throw new CommandError('authority.pem is damaged. Put its copy back, or replace it: --new-authority', {
      cause,
    });
  }
}

/** @returns the end of the certificate */
function signCertificate(work: string): string {
  const [authority, settings, request, key, cert] = [
    'authority.pem',
    'settings',
    'request',
    'server.key',
    'server.crt',
  ].map((name) => join(work, name)) as [string, string, string, string, string];
  const { validTo } = readAuthority(authority);
  const daysLeft = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000);
  if (daysLeft < minAuthorityDays)
    throw new CommandError(`The authority ends on ${validTo}. Replace it: --new-authority`);
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
  writeFileSync(join(work, 'authority.crt'), readAuthority(authority).toString());
  joinKeyAndCerts(work, 'server.pem', 'server.key', 'server.crt', 'authority.crt');
  return new X509Certificate(readFileSync(cert)).validTo;
}

/** A killed run leaves its folder, which has keys. */
function removeOldWork(folder: string): void {
  const leftovers = readdirSync(folder)
    .filter((name) => name.startsWith(workPrefix))
    .map((name) => join(folder, name))
    .filter((path) => Date.now() - statSync(path).mtimeMs > maxRunMs);
  for (const path of leftovers) rmSync(path, { recursive: true, force: true });
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
  const addresses = [...new Set(positionals.map(parseAddress))];
  const folder = resolve(values.folder);
  makePrivateFolder(folder, console.error);
  removeOldWork(folder);
  const [authority, file] = [join(folder, 'authority.pem'), join(folder, 'server.pem')];
  const work = mkdtempSync(join(folder, workPrefix));
  const copy = join(work, 'authority.pem');
  try {
    writeFileSync(join(work, 'settings'), buildSettings(addresses));
    const isNew = values['new-authority'] === true || !existsSync(authority);
    if (isNew) createAuthority(work);
    else copyFileSync(authority, copy);
    const validTo = signCertificate(work);
    const authorityCert = readAuthority(copy);
    // An interrupted run may have replaced only the authority.
    const isTrusted = existsSync(file) && readFileSync(file, 'utf8').includes(authorityCert.toString());
    if (isNew) renameSync(copy, authority);
    renameSync(join(work, 'server.pem'), file);
    return describeResult(addresses, [file, authority], validTo, { authorityCert, isTrusted });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function shortPath(path: string): string {
  const fromHere = relative('', path);
  return fromHere.startsWith('..') ? path : fromHere;
}

function describeResult(
  addresses: string[],
  files: [string, string],
  validTo: string,
  { authorityCert, isTrusted }: { authorityCert: X509Certificate; isTrusted: boolean },
): string {
  const [file, authority] = files.map(shortPath) as [string, string];
  const [address = ''] = addresses;
  const host = isIP(address) === 6 ? `[${address}]` : address;
  const fingerprints = `  SHA-256 ${authorityCert.fingerprint256}\n  SHA-1   ${authorityCert.fingerprint}`;
  const renewed = `${file}: a certificate for ${addresses.join(', ')}, until ${validTo}`;
  if (isTrusted)
    return `${renewed}
A running server uses it within seconds. The phones need nothing. The fingerprints of the authority stay
${fingerprints}`;
  return `${renewed}

Start the server of your institute with these variables beside its own, such as DATABASE_URL:
  TLS_CERT=${file} TLS_KEY=${file} HOST=0.0.0.0 PORT=8443 HTTP_PORT=8080 npm start
The first start of a new institute also needs ADMIN_PASSWORD. The demo is not served to other devices.

Each phone must trust the new authority once. On the phone, open
  http://${host}:8080/trust
The page has the file and the steps in Arabic. Give these fingerprints of the authority to each person by hand,
because others in the network may replace the page. The phone shows them for the file (Windows only SHA-1):
${fingerprints}
Keep ${authority} secret, with a copy: without it, each phone must trust a new authority.`;
}

process.umask(0o077);
try {
  console.log(createCertificate());
} catch (error) {
  // Unknown options and failed accesses to files have a code.
  if (!(error instanceof CommandError || (error instanceof Error && 'code' in error))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
