/** Asks for the messages of the first view while the rest of the screen is drawn. */
import type { Anchor, MessageView } from "@parley/client";
import { viewOf } from "@parley/client/views";
import type { Address } from "../../address/address.ts";
import { parseFragment } from "../../address/fragment.ts";
import { askedTerms, COMBINED, type NarrowTerm } from "../../address/narrow.ts";
import { openingFor, rememberedIn } from "../../log/opening.ts";
import { router } from "../../state/place.ts";
import type { Session } from "../../state/session.tsx";

interface Ahead {
  readonly view: MessageView;
  readonly anchor: Anchor;
  readonly opened: Promise<void>;
}

let ahead: Ahead | undefined;

export function openAhead({ store, messages }: Session): void {
  const { fragment, id } = router.getSnapshot();
  const terms = termsOf(parseFragment(fragment, store.state));
  if (!terms) return;
  const view = viewOf(messages, askedTerms(terms));
  const { anchor } = openingFor(terms, rememberedIn(router.recall("log")));
  ahead = { view, anchor, opened: view.open(anchor) };
  const leave = router.subscribe(() => {
    if (router.getSnapshot().id === id) return;
    leave();
    // Nobody has shown it, who would close it.
    if (ahead?.view === view) view.close();
    ahead = undefined;
  });
}

function termsOf(address: Address | undefined): readonly NarrowTerm[] | undefined {
  if (address?.kind === "feed") return COMBINED;
  return address?.kind === "narrow" ? address.terms : undefined;
}

/** Opens the view, unless that has begun. */
export function openView(view: MessageView, anchor: Anchor): Promise<void> {
  const begun = ahead;
  ahead = undefined;
  if (begun && begun.view !== view) begun.view.close();
  return begun?.view === view && begun.anchor === anchor ? begun.opened : view.open(anchor);
}
