import type { ReactNode } from 'react';

/** Codes, numbers and letters within Arabic text: they keep their own direction. */
export const Isolated = ({ children }: { children: ReactNode }) => <bdi className="figure">{children}</bdi>;
