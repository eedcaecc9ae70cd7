import type { ReactNode } from "react";
import { numberText } from "../text/dates.ts";

interface GroupProps {
  readonly name: string;
  /** Exact, or absent. */
  readonly count?: number | undefined;
  readonly children: ReactNode;
}

/** A titled group in the panel. */
export function Group({ name, count, children }: GroupProps) {
  return (
    <section>
      <h2>
        <span className="trunc">{name}</span>
        {count !== undefined && <span>{numberText(count)}</span>}
      </h2>
      {children}
    </section>
  );
}
