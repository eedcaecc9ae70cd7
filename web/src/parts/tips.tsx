/** Tooltips: after half a second on hover, immediately on keyboard focus. One is shown at a time; it is never the only source of information. */
import { type FocusEvent, type PointerEvent, useEffect, useId, useSyncExternalStore } from "react";
import { later } from "./later.tsx";

const ShownTip = later(() => import("./ShownTip.tsx").then((loaded) => loaded.ShownTip), { isOptional: true });

export interface Tip {
  readonly owner: string;
  readonly anchor: Element;
  readonly label: string;
  readonly keyName?: string;
}

const DELAY_MS = 500;
/** A reader who goes from one button to the next does not wait again. */
const NO_DELAY_MS = 300;
/** The pointer can go from the button to the tooltip, to read it enlarged or to select its text. */
const LEAVING_MS = 200;

let current: Tip | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The owner of the tooltip that `timer` will show. */
let awaited: string | undefined;
const listeners = new Set<() => void>();

/** Whatever was about to happen does not. */
export function keepTip(): void {
  clearTimeout(timer);
  awaited = undefined;
}

function show(next: Tip | undefined): void {
  keepTip();
  if (next === current) return;
  if (current) hiddenAt = performance.now();
  current = next;
  for (const listener of listeners) listener();
}

const hideTip = (): void => show(undefined);

export function leaveTip(): void {
  keepTip();
  timer = setTimeout(hideTip, LEAVING_MS);
}

function hover(tip: Tip): void {
  keepTip();
  const isFollowing = current !== undefined || performance.now() - hiddenAt < NO_DELAY_MS;
  awaited = tip.owner;
  timer = setTimeout(() => show(tip), isFollowing ? 0 : DELAY_MS);
}

interface TipHandlers {
  readonly onPointerEnter: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerDown: () => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
}

/** For the element with the tooltip. */
export function useTip(label: string, keyName?: string): TipHandlers {
  const owner = useId();
  useEffect(() => () => forget(owner), [owner]);
  useEffect(() => {
    if (current?.owner === owner && current.label !== label) show({ ...current, label });
  }, [owner, label]);
  const tip = (anchor: Element): Tip => ({ owner, anchor, label, ...(keyName === undefined ? {} : { keyName }) });
  return {
    onPointerEnter: ({ pointerType, currentTarget }) => {
      if (pointerType === "mouse") hover(tip(currentTarget));
    },
    onPointerLeave: leaveTip,
    onPointerDown: hideTip,
    onFocus: ({ target, currentTarget }) => {
      if (target.matches(":focus-visible")) show(tip(currentTarget));
    },
    onBlur: hideTip,
  };
}

/** The element is gone, and its tooltip with it. */
function forget(owner: string): void {
  if (current?.owner === owner) hideTip();
  else if (awaited === owner) keepTip();
}

export function OpenedTip() {
  const tip = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  useEffect(() => {
    if (!tip) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // It closes the tooltip, and not what is behind it too.
      event.stopPropagation();
      hideTip();
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [tip]);
  return tip ? <ShownTip key={tip.owner} tip={tip} /> : null;
}
