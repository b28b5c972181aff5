import { Component, type ReactNode } from 'react';
import { retryFailedParts } from './lazyComponent';

interface BoundaryProps {
  renderFallback: (tryAgain: () => void, problem: unknown) => ReactNode;
  onError?: (problem: unknown) => void;
  /** A new value resets the error, for example a new URL. */
  resetKey?: string;
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { failure: { problem: unknown } | null }> {
  override state: { failure: { problem: unknown } | null } = { failure: null };

  static getDerivedStateFromError(problem: unknown) {
    return { failure: { problem } };
  }

  /** Runs after the error is shown. An earlier retry would load the failing part in an endless loop. */
  override componentDidCatch(problem: unknown) {
    retryFailedParts();
    this.props.onError?.(problem);
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.failure && before.resetKey !== this.props.resetKey) this.tryAgain();
  }

  private readonly tryAgain = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    return failure ? this.props.renderFallback(this.tryAgain, failure.problem) : this.props.children;
  }
}
