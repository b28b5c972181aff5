import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError } from '../config';

/** PEM texts. `cert` starts with the certificate of the server. */
export interface Certificate {
  cert: string;
  key: string;
  expiresAt: Date;
  /** Last certificate of the file, if it signed itself: the own authority of the institute. */
  authority: X509Certificate | null;
}

const pemPattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const fileCheckMs = 2_000;
const dayMs = 24 * 3_600_000;
const warningDays = 30;

/** @returns null without TLS_CERT @throws ConfigError if the files are missing or do not fit together */
export function readCertificate({ TLS_CERT, TLS_KEY }: Config): Certificate | null {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return null;
  try {
    const cert = readFileSync(TLS_CERT, 'utf8');
    const key = readFileSync(TLS_KEY, 'utf8');
    const [own, ...others] = (cert.match(pemPattern) ?? []).map((pem) => new X509Certificate(pem));
    if (!own) throw new Error('TLS_CERT has no certificate in the PEM format');
    if (!own.checkPrivateKey(createPrivateKey(key)))
      throw new Error('the key does not belong to the certificate');
    const last = others.at(-1);
    return {
      cert,
      key,
      expiresAt: new Date(own.validTo),
      authority: last?.ca && last.checkIssued(last) ? last : null,
    };
  } catch (error) {
    throw new ConfigError(`TLS_CERT or TLS_KEY: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Uses changed files without a restart, and warns in the log before the certificate expires.
 * @returns the certificate in use
 */
export function renewCertificate(
  app: FastifyInstance,
  config: Config,
  certificate: Certificate,
): () => Certificate {
  let current = certificate;
  const warnBeforeExpiry = () => {
    const timeLeft = current.expiresAt.getTime() - Date.now();
    const end = current.expiresAt.toISOString();
    if (timeLeft <= 0)
      app.log.error(`The certificate of TLS_CERT ended at ${end}. Browsers refuse it until it is renewed.`);
    else if (timeLeft < warningDays * dayMs) app.log.warn(`The certificate of TLS_CERT ends at ${end}.`);
  };
  const reload = () => {
    try {
      const renewed = readCertificate(config);
      if (!renewed || !(app.server instanceof TlsServer)) return;
      app.server.setSecureContext(renewed);
      current = renewed;
      app.log.info(`The certificate was read again. It ends at ${current.expiresAt.toISOString()}.`);
      warnBeforeExpiry();
    } catch (error) {
      // Only one of the two files may be written yet. The second change reads them again.
      app.log.warn({ err: error }, 'the certificate in use stays');
    }
  };
  const paths = new Set([config.TLS_CERT, config.TLS_KEY].filter((path) => path !== undefined));
  for (const path of paths) watchFile(path, { interval: fileCheckMs, persistent: false }, reload);
  const dailyCheck = setInterval(warnBeforeExpiry, dayMs).unref();
  warnBeforeExpiry();
  app.addHook('onClose', async () => {
    for (const path of paths) unwatchFile(path, reload);
    clearInterval(dailyCheck);
  });
  return () => current;
}
