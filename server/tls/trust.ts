import { createHash, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError } from '../config';
import type { Certificate } from './certificate';

// Browsers install the app only from an address whose certificate they trust. `/trust` explains in Arabic how
// a phone comes to trust the institute's own authority, and serves the certificate of the authority.

interface Document {
  headers: Record<string, string>;
  body: string | Buffer;
}

const paths = ['/trust', '/trust/authority.crt', '/trust/authority.mobileconfig'] as const;
type Path = (typeof paths)[number];

const hostPattern = /^(\[[\da-f:.]+\]|[\da-z.-]+)(:\d+)?$/i;
const maxPlainConnections = 100;

/** Serves `/trust` if the certificate comes from an own authority. On HTTP_PORT, all other paths redirect. */
export function serveTrust(app: FastifyInstance, config: Config, current: () => Certificate): void {
  const page = readPage(config.WEB_ROOT);
  const findDocument = (path: Path, appUrl: string, userAgent = ''): Document | null => {
    const { authority } = current();
    if (!authority) return null;
    if (path === '/trust/authority.crt') return buildAuthorityFile(authority);
    if (path === '/trust/authority.mobileconfig') return buildProfile(authority);
    return page && { headers: page.headers, body: fillPage(page.html, authority, appUrl, userAgent) };
  };
  for (const path of paths)
    app.get(path, (request, reply) => {
      const document = findDocument(path, '/', request.headers['user-agent']);
      return document ? reply.headers(document.headers).send(document.body) : reply.callNotFound();
    });
  if (config.HTTP_PORT !== undefined) redirectPlainCalls(app, config, findDocument);
}

function buildAuthorityFile({ raw }: X509Certificate): Document {
  return {
    // With this type, phones offer to install the file.
    headers: {
      'Content-Type': 'application/x-x509-ca-cert',
      'Content-Disposition': 'attachment; filename="rasd-authority.crt"',
      'Cache-Control': 'no-store',
    },
    body: raw,
  };
}

const nameOf = ({ subject }: X509Certificate): string =>
  (/^CN=(.*)$/m.exec(subject)?.[1] ?? '').replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** iOS 26 saves a plain certificate as a web page, but installs a configuration profile. */
function buildProfile(authority: X509Certificate): Document {
  const id = (part: string) => {
    const hex = createHash('sha256').update(part).update(authority.raw).digest('hex').toUpperCase();
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
      '-',
    );
  };
  // The same identifiers replace an earlier installation.
  const describe = (type: string, uuid: string) => `<key>PayloadType</key><string>${type}</string>
<key>PayloadIdentifier</key><string>rasd.${uuid}</string>
<key>PayloadUUID</key><string>${uuid}</string>
<key>PayloadDisplayName</key><string>${nameOf(authority)}</string>
<key>PayloadVersion</key><integer>1</integer>`;
  return {
    headers: {
      'Content-Type': 'application/x-apple-aspen-config',
      'Content-Disposition': 'attachment; filename="rasd-authority.mobileconfig"',
      'Cache-Control': 'no-store',
    },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
${describe('Configuration', id('profile'))}
<key>PayloadContent</key><array><dict>
${describe('com.apple.security.root', id('authority'))}
<key>PayloadContent</key><data>${authority.raw.toString('base64')}</data>
</dict></array>
</dict></plist>
`,
  };
}

function readPage(webRoot: string): { html: string; headers: Record<string, string> } | null {
  const file = join(webRoot, 'trust.html');
  if (!existsSync(file)) return null;
  const html = readFileSync(file, 'utf8');
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  const styleHash = createHash('sha256').update(style).digest('base64');
  return {
    html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
      'Cache-Control': 'no-store',
    },
  };
}

/** Opens the steps of the caller's device. iPads call themselves Macintosh. */
function fillPage(html: string, authority: X509Certificate, appUrl: string, userAgent: string): string {
  const devices = /iPhone|iPad/.test(userAgent)
    ? ['ios']
    : /Macintosh/.test(userAgent)
      ? ['ios', 'mac']
      : [/Windows/.test(userAgent) ? 'windows' : 'android'];
  const values: Record<string, string> = {
    RASD_APP_URL: appUrl,
    RASD_FILE: /iPhone|iPad/.test(userAgent) ? 'authority.mobileconfig' : 'authority.crt',
    RASD_AUTHORITY_NAME: nameOf(authority),
    RASD_FINGERPRINT: authority.fingerprint256,
    RASD_SHA1: authority.fingerprint,
    ...Object.fromEntries(devices.map((device) => [`data-${device}`, 'open'])),
  };
  return html.replace(new RegExp(Object.keys(values).join('|'), 'g'), (key) => values[key] ?? '');
}

/** Serves plain HTTP for phones that do not trust the authority yet, and for addresses typed without https. */
function redirectPlainCalls(
  app: FastifyInstance,
  { HOST: host, HTTP_PORT: port }: Config,
  findDocument: (path: Path, appUrl: string, userAgent?: string) => Document | null,
): void {
  const answeredSockets = new WeakSet<Socket>();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { socket, method, headers, url = '/' } = request;
    // The answers to many requests at once would fill the memory.
    if (answeredSockets.has(socket)) return socket.destroy();
    answeredSockets.add(socket);
    response.setHeader('Connection', 'close');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    const hostName = hostPattern.exec(headers.host ?? '')?.[1];
    if (!hostName || !url.startsWith('/')) return response.writeHead(400).end();
    // Null before the start and during the shutdown, when this port is already or still open.
    const address = app.server.address() as AddressInfo | null;
    if (!address) return response.writeHead(503, { 'Retry-After': '2' }).end();
    const origin = `https://${hostName}:${address.port}`;
    const path = paths.find((one) => one === url.split('?', 1)[0]);
    const document = path && findDocument(path, `${origin}/`, headers['user-agent']);
    return document
      ? response.writeHead(200, document.headers).end(document.body)
      : response.writeHead(302, { Location: origin + url, 'Cache-Control': 'no-store' }).end();
  };
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    answer,
  );
  // Every answer closes its connection, so the oldest open connection is the slowest.
  const openSockets = new Set<Socket>();
  server.on('connection', (socket) => {
    openSockets.add(socket);
    socket.once('close', () => openSockets.delete(socket));
    const [oldest] = openSockets;
    if (openSockets.size > maxPlainConnections) oldest?.destroy();
  });
  app.addHook('onReady', async () => {
    server.listen({ host, port });
    await once(server, 'listening').catch(({ message }: Error) => {
      throw new ConfigError(`HTTP_PORT: the server cannot listen (${message})`);
    });
    // Without a listener, a failed `accept` would end the process.
    server.on('error', (error) => app.log.error({ err: error }, 'HTTP_PORT'));
    app.log.info({ address: server.address() }, 'HTTP_PORT');
  });
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}
