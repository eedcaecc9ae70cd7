/**
 * The rendered rows and the space of the others. Rows are in normal flow, so they can never overlap; the virtualizer
 * knows their sizes, and only `ReadingPlace` scrolls.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReadingPlace, RowKey } from "./place.ts";
import type { LogRowData } from "./rows.ts";
import { shownRows } from "./shown-rows.ts";

export interface Windowed {
  readonly items: readonly { readonly index: number; readonly gapBefore: number }[];
  readonly gapAfter: number;
  readonly measure: (element: HTMLElement | null) => void;
}

interface WindowedOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The element with the rows; other content may be above it. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly rows: readonly LogRowData[];
  readonly place: ReadingPlace;
  /** Rows that stay mounted wherever the reader is. */
  readonly pinned: readonly (RowKey | undefined)[];
}

/** Estimated heights: a line of text, and a sender's name with its spacing. */
const LINE_PX = 34;
const FIRST_PX = 64;
const DIVIDER_PX = 44;

const guessed = (row: LogRowData | undefined): number =>
  row === undefined
    ? LINE_PX
    : (row.isFirst ? FIRST_PX : LINE_PX) +
      (row.startsDay ? DIVIDER_PX : 0) +
      (row.startsConversation ? DIVIDER_PX : 0) +
      (row.rule === undefined ? 0 : LINE_PX);

/** Of the log that was drawn last: the next one is as high, and need not be measured before its rows are drawn. */
let lastHeight: number | undefined;

export function useWindowed({ scroller, list, rows, place, pinned }: WindowedOptions): Windowed {
  // The virtualizer is a mutable object: its values must be read on every render.
  "use no memo";
  const isPainted = useIsPainted();
  const [above, setAbove] = useState(0);
  const sizes = useRef<{ width: number; readonly byWidth: Map<number, Map<RowKey, number>> }>({
    width: 0,
    byWidth: new Map(),
  });
  const indexes = indexesOf(rows);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    initialRect: { width: 0, height: lastHeight ?? window.innerHeight },
    estimateSize: (index) => guessed(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: above,
    // Prepended rows shift the range; `ReadingPlace` decides the scroll position.
    anchorTo: "end",
    scrollEndThreshold: -1,
    scrollToFn: (offset, { adjustments = 0 }) => place.suggest(offset + adjustments),
    // Measures after all rows are laid out and before paint; measuring each one separately would force a layout for
    // each.
    measureElement: (element, entry, { itemSizeCache }) => {
      const row = rows[Number(element.dataset.index)];
      return entry?.borderBoxSize[0]?.blockSize ?? (row && itemSizeCache.get(row.key)) ?? guessed(row);
    },
    rangeExtractor: (range): number[] =>
      shownRows(range, {
        anchor: place.isAtEnd ? rows.length - 1 : place.key === undefined ? undefined : indexes.get(place.key),
        others: pinned.flatMap((key) => (key === undefined ? [] : (indexes.get(key) ?? []))),
        room: { px: virtualizer.scrollRect?.height || window.innerHeight, atLeast: (index) => guessed(rows[index]) },
        isOpening: !isPainted,
      }),
    // Rows are in normal flow: with the same rows mounted, their sizes change nothing that we render. The virtualizer's
    // own DOM updates have no element to apply to.
    directDomUpdates: true,
    onChange: () => place.keep(),
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;

  useLayoutEffect(() => {
    const element = scroller.current;
    place.attach(element);
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth } = element;
      const { width, byWidth } = sizes.current;
      lastHeight = element.clientHeight;
      if (width !== clientWidth && width !== 0) {
        byWidth.set(width, new Map(virtualizer.itemSizeCache as Map<RowKey, number>));
        virtualizer.measure();
        for (const [key, size] of byWidth.get(clientWidth) ?? []) virtualizer.itemSizeCache.set(key, size);
        for (const [key, row] of virtualizer.elementsCache)
          virtualizer.itemSizeCache.set(key, row.getBoundingClientRect().height);
      }
      sizes.current.width = clientWidth;
      setAbove(list.current?.offsetTop ?? 0);
      place.keep();
    });
    observer.observe(element);
    for (const part of element.children) observer.observe(part);
    return () => {
      observer.disconnect();
      place.detach();
    };
  }, [scroller, list, virtualizer, place]);

  useLayoutEffect(() => place.keep());

  const virtual = virtualizer.getVirtualItems();
  let end = above;
  const items = virtual.map((item) => {
    const gapBefore = item.start - end;
    end = item.end;
    return { index: item.index, gapBefore };
  });
  return { items, gapAfter: virtualizer.getTotalSize() + above - end, measure: virtualizer.measureElement };
}

/** Whether the rows that fill the screen have been painted. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}

const ofRows = new WeakMap<readonly LogRowData[], ReadonlyMap<RowKey, number>>();

function indexesOf(rows: readonly LogRowData[]): ReadonlyMap<RowKey, number> {
  let indexes = ofRows.get(rows);
  if (!indexes) {
    indexes = new Map(rows.map(({ key }, index) => [key, index]));
    ofRows.set(rows, indexes);
  }
  return indexes;
}
