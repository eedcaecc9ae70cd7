/** An error boundary: the failed part says so, and the rest continues. */
import { Component, type ReactNode } from "react";
import { t } from "../text/text.ts";
import { isLoadFailure } from "./load-failures.ts";
import { Failure } from "./states.tsx";

interface FaultProps {
  readonly children: ReactNode;
  /** Shown instead of the failed part. */
  readonly instead?: (retry: () => void) => ReactNode;
  /** Where the reader is: elsewhere, the failed part is shown again. */
  readonly place?: unknown;
}

const failure = (retry: () => void): ReactNode => <Failure text={t("parts.broken")} onRetry={retry} />;

interface FaultState {
  readonly isBroken: boolean;
  readonly isNotLoaded: boolean;
  readonly place?: unknown;
}

const WHOLE = { isBroken: false, isNotLoaded: false };

export class Fault extends Component<FaultProps, FaultState> {
  override state: FaultState = { ...WHOLE, place: this.props.place };

  static getDerivedStateFromProps({ place }: FaultProps, state: FaultState): FaultState | null {
    return Object.is(place, state.place) ? null : { ...WHOLE, place };
  }

  static getDerivedStateFromError(error: unknown): Partial<FaultState> {
    return { isBroken: true, isNotLoaded: isLoadFailure(error) };
  }

  override render(): ReactNode {
    const { children, instead = failure } = this.props;
    return this.state.isBroken ? instead(() => this.#retry()) : children;
  }

  /** A reloaded page has the texts that were being written. */
  #retry(): void {
    if (this.state.isNotLoaded) location.reload();
    else this.setState(WHOLE);
  }
}
