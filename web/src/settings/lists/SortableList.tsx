/**
 * A list whose order people choose: by dragging a handle, with the arrow keys on it, or from the menu of a row. The new
 * order is shown at once, until the server has announced it.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { announce } from "../../app/announce.tsx";
import { IconButton } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { MenuButton, type MenuRow } from "../../parts/Menu.tsx";
import { t } from "../../text/text.ts";
import { draggedTo, withMoved } from "./sorting.ts";
import "./lists.css";
import "./sortable.css";

type Key = string | number;

interface SortableListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => Key;
  /** What the buttons of a row call it. */
  readonly nameOf: (item: Item) => string;
  readonly draw: (item: Item) => ReactNode;
  /** What else can be done with a row. Undefined if the reader can change nothing: rows have no handles then. */
  readonly rowsOf?: ((item: Item) => readonly MenuRow[]) | undefined;
  /** Buttons beside the menu. */
  readonly actions?: (item: Item) => ReactNode;
  /** Saves the order; throws if it is refused, and the old order is shown again. */
  readonly onReorder: (items: readonly Item[]) => Promise<unknown>;
}

interface Chosen {
  readonly order: readonly Key[];
  /** The order when it was chosen: once the list has another one, this is outdated. */
  readonly from: string;
}

interface Drag {
  readonly key: Key;
  readonly from: number;
  readonly to: number;
}

export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items: stored, keyOf, nameOf, draw, rowsOf, actions, onReorder } = props;
  const [chosen, setChosen] = useState<Chosen>();
  const [drag, setDrag] = useState<Drag>();
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<Key>(undefined);
  const storedOrder = JSON.stringify(stored.map(keyOf));
  // For good: the old order may come back, by Undo or by somebody else.
  if (chosen && chosen.from !== storedOrder) setChosen(undefined);
  const items = chosen?.from === storedOrder ? inOrder(stored, keyOf, chosen.order) : stored;
  const handleOf = (key: Key) =>
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(`${key}`)}"] .sort-handle`);
  // A row that changes places in the document loses the focus.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    handleOf(moved.current)?.focus();
    moved.current = undefined;
  });

  const place = (from: number, to: number) => {
    const next = withMoved(items, from, to);
    const item = items[from];
    if (next === items || item === undefined) return;
    const mine = { order: next.map(keyOf), from: storedOrder };
    setChosen(mine);
    moved.current = keyOf(item);
    announce(t("listed.moved", { name: nameOf(item), place: next.indexOf(item) + 1, count: next.length }));
    onReorder(next).catch(() => setChosen((now) => (now === mine ? undefined : now)));
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    if (by === undefined) {
      if (event.key === "Escape" && drag) setDrag(undefined);
      else return;
    } else place(at, at + by);
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>, item: Item, at: number) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ key: keyOf(item), from: at, to: at });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag || !list.current) return;
    const shown = withMoved([...list.current.children], drag.from, drag.to);
    const extents = shown.map((row) => row.getBoundingClientRect());
    const to = draggedTo(extents, drag.to, event.clientY);
    if (to === drag.to) return;
    setDrag({ ...drag, to });
    shown[drag.to]?.scrollIntoView({ block: "nearest" });
  };
  const onPointerUp = () => {
    if (!drag) return;
    setDrag(undefined);
    place(drag.from, drag.to);
  };
  const menuOf = (item: Item, at: number): readonly MenuRow[] => [
    ...(rowsOf?.(item) ?? []),
    ...(at > 0
      ? [{ id: "up", label: t("listed.moveUp"), icon: "up", onAction: () => place(at, at - 1) } as const]
      : []),
    ...(at < items.length - 1
      ? [{ id: "down", label: t("listed.moveDown"), icon: "down", onAction: () => place(at, at + 1) } as const]
      : []),
  ];
  // While a row is dragged only the places on the screen change, so that the handle keeps the pointer.
  const shown = drag ? withMoved(items, drag.from, drag.to) : items;
  return (
    <ol className="sortable" aria-label={label} ref={list}>
      {items.map((item, at) => (
        <li
          key={keyOf(item)}
          data-key={keyOf(item)}
          className={drag?.key === keyOf(item) ? "sort-row dragged" : "sort-row"}
          style={{ order: shown.indexOf(item) }}
        >
          {rowsOf && items.length > 1 && (
            <button
              type="button"
              className="sort-handle"
              aria-label={t("listed.handle", { name: nameOf(item) })}
              title={t("listed.handleTip")}
              onKeyDown={(event) => onKeyDown(event, at)}
              onPointerDown={(event) => onPointerDown(event, item, at)}
              onPointerMove={onPointerMove}
              onPointerUp={onPointerUp}
              onPointerCancel={() => setDrag(undefined)}
            >
              <Icon name="grip" />
            </button>
          )}
          <div className="sort-words">{draw(item)}</div>
          {actions?.(item)}
          {rowsOf && menuOf(item, at).length > 0 && (
            <MenuButton label={t("listed.actions", { name: nameOf(item) })} rows={menuOf(item, at)}>
              <IconButton icon="more" label={t("listed.actions", { name: nameOf(item) })} />
            </MenuButton>
          )}
        </li>
      ))}
    </ol>
  );
}

function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => Key, order: readonly Key[]): readonly Item[] {
  const places = new Map(order.map((key, at) => [key, at]));
  return items.toSorted((one, other) => (places.get(keyOf(one)) ?? 0) - (places.get(keyOf(other)) ?? 0));
}
