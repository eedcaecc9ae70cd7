/** An error boundary: the failed part says so, and the rest continues. */
import { Component, type ReactNode } from "react";
import { t } from "../text/text.ts";
import { Failure } from "./states.tsx";

interface FaultProps {
  readonly children: ReactNode;
  /** Shown instead of the failed part. */
  readonly instead?: (retry: () => void) => ReactNode;
}

const failure = (retry: () => void): ReactNode => <Failure text={t("parts.broken")} onRetry={retry} />;

export class Fault extends Component<FaultProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { children, instead = failure } = this.props;
    return this.state.isBroken ? instead(() => this.setState({ isBroken: false })) : children;
  }
}
