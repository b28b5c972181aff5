import type { ReactNode } from 'react';

/** Keeps the direction of codes, numbers and letters within Arabic text. */
export const Isolated = ({ children }: { children: ReactNode }) => <bdi className="figure">{children}</bdi>;
