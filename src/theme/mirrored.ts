/** Mirrors an icon that points in reading direction; used as its `sx`. */
export const mirrored = { transform: 'scaleX(-1)' } as const;
