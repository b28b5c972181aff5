import { ConfigError, readConfig } from '../config';
import { CopyError } from '../db/backups/copies';

interface CopyCommand {
  usage: string;
  /** Shell command with the same effect for PostgreSQL. The user replaces `FILE`. */
  postgres: string;
  run(database: string, file: string): Promise<string>;
}

export async function runCopyCommand({ usage, postgres, run }: CopyCommand): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || file.startsWith('-') || rest.length > 0) return setFailure(2, usage);
  try {
    const { DATABASE_URL } = readConfig(process.env);
    if (!DATABASE_URL.startsWith('sqlite:')) {
      return setFailure(
        2,
        `A PostgreSQL database has its own tools for this. Run:\n  ${postgres.replace('FILE', file)}`,
      );
    }
    const database = DATABASE_URL.slice('sqlite:'.length);
    if (database === ':memory:') return setFailure(2, 'A database in memory has no file.');
    console.log(await run(database, file));
  } catch (error) {
    if (!(error instanceof CopyError || error instanceof ConfigError)) throw error;
    setFailure(1, error.message);
  }
}

function setFailure(code: number, message: string): void {
  console.error(message);
  process.exitCode = code;
}
