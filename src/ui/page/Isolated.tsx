import type { ReactNode } from 'react';

/** Isolates left-to-right codes, numbers and letters within Arabic text. */
export const Isolated = ({ children }: { children: ReactNode }) => <bdi className="figure">{children}</bdi>;
