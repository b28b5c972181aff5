import { z } from 'zod';

const yesNo = z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true');

const schema = z.object({
  /** TCP port of screens and API; 0 takes a free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** `sqlite:FILE`, `sqlite::memory:` or `postgres://…`. */
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must begin with sqlite: or postgres://')
    .default('sqlite:data/rasd.db'),
  /** Connections to PostgreSQL. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** A new database starts as the demo institute, unless this is 0 or ADMIN_PASSWORD is set. */
  DEMO: yesNo.optional(),
  /** A new database starts empty with one user `admin` and this password. */
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  /**
   * The address of another server, such as `https://example.org/api`: its API is served together with our screens.
   */
  API_PROXY: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder of the backups that are made before a cleanup; default: beside the database. */
  BACKUP_FOLDER: z.string().min(1).optional(),
  /** Number of these backups to keep, the newest. */
  BACKUPS_KEPT: z.coerce.number().int().min(1).max(1_000).default(5),
  /**
   * The address that people use for the screens, such as `https://rasd.example.org`; it is printed on issued papers.
   */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  /**
   * Factor for the calls per minute of a user and of an address (`callLimits.ts`); for tests, and for a school behind
   * one address.
   */
  CALL_LIMITS: z.coerce.number().min(0.01).max(1_000_000).default(1),
  /**
   * Factor for the times after which a connection without progress is closed (`connections.ts`); for tests, and for a
   * slow network.
   */
  CONNECTION_TIMES: z.coerce.number().min(0.01).max(100).default(1),
  /** 1 behind a reverse proxy that sets X-Forwarded-For. */
  TRUST_PROXY: yesNo.default(false),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** 1: only the calls, fields and query forms of the specification. For tests of the screens. */
  PLAIN_API: yesNo.default(false),
  /** The host of online spreadsheets, and the hosts that it may redirect to; `.name` means all hosts below it. */
  SHEETS_URL: z.url({ protocol: /^https?$/ }).default('https://docs.google.com'),
  SHEETS_HOSTS: z
    .string()
    .transform((hosts) => hosts.split(',').flatMap((host) => host.trim().toLowerCase() || []))
    .default(['docs.google.com', '.googleusercontent.com']),
  /** Maximum time to fetch one spreadsheet, in milliseconds. */
  SHEETS_TIMEOUT: z.coerce.number().int().min(1).max(60_000).default(10_000),
  /** 1: allows addresses of the private network. For tests, and for a private spreadsheet server. */
  SHEETS_PRIVATE: yesNo.default(false),
  /** The folder of the built screens. */
  WEB_ROOT: z.string().default('dist/web'),
});

export type Config = z.output<typeof schema>;

export class ConfigError extends Error {}

/** Reads the configuration from the environment. @throws ConfigError with a line for each invalid setting */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(variables);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration does not fit:\n${lines.join('\n')}`);
}
