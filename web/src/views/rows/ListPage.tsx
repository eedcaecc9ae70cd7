/** The frame of a list: it scrolls, restores its position, and has a composer at the bottom. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { later } from "../../parts/later.tsx";
import { router } from "../../state/place.ts";
import "../lists.css";

const ListComposer = later(() => import("../../composer/ListComposer.tsx").then((loaded) => loaded.ListComposer), {
  isOptional: true,
});

const REMEMBERED = "scrolled";

export function ListPage({ children }: { readonly children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef(router.recall(REMEMBERED) as number | undefined);
  useLayoutEffect(() => {
    // Rows may arrive in several steps: retry until the list is long enough.
    const { current } = list;
    if (!current || wanted.current === undefined) return;
    current.scrollTop = wanted.current;
    if (Math.abs(current.scrollTop - wanted.current) < 1) wanted.current = undefined;
  });
  useEffect(() => router.onLeave(() => router.remember(REMEMBERED, list.current?.scrollTop ?? 0)), []);
  const forget = () => {
    wanted.current = undefined;
  };
  return (
    <div className="view">
      <div className="list" data-region="log" ref={list} onWheel={forget} onTouchMove={forget}>
        {children}
      </div>
      <ListComposer />
    </div>
  );
}
