import type { ReactNode } from 'react';

/** Codes, numbers and letters among Arabic words: they keep their own order of signs. */
export const Isolated = ({ children }: { children: ReactNode }) => <bdi className="figure">{children}</bdi>;
