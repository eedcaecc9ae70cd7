/** Messages on the screen: one by its id, those of a narrow, and those that were written here and are not sent yet. */
import type { Message, MessageCache, MessageView, OutboxEntry, Term, ViewState } from "@parley/client";
import { useSyncExternalStore } from "react";
import { askedTerms, type NarrowTerm } from "../address/narrow.ts";
import { useSession } from "./session.tsx";

/** The message as it is now; undefined when it is not known here, or gone. */
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

/** The messages of a narrow. Whoever shows them opens the view and closes it. `terms` must stay the same object. */
export function useView(terms: readonly NarrowTerm[]): ShownView {
  const { messages } = useSession();
  const asked = askedTerms(terms);
  // What `with` leads to is another view as soon as its message is known, so the view is asked for anew each time.
  const view = useSyncExternalStore(
    (listener) => followView(messages, asked, listener),
    () => messages.view(asked),
  );
  const state = useSyncExternalStore(
    (listener) => view.onChange(listener),
    () => view.state,
  );
  return { view, state };
}

function followView(messages: MessageCache, asked: readonly Term[], listener: () => void): () => void {
  let view = messages.view(asked);
  let leave = view.onChange(onChange);
  function onChange(): void {
    const current = messages.view(asked);
    if (current !== view) {
      leave();
      view = current;
      leave = view.onChange(onChange);
    }
    listener();
  }
  return () => leave();
}

/** What was written to this narrow and is not yet among its messages, in the order in which it was written. */
export function useOutbox(terms: readonly NarrowTerm[]): readonly OutboxEntry[] {
  const { outbox } = useSession();
  const asked = askedTerms(terms).filter(({ operator }) => operator !== "with");
  return useSyncExternalStore(
    (listener) => outbox.onChange(listener),
    () => outbox.inNarrow(asked),
  );
}
