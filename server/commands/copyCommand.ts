import { ConfigError, readConfig } from '../config';
import { CopyError } from '../db/backups/copies';

interface CopyCommand {
  usage: string;
  /** The PostgreSQL command that does the same, for a person to run; `FILE` stands for the file. */
  postgres: string;
  run(database: string, file: string): Promise<string>;
}

/** Runs `backup` or `restore` on the database of the configuration and prints the result. */
export async function copyCommand({ usage, postgres, run }: CopyCommand): Promise<void> {
  const [file, ...more] = process.argv.slice(2);
  if (!file || file.startsWith('-') || more.length > 0) return end(2, usage);
  try {
    const { DATABASE_URL } = readConfig(process.env);
    if (!DATABASE_URL.startsWith('sqlite:')) {
      return end(
        2,
        `A PostgreSQL database has its own tools for this. Run:\n  ${postgres.replace('FILE', file)}`,
      );
    }
    const database = DATABASE_URL.slice('sqlite:'.length);
    if (database === ':memory:') return end(2, 'A database in memory has no file.');
    console.log(await run(database, file));
  } catch (error) {
    if (!(error instanceof CopyError || error instanceof ConfigError)) throw error;
    end(1, error.message);
  }
}

function end(code: number, message: string): void {
  console.error(message);
  process.exitCode = code;
}
