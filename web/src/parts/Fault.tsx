/** An error boundary: the failed part says so, and the rest continues. */
import { Component, type ReactNode } from "react";
import { t } from "../text/text.ts";
import { Failure } from "./states.tsx";

interface FaultProps {
  readonly children: ReactNode;
}

export class Fault extends Component<FaultProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return <Failure text={t("parts.broken")} onRetry={() => this.setState({ isBroken: false })} />;
  }
}
