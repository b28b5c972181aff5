import { Crashed } from './Crashed';

/** As `Crashed`, for what breaks outside of a screen; the address stays. */
export const CrashedFrame = ({
  resetErrorBoundary,
}: {
  resetErrorBoundary: (nothing: undefined) => void;
}) => <Crashed onRetry={() => resetErrorBoundary(undefined)} />;
