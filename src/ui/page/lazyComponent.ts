import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { findNewVersion } from '../../dataProvider/appVersion';

/** A code chunk could not be loaded: the network is down, or the server has a new version. */
export class NotLoaded extends Error {
  /** Names the server's version if it is another one. Then a retry would always fail. */
  readonly newVersion: string | null;

  constructor(cause: unknown, newVersion: string | null) {
    super('A part of the program could not be loaded.', { cause });
    this.newVersion = newVersion;
  }
}

/** Each function makes the next render load a failed chunk again. */
const retries = new Set<() => void>();

export function retryFailedParts(): void {
  for (const retry of retries) retry();
  retries.clear();
}

export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the code, so that the first render needs no fallback. Never rejects. */
  preload: () => Promise<void>;
}

/** Works like React's `lazy`, but a surrounding `Boundary` can retry after a failure. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const loadAndKeep = async () => {
    const part = await load();
    Loaded = part.default;
    return part;
  };
  const makeLazy = (): ComponentType<Props> =>
    lazy(() =>
      loadAndKeep().catch(async (cause: unknown) => {
        const newVersion = await findNewVersion();
        retries.add(() => {
          Part = makeLazy();
        });
        throw new NotLoaded(cause, newVersion);
      }),
    );
  let Part = makeLazy();
  function LazyComponent(props: Props) {
    // React's `lazy` shows the fallback for at least 300 ms, also when the code is there.
    const [Component] = useState(() => Loaded);
    const part = createElement(Component ?? Part, props);
    return fallback === undefined ? part : createElement(Suspense, { fallback }, part);
  }
  LazyComponent.preload = () =>
    loadAndKeep().then(
      () => undefined,
      () => undefined,
    );
  return LazyComponent;
}
