import { z } from 'zod';

const yesNo = z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true');

const variables = z.object({
  /** 0: the system picks a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must begin with sqlite: or postgres://')
    .default('sqlite:data/rasd.db'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** A new database gets the demo institute, unless DEMO is 0 or ADMIN_PASSWORD is set. */
  DEMO: yesNo.optional(),
  /** If it is set, a new database gets only the user `admin` with this password. */
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  /** URL of another server, such as `https://example.org/api`. Our server then forwards API calls to it. */
  API_PROXY: z.url({ protocol: /^https?$/ }).optional(),
  /** Default: the folder of the database. */
  BACKUP_FOLDER: z.string().min(1).optional(),
  /** Seconds from the start to the first look for a due backup, and between two looks. */
  BACKUP_CHECK: z.coerce.number().min(0.1).max(3_600).default(60),
  BACKUPS_KEPT: z.coerce.number().int().min(1).max(1_000).default(5),
  /** Public URL of the app, such as `https://rasd.example.org`. Issued papers show it. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  /** Factor for calls per minute (`callLimits.ts`), for tests and for a school behind one IP address. */
  CALL_LIMITS: z.coerce.number().min(0.01).max(1_000_000).default(1),
  /** Factor for the timeouts of connections (`connections.ts`), for tests and for slow networks. */
  CONNECTION_TIMES: z.coerce.number().min(0.01).max(100).default(1),
  /** Set this option behind a reverse proxy that sets X-Forwarded-For. */
  TRUST_PROXY: yesNo.default(false),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** 1: the API has only the endpoints and fields of the specification. Screen tests use this option. */
  PLAIN_API: yesNo.default(false),
  /** Host of online spreadsheets and of its redirects. `.name` allows all subdomains. */
  SHEETS_URL: z.url({ protocol: /^https?$/ }).default('https://docs.google.com'),
  SHEETS_HOSTS: z
    .string()
    .transform((hosts) => hosts.split(',').flatMap((host) => host.trim().toLowerCase() || []))
    .default(['docs.google.com', '.googleusercontent.com']),
  /** Milliseconds per spreadsheet. */
  SHEETS_TIMEOUT: z.coerce.number().int().min(1).max(60_000).default(10_000),
  /** 1: private network addresses are allowed, for tests and private spreadsheet servers. */
  SHEETS_PRIVATE: yesNo.default(false),
  WEB_ROOT: z.string().default('dist/web'),
  /** Port of the metrics for Prometheus; 0: the system picks a free port. Without it, nothing is counted. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** PEM files. With them, PORT speaks HTTPS. Changed files are read again. */
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  /** Plain HTTP beside HTTPS: it redirects to HTTPS, and serves `/trust`. */
  HTTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
});

const schema = variables
  .refine(({ PORT, METRICS_PORT }) => PORT === 0 || PORT !== METRICS_PORT, {
    path: ['METRICS_PORT'],
    message: 'must differ from PORT',
  })
  .refine(({ TLS_CERT, TLS_KEY }) => (TLS_CERT === undefined) === (TLS_KEY === undefined), {
    path: ['TLS_KEY'],
    message: 'TLS_CERT and TLS_KEY need each other',
  })
  .refine(({ TLS_CERT, HTTP_PORT }) => TLS_CERT !== undefined || HTTP_PORT === undefined, {
    path: ['HTTP_PORT'],
    message: 'is only for a server with TLS_CERT; without it, PORT speaks HTTP',
  })
  .refine(
    ({ PORT, METRICS_PORT, HTTP_PORT }) =>
      HTTP_PORT === undefined || HTTP_PORT === 0 || (HTTP_PORT !== PORT && HTTP_PORT !== METRICS_PORT),
    { path: ['HTTP_PORT'], message: 'must differ from PORT and METRICS_PORT' },
  );

export const variableNames = Object.keys(variables.shape);

export type Config = z.output<typeof schema>;

export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration does not fit:\n${lines.join('\n')}`);
}
