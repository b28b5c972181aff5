import { z } from 'zod';

const yesNo = z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true');

const schema = z.object({
  /** 0: any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must begin with sqlite: or postgres://')
    .default('sqlite:data/rasd.db'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** A new database gets the demo institute, unless this is 0 or ADMIN_PASSWORD is set. */
  DEMO: yesNo.optional(),
  /** A new database gets only the user `admin`, with this password. */
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  /** Another server, such as `https://example.org/api`, whose API is served with our screens. */
  API_PROXY: z.url({ protocol: /^https?$/ }).optional(),
  /** The default is the folder of the database. */
  BACKUP_FOLDER: z.string().min(1).optional(),
  BACKUPS_KEPT: z.coerce.number().int().min(1).max(1_000).default(5),
  /** The address of the screens, such as `https://rasd.example.org`; printed on issued papers. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  /** Factor for calls per minute (`callLimits.ts`), for tests and for a school behind one address. */
  CALL_LIMITS: z.coerce.number().min(0.01).max(1_000_000).default(1),
  /** Factor for the timeouts of connections (`connections.ts`), for tests and for slow networks. */
  CONNECTION_TIMES: z.coerce.number().min(0.01).max(100).default(1),
  /** Set it behind a reverse proxy that sets X-Forwarded-For. */
  TRUST_PROXY: yesNo.default(false),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** 1: only the specification, without our additions; for tests of the screens. */
  PLAIN_API: yesNo.default(false),
  /** The host of online spreadsheets, and its redirect targets; `.name` allows all subdomains. */
  SHEETS_URL: z.url({ protocol: /^https?$/ }).default('https://docs.google.com'),
  SHEETS_HOSTS: z
    .string()
    .transform((hosts) => hosts.split(',').flatMap((host) => host.trim().toLowerCase() || []))
    .default(['docs.google.com', '.googleusercontent.com']),
  /** In milliseconds per spreadsheet. */
  SHEETS_TIMEOUT: z.coerce.number().int().min(1).max(60_000).default(10_000),
  /** 1: allows private network addresses, for tests and private spreadsheet servers. */
  SHEETS_PRIVATE: yesNo.default(false),
  WEB_ROOT: z.string().default('dist/web'),
});

export type Config = z.output<typeof schema>;

export class ConfigError extends Error {}

/** @throws ConfigError with a line per invalid setting */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(variables);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration does not fit:\n${lines.join('\n')}`);
}
