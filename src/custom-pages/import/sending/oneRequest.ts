import { ApiProblem } from '../../../dataProvider/ApiProblem';
import type { ImportBody } from '../../../dataProvider/imports';
import type { RowToSend } from '../reading/work';
import { answerOf, type BatchAnswer, refusedAnswer } from './answers';
import { type Batch, keyOf } from './batches';
import { persistently, type Persistence } from './persist';
import type { RunTools } from './runTools';
import type { ImportPart, SavedImport } from './savedImports';

interface Request {
  saved: SavedImport;
  part: ImportPart;
  batch: Batch;
  rows: RowToSend[];
}

/** What became of a request; one that is refused as a whole is an answer, too. Fails with Paused. */
export async function answerTo(
  { saved, part, batch, rows }: Request,
  { send, sentences }: Pick<RunTools, 'send' | 'sentences'>,
  persistence: Persistence,
): Promise<BatchAnswer> {
  const place = { part: batch.part, n: batch.n };
  const body: ImportBody = {
    data: rows.map(({ record }) => record),
    ...(saved.stopOnError ? { stopOnError: true } : {}),
  };
  try {
    const key = keyOf(saved, batch);
    return answerOf(place, rows, await persistently(() => send(part.type, body, saved.id, key), persistence));
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    return refusedAnswer(place, rows, sentences.batch(batch.n, problem.message));
  }
}
