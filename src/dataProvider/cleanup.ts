import { authApi } from '../../contract/auth';
import { type CleanupCard, cleanupApi } from '../../contract/cleanup';
import type { CleanupTarget } from '../../contract/vocabulary';
import { call } from './call';
import { addition } from './named';

/** Deleting everything of a kind, and the own password that opens it. Each call fails with an ApiProblem. */
export const cleanup = {
  /** The own password again; a server without the call cannot guard a deletion. */
  stepUp: (password: string) => call(authApi.stepUp, { body: { password } }),
  stepDown: () => call(authApi.stepDown),
  /** What each deletion would take; null where the server does not count. */
  cleanupCards: async (): Promise<CleanupCard[] | null> =>
    (await addition(cleanupApi.summary, {}))?.cards ?? null,
  /** The figures of the answer are additions. */
  cleanUp: (target: CleanupTarget): Promise<CleanupAnswer> => call(cleanupApi[target]),
};

export interface CleanupAnswer {
  message: string;
  deleted?: number | undefined;
  backup?: string | null | undefined;
}
