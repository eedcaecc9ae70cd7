import type { NarrowTerm } from "../../address/narrow.ts";
import { titleOf } from "../../address/title.ts";
import { useStore } from "../../state/store.ts";

export function Messages({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const heading = useStore((state) => JSON.stringify(titleOf({ kind: "narrow", terms }, state).heading));
  return (
    <div className="view">
      <h1>{heading}</h1>
    </div>
  );
}
