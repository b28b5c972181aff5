import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

/** A code chunk could not be loaded, usually because the network is down. */
export class NotLoaded extends Error {}

/** Each function makes the next render load a failed chunk again. */
const retries = new Set<() => void>();

export function retryFailedParts(): void {
  for (const retry of retries) retry();
  retries.clear();
}

/** Works like React's `lazy`, but a surrounding `Boundary` can retry after a failure. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
): (props: Props) => ReactNode {
  const makeLazy = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((cause: unknown) => {
        retries.add(() => {
          Part = makeLazy();
        });
        throw new NotLoaded('A part of the program could not be loaded.', { cause });
      }),
    );
  let Part = makeLazy();
  return function LazyComponent(props) {
    const part = createElement(Part, props);
    return fallback === undefined ? part : createElement(Suspense, { fallback }, part);
  };
}
