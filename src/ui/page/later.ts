import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

/** A part of the program could not be loaded, as a rule for want of a network. */
export class NotLoaded extends Error {}

/** Of each part that could not be loaded: how it is asked for once more. */
const failed = new Set<() => void>();

/** What could not be loaded is asked for again when it is shown again. */
export function askAgainForFailed(): void {
  for (const ask of failed) ask();
  failed.clear();
}

/**
 * A component that is loaded when it is shown. React's own `lazy` remembers a failure for ever; here the `Boundary` around
 * it can try again.
 * @param fallback stands there until it is loaded; without it a `Suspense` around it says what does
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
): (props: Props) => ReactNode {
  const ask = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((cause: unknown) => {
        failed.add(() => {
          Part = ask();
        });
        throw new NotLoaded('A part of the program could not be loaded.', { cause });
      }),
    );
  let Part = ask();
  return function Later(props) {
    const part = createElement(Part, props);
    return fallback === undefined ? part : createElement(Suspense, { fallback }, part);
  };
}
