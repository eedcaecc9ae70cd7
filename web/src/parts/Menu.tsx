/** A menu that opens from a button, or as a context menu of a row. */
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useRef, useState } from "react";
import { Menu as AriaMenu, MenuItem } from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { type Command, keyLabel } from "../keyboard/keys.ts";
import { Icon } from "./Icon.tsx";
import type { Press, PressProps } from "./press.ts";
import type { IconName } from "./Sprite.tsx";

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly command?: Command;
  readonly isDangerous?: boolean;
  /** Why the item is disabled. */
  readonly refusal?: string;
  /** For a choice among several: whether it is selected. */
  readonly isChosen?: boolean;
  readonly onAction: () => void;
}

export type MenuRow = Choice | "separator";

interface MenuProps {
  readonly label: string;
  readonly rows: readonly MenuRow[];
  /** The button that opens it. */
  readonly children: ReactElement<PressProps>;
  readonly placement?: PopoverProps["placement"];
}

export function MenuButton({ label, rows, children, placement = "bottom end" }: MenuProps) {
  /** The end of the menu at which it was opened. */
  const [opened, setOpened] = useState<MenuEnd>();
  const button = useRef<Element>(null);
  const open = ({ target }: Press, end: MenuEnd = "first") => {
    button.current = target;
    setOpened(end);
  };
  const close = () => setOpened(undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open({ target: event.currentTarget }, event.key === "ArrowUp" ? "last" : "first");
  };
  return (
    <>
      {cloneElement(children, {
        "aria-haspopup": "menu",
        "aria-expanded": opened !== undefined,
        onPress: (press) => open(press),
        onKeyDown,
      })}
      <Popover
        className="pop menu"
        aria-label={label}
        triggerRef={button}
        placement={placement}
        offset={4}
        isOpen={opened !== undefined}
        onOpenChange={(isOpen) => !isOpen && close()}
      >
        <MenuRows label={label} rows={rows} onClose={close} {...(opened ? { focused: opened } : {})} />
      </Popover>
    </>
  );
}

type MenuEnd = "first" | "last";

interface MenuRowsProps {
  readonly label: string;
  readonly rows: readonly MenuRow[];
  /** For a menu without its own button: it takes the focus, and reports when it closes. */
  readonly onClose?: () => void;
  /** The row that takes the focus. */
  readonly focused?: MenuEnd;
}

export function MenuRows({ label, rows, onClose, focused = "first" }: MenuRowsProps) {
  return (
    <AriaMenu aria-label={label} className="menu-rows" {...(onClose ? { autoFocus: focused, onClose } : {})}>
      {rows.map((row, index) =>
        row === "separator" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other key.
          <Separator key={`line-${index}`} className="menu-line" />
        ) : (
          <Row key={row.id} choice={row} />
        ),
      )}
    </AriaMenu>
  );
}

function Row({ choice }: { readonly choice: Choice }): ReactNode {
  const { id, label, icon, command, isDangerous, refusal, isChosen, onAction } = choice;
  return (
    <MenuItem
      id={id}
      className={isDangerous ? "opt danger" : "opt"}
      textValue={label}
      isDisabled={refusal !== undefined}
      onAction={onAction}
    >
      {isChosen !== undefined ? (
        isChosen ? (
          <Icon name="check" />
        ) : (
          <span className="i" />
        )
      ) : (
        icon && <Icon name={icon} />
      )}
      <span>
        {label}
        {refusal && <small>{refusal}</small>}
      </span>
      {command && <kbd>{keyLabel(command)}</kbd>}
    </MenuItem>
  );
}
