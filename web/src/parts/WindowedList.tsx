/**
 * A virtualized list: only the rows near the viewport are rendered, in normal flow, with spacers between. See decision
 * 052.
 */
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { offsetsOf, type Seen, shownRows } from "./window.ts";

interface Item {
  readonly key: string;
  /** Items of one kind have about the same height. */
  readonly kind?: string;
}

/** Props for a row's element. */
export interface RowPlace {
  readonly style: { readonly marginBlockStart: number };
  readonly "aria-posinset": number;
  readonly "aria-setsize": number;
}

interface WindowedListProps<T extends Item> {
  readonly label?: string;
  readonly items: readonly T[];
  /** Stays mounted, like the focused row. */
  readonly cursor: string | undefined;
  readonly children: (item: T, place: RowPlace) => ReactNode;
}

/** The estimated height before any item of a kind was measured. */
const GUESS_PX = 40;
/** Rows are rendered again after this much scrolling; the overscan covers less. */
const STEP_PX = 200;

/** The scroll containers of long lists. */
const SCROLLERS = ".list, .side-scroll";

type Sizes = ReadonlyMap<string, number>;

/** Known heights by kind, for this window width. */
const known = { width: 0, kinds: new Map<string, number>() };

function sizesAt(width: number): Sizes {
  if (known.width !== width) Object.assign(known, { width, kinds: new Map() });
  return new Map(known.kinds);
}

/** Most rows have the height of their kind: each kind is looked up once. */
function sizing<T extends Item>(sizes: Sizes, kindKey: (item: T) => string): (item: T) => number {
  const kinds = new Map<string | undefined, number>();
  return (item) => {
    const own = sizes.get(item.key);
    if (own !== undefined) return own;
    const size = kinds.get(item.kind) ?? sizes.get(kindKey(item)) ?? GUESS_PX;
    kinds.set(item.kind, size);
    return size;
  };
}

export function WindowedList<T extends Item>({ label, items, cursor, children }: WindowedListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  // Restores the list at its previous height.
  const [sizes, setSizes] = useState<Sizes>(() => sizesAt(window.innerWidth));
  const seen = useSeen(list, () => setSizes(sizesAt(window.innerWidth)));
  const kindKey = ({ kind = "" }: T) => `${label ?? ""} ${kind}`;
  const sizeOf = sizing(sizes, kindKey);
  const offsets = offsetsOf(items.map(sizeOf));
  const [focused, setFocused] = useState<string>();
  // Including neighbours, which arrow keys focus next.
  const kept = [cursor, focused].flatMap((key) => {
    const at = key === undefined ? -1 : items.findIndex((item) => item.key === key);
    return at < 0 ? [] : [at - 1, at, at + 1];
  });
  const shown = shownRows(offsets, seen, kept);
  const keyOf = (target: Node): string | undefined => {
    const nth = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target));
    return items[shown[nth] ?? -1]?.key;
  };
  const measuredRows = useRef("");
  useLayoutEffect(() => {
    // Measuring lays out the whole screen, of which something else may have changed.
    const rows = [known.width, ...shown.map((index) => items[index]?.key)].join("\n");
    if (measuredRows.current === rows) return;
    measuredRows.current = rows;
    const measured = new Map(sizes);
    for (const [nth, index] of shown.entries()) {
      const item = items[index];
      const element = list.current?.children[nth];
      if (!item || !element) continue;
      const { height } = element.getBoundingClientRect();
      if (Math.abs(sizeOf(item) - height) < 0.5) continue;
      const kind = kindKey(item);
      if (measured.has(kind)) measured.set(item.key, height);
      else {
        measured.set(kind, height);
        known.kinds.set(kind, height);
      }
    }
    if (measured.size !== sizes.size || [...measured].some(([key, size]) => sizes.get(key) !== size))
      setSizes(measured);
  });
  let end = 0;
  const rows = shown.flatMap((index) => {
    const item = items[index];
    if (!item) return [];
    const style = { marginBlockStart: (offsets[index] as number) - end };
    end = offsets[index + 1] as number;
    return [children(item, { style, "aria-posinset": index + 1, "aria-setsize": items.length })];
  });
  const after = (offsets[items.length] as number) - end;
  return (
    <ul
      className="windowed"
      ref={list}
      style={{ paddingBlockEnd: after }}
      {...(label ? { "aria-label": label } : {})}
      onFocus={({ target }) => setFocused(keyOf(target))}
      onBlur={() => setFocused(undefined)}
    >
      {rows}
    </ul>
  );
}

/** The visible part of the list, in steps. */
function useSeen(list: RefObject<HTMLElement | null>, onResize: () => void): Seen {
  const [seen, setSeen] = useState<Seen>(() => ({ top: 0, height: window.innerHeight }));
  const resized = useEffectEvent(onResize);
  useLayoutEffect(() => {
    const scroller = list.current?.closest(SCROLLERS);
    if (!list.current || !scroller) return;
    const element = list.current;
    const look = (): void => {
      const { top, height } = scroller.getBoundingClientRect();
      const next = { top: stepped(top - element.getBoundingClientRect().top), height: stepped(height + STEP_PX) };
      setSeen((known) => (known.top === next.top && known.height === next.height ? known : next));
    };
    // Before paint: otherwise fast scrolling would show blank space.
    const onScroll = () => flushSync(look);
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (width !== element.clientWidth) resized();
      width = element.clientWidth;
      look();
    });
    look();
    scroller.addEventListener("scroll", onScroll, { passive: true });
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [list]);
  return seen;
}

const stepped = (px: number): number => Math.floor(px / STEP_PX) * STEP_PX;
