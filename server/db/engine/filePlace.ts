import { statSync } from 'node:fs';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';

/**
 * Remembers which file stands at a path. What is written into one that was moved away, deleted or replaced would be
 * missed by whoever opens the path next.
 * @returns a check that throws BUSY where another file or none stands there; a few microseconds
 */
export function keptInPlace(path: string): () => void {
  const fileAt = () => statSync(path, { bigint: true, throwIfNoEntry: false });
  const opened = fileAt();
  return () => {
    const found = fileAt();
    if (found && found.ino === opened?.ino && found.dev === opened.dev) return;
    throw new Problem('BUSY', {
      message: ruleMessages.databaseMoved,
      retryAfterSeconds: 2,
      cause: new Error(`the database file ${path} was moved, deleted or replaced while it was open`),
    });
  };
}
