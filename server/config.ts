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
  /** Another server's address, for example `https://example.org/api`: its API under the same origin as our screens. */
  API_PROXY: z.url({ protocol: /^https?$/ }).optional(),
  /** Where the copies go that are made before a cleanup; beside the database where it is not set. */
  BACKUP_FOLDER: z.string().min(1).optional(),
  /** Number of these copies that are kept, the newest. */
  BACKUPS_KEPT: z.coerce.number().int().min(1).max(1_000).default(5),
  /** What people type to reach the screens, for example `https://rasd.example.org`: it stands on issued papers. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  /**
   * Factor for the calls per minute of a user and of an address (`callLimits.ts`); for tests, and for a school behind
   * one address.
   */
  CALL_LIMITS: z.coerce.number().min(0.01).max(1_000_000).default(1),
  /** 1 behind a reverse proxy that sets X-Forwarded-For. */
  TRUST_PROXY: yesNo.default(false),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** 1: only the calls, fields and query forms of the specification. For tests of the screens. */
  PLAIN_API: yesNo.default(false),
  /** Where online spreadsheets are fetched from, and the hosts to which it may send on; `.name` means all below it. */
  SHEETS_URL: z.url({ protocol: /^https?$/ }).default('https://docs.google.com'),
  SHEETS_HOSTS: z
    .string()
    .transform((hosts) => hosts.split(',').flatMap((host) => host.trim().toLowerCase() || []))
    .default(['docs.google.com', '.googleusercontent.com']),
  /** So long, in milliseconds, the fetching of one spreadsheet may take in all. */
  SHEETS_TIMEOUT: z.coerce.number().int().min(1).max(60_000).default(10_000),
  /** 1: also from addresses of the private network. For tests, and for a spreadsheet server of one's own. */
  SHEETS_PRIVATE: yesNo.default(false),
  /** Where the built screens are. */
  WEB_ROOT: z.string().default('dist/web'),
});

export type Config = z.output<typeof schema>;

export class ConfigError extends Error {}

/** Reads the configuration from the environment. @throws ConfigError with one line for each setting that does not fit */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(variables);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration does not fit:\n${lines.join('\n')}`);
}
