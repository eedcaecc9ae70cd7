/** Fetches what is older and newer before the reader comes to it, and tells the view where they are. */
import type { RefObject } from "react";
import type { ShownView } from "../state/messages.ts";
import type { ReadingPlace } from "./place.ts";

interface Options {
  readonly shown: ShownView;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly place: ReadingPlace;
}

const SCREENS_AHEAD = 2;

/** Answers with what is called when the log was scrolled, or its rows changed. */
export function usePaging({ shown: { view, state }, scroller, place }: Options): () => void {
  return () => {
    const element = scroller.current;
    if (!element) return;
    const newest = state.ids.at(-1);
    const here = place.isAtEnd ? newest : place.key;
    if (typeof here === "number") view.look(here);
    // What has failed is tried again when the reader says so.
    if (state.error) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const ahead = clientHeight * SCREENS_AHEAD;
    if (!state.foundOldest && scrollTop < ahead) void view.older();
    if (!state.foundNewest && scrollHeight - scrollTop - clientHeight < ahead) void view.newer();
  };
}
