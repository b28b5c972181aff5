import { type ReactNode, Suspense } from 'react';
import { Boundary } from './Boundary';
import { NotLoaded } from './lazyComponent';
import { ErrorState } from './States';

interface LazyBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Wraps a lazy part of a form: if loading it fails, the text typed in other fields stays. */
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
