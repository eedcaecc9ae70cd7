/** The view of a narrow: its header, its messages, and where one writes. */
import type { NarrowTerm } from "../../address/narrow.ts";
import { narrowKey } from "../../address/narrow.ts";
import { NarrowView } from "./NarrowView.tsx";

export function Messages({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  // The address is read anew with every event: what it says stays the same text.
  return <Stable key={narrowKey(terms)} written={JSON.stringify(terms)} />;
}

function Stable({ written }: { readonly written: string }) {
  const terms = JSON.parse(written) as readonly NarrowTerm[];
  return <NarrowView terms={terms} />;
}
