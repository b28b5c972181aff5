import { cleanLines } from '../../contract/rules/arabicText';
import type { GivenAnswer } from '../../contract/rules/assignments';
import { ApiProblem } from './ApiProblem';
import { assignments } from './assignments';
import { deviceQueue, type Queued } from './deviceQueue';

type SentAnswer = { question_id: number } & GivenAnswer;

/** Answers that were handed in, on their way to the server. */
export interface SentSubmission extends Queued {
  assignmentId: number;
  answers: SentAnswer[];
}

const queue = deviceQueue<SentSubmission, { message: string }>(
  'submissions',
  ({ assignmentId }) => String(assignmentId),
  handIn,
);

/** After a lost reply the server may have the submission already: if it holds the same answers, it has arrived. */
async function handIn({ assignmentId, answers }: SentSubmission): Promise<{ message: string }> {
  try {
    return await assignments.submitAnswers(assignmentId, answers);
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'ALREADY_SUBMITTED') throw problem;
    const { submission } = await assignments.assignment(assignmentId);
    if (submission && isStored(answers, submission.answers)) return { message: '' };
    throw problem;
  }
}

/** Whether what is stored is what was sent; an answer that was not sent is stored empty. */
export function isStored(sent: readonly SentAnswer[], stored: readonly SentAnswer[]): boolean {
  return stored.every((one) => {
    const mine = sent.find(({ question_id }) => question_id === one.question_id);
    return (
      (mine?.selected_option_id ?? null) === one.selected_option_id &&
      cleanLines(mine?.answer_text ?? '') === cleanLines(one.answer_text ?? '')
    );
  });
}

/**
 * Keeps a submission on the device and sends it. Without an answer it is sent again until one comes; the server takes
 * it once.
 */
export const sendSubmission = queue.send;

export const dropSubmission = queue.drop;

/** Sends what waits, now: when the network is back, when somebody signs in, and every few seconds. */
export const sendWaitingSubmissions = queue.sendWaiting;

export const useQueuedSubmissions = queue.useQueue;
