import { type ReactNode, Suspense } from 'react';
import { Boundary } from './Boundary';
import { NotLoaded } from './later';
import { ErrorState } from './States';

interface LaterPartProps {
  /** Stands there until the part is loaded. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Around a part of a form that is made with `later`: where it cannot be loaded, what is typed beside it stays. */
export const LaterPart = ({ fallback, children }: LaterPartProps) => (
  <Boundary
    renderFallback={(onRetry, problem) => {
      if (!(problem instanceof NotLoaded)) throw problem;
      return <ErrorState error={problem} onRetry={onRetry} />;
    }}
  >
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);
