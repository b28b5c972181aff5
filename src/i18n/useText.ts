import { t } from './text';

export type { PlainTextKey } from './text';

/** For the screens of students, batches and users, which do not use `t` directly yet. */
export const useText = () => t;
