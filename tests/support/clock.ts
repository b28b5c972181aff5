/** A clock that stands still until it is moved; handed to `startTestApp` as `now`. */
export interface Clock {
  now: () => Date;
  set(moment: string): void;
}

export function clockAt(moment: string): Clock {
  let at = new Date(moment);
  return {
    now: () => new Date(at),
    set: (next) => {
      at = new Date(next);
    },
  };
}
