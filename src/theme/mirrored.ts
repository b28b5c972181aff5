/** For icons that point in reading direction: spread on an icon's `sx`. */
export const mirrored = { transform: 'scaleX(-1)' } as const;
