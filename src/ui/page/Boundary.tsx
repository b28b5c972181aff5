import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  renderFallback: (tryAgain: () => void) => ReactNode;
  /** A new value tries again; for example, the address. */
  resetKey?: string;
  children: ReactNode;
}

/** Replaces its content after an error; everything around it stays usable. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.hasFailed && before.resetKey !== this.props.resetKey) this.tryAgain();
  }

  private readonly tryAgain = () => this.setState({ hasFailed: false });

  override render() {
    return this.state.hasFailed ? this.props.renderFallback(this.tryAgain) : this.props.children;
  }
}
