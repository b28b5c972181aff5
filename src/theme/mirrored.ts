/** Mirrors an icon that points in reading direction: to spread into the icon's `sx`. */
export const mirrored = { transform: 'scaleX(-1)' } as const;
