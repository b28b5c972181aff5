/** The `sx` of an icon that points in reading direction. */
export const mirrored = { transform: 'scaleX(-1)' } as const;
