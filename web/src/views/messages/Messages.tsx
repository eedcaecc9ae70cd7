/** A message view: header, messages and composer. */
import type { NarrowTerm } from "../../address/narrow.ts";
import { narrowKey } from "../../address/narrow.ts";
import { NarrowView } from "./NarrowView.tsx";

export function Messages({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  // The address is parsed again with every event, so it is compared as text.
  return <Stable key={narrowKey(terms)} written={JSON.stringify(terms)} />;
}

function Stable({ written }: { readonly written: string }) {
  const terms = JSON.parse(written) as readonly NarrowTerm[];
  return <NarrowView terms={terms} />;
}
