import { type ReactNode, Suspense } from 'react';
import { Boundary } from './Boundary';
import { NotLoaded } from './lazyComponent';
import { ErrorState } from './States';

interface LazyBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** If loading a lazy part of a form fails, the text in other fields stays. */
export const LazyBoundary = ({ fallback, children }: LazyBoundaryProps) => (
  <Boundary
    renderFallback={(onRetry, problem) => {
      if (!(problem instanceof NotLoaded)) throw problem;
      return <ErrorState error={problem} onRetry={onRetry} />;
    }}
  >
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);
