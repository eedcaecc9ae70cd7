/** The menu opened by `openMenu`. */
import { type KeyboardEvent, useRef } from "react";
import { Popover } from "react-aria-components/Popover";
import { MenuRows } from "./Menu.tsx";
import { closeMenu, type OpenedMenuState } from "./open-menu.tsx";

export function ShownMenu({ menu }: { readonly menu: OpenedMenuState }) {
  const { label, rows, anchor, beside } = menu;
  const point = useRef<HTMLSpanElement>(null);
  const element = useRef(anchor instanceof Element ? anchor : null);
  const close = closeMenu;
  const place = (span: HTMLSpanElement | null) => {
    point.current = span;
    if (!span || anchor instanceof Element) return;
    span.style.setProperty("inset-inline-start", "auto");
    span.style.left = `${anchor.x}px`;
    span.style.top = `${anchor.y}px`;
  };
  const sideways = (event: KeyboardEvent) => {
    const go = event.key === "ArrowLeft" ? beside?.left : event.key === "ArrowRight" ? beside?.right : undefined;
    if (!go) return;
    event.preventDefault();
    go();
  };
  return (
    <>
      <span className="menu-point" ref={place} />
      <Popover
        className="pop menu"
        aria-label={label}
        triggerRef={anchor instanceof Element ? element : point}
        placement={anchor instanceof Element ? "bottom end" : "bottom start"}
        offset={4}
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
      >
        <div onKeyDownCapture={sideways}>
          <MenuRows label={label} rows={rows} onClose={close} />
        </div>
      </Popover>
    </>
  );
}
