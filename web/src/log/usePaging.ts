/** Fetches older and newer messages before the reader reaches them, and tells the view where the reader is. */
import type { RefObject } from "react";
import type { ShownView } from "../state/messages.ts";
import type { ReadingPlace } from "./place.ts";

interface PagingOptions {
  readonly shown: ShownView;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly place: ReadingPlace;
}

const SCREENS_AHEAD = 2;

/** Returns the function to call after scrolling or when the rows change. */
export function usePaging({ shown: { view, state }, scroller, place }: PagingOptions): () => void {
  return () => {
    const element = scroller.current;
    if (!element) return;
    const newest = state.ids.at(-1);
    const here = place.isAtEnd ? newest : place.key;
    if (typeof here === "number") view.look(here);
    // After a failure, the reader retries explicitly.
    if (state.error) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const ahead = clientHeight * SCREENS_AHEAD;
    if (!state.foundOldest && scrollTop < ahead) void view.older();
    if (!state.foundNewest && scrollHeight - scrollTop - clientHeight < ahead) void view.newer();
  };
}
