import { t } from './text';

export type { PlainTextKey } from './text';

/** For the screens of students, batches and users, which do not call `t` by itself yet. */
export const useText = () => t;
