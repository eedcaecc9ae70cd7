/** Messages on the screen: one by id, those of a narrow, and unsent ones. */
import type { Message, MessageCache, MessageView, OutboxEntry, Term, ViewState } from "@parley/client";
import { viewOf } from "@parley/client/views";
import { useSyncExternalStore } from "react";
import { askedTerms, type NarrowTerm } from "../address/narrow.ts";
import { useSession } from "./session.tsx";

/** The current version; undefined if it is unknown or deleted. */
export function useMessage(id: number): Message | undefined {
  const { messages } = useSession();
  return useSyncExternalStore(
    (listener) => messages.onMessage(id, listener),
    () => messages.message(id),
  );
}

export interface ShownView {
  readonly view: MessageView;
  readonly state: ViewState;
}

/** The messages of a narrow. The caller opens and closes the view. `terms` must stay the same object. */
export function useView(terms: readonly NarrowTerm[]): ShownView {
  const { messages } = useSession();
  const asked = askedTerms(terms);
  // `with` leads to another view once its message is known, so the view is looked up on every render.
  const view = useSyncExternalStore(
    (listener) => followView(messages, asked, listener),
    () => viewOf(messages, asked),
  );
  const state = useSyncExternalStore(
    (listener) => view.onChange(listener),
    () => view.state,
  );
  return { view, state };
}

function followView(messages: MessageCache, asked: readonly Term[], listener: () => void): () => void {
  let view = viewOf(messages, asked);
  let leave = view.onChange(onChange);
  function onChange(): void {
    const current = viewOf(messages, asked);
    if (current !== view) {
      leave();
      view = current;
      leave = view.onChange(onChange);
    }
    listener();
  }
  return () => leave();
}

/** Unsent messages to this narrow, in order. */
export function useOutbox(terms: readonly NarrowTerm[]): readonly OutboxEntry[] {
  const { outbox } = useSession();
  const asked = askedTerms(terms).filter(({ operator }) => operator !== "with");
  return useSyncExternalStore(
    (listener) => outbox.onChange(listener),
    () => outbox.inNarrow(asked),
  );
}
