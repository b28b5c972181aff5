import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { inject } from 'vitest';
import { builtProgram } from './programs';

/** Runs `npm run certificate` without npm. */
export function runCertificate(folder: string, args: string[], env: Record<string, string> = {}) {
  const program = builtProgram(inject('programs'), 'server/commands/certificate.ts');
  return spawnSync(process.execPath, [program, '--folder', folder, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
}

/** The variables of a server, and the authority that its clients trust. */
export function createCertificate(folder: string, ...addresses: string[]) {
  const { status, stderr } = runCertificate(folder, addresses);
  if (status !== 0) throw new Error(stderr);
  const file = join(folder, 'server.pem');
  return { TLS_CERT: file, TLS_KEY: file, authority: readAuthority(folder) };
}

export const readAuthority = (folder: string): X509Certificate =>
  new X509Certificate(readFileSync(join(folder, 'authority.pem')));

interface SecureAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

export const requestSecurely = (
  url: string,
  options: RequestOptions,
  body?: unknown,
): Promise<SecureAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Opens a secure connection and waits for the handshake. */
export const openSecurely = (port: number, ca: string): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ca }, () => resolve(socket));
    socket.on('error', reject);
  });

/** @returns the certificate that a new connection gets */
export async function readServedCertificate(port: number, ca: string): Promise<PeerCertificate> {
  const socket = await openSecurely(port, ca);
  const certificate = socket.getPeerCertificate();
  socket.destroy();
  return certificate;
}
