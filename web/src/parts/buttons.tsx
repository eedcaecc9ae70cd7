/** Buttons with a label and a key. */
import type { FocusEvent, PointerEvent, ReactNode } from "react";
import { type Command, keyLabel, keyShortcuts } from "../keyboard/keys.ts";
import { Icon } from "./Icon.tsx";
import { type PressProps, pressable } from "./press.ts";
import type { IconName } from "./Sprite.tsx";
import { useTip } from "./tips.tsx";

interface ButtonProps extends PressProps {
  readonly kind?: "primary" | "plain" | "danger";
  readonly icon?: IconName;
  readonly children: ReactNode;
}

export function Button({ kind, icon, children, ...rest }: ButtonProps) {
  return (
    <button className={kind ? `btn ${kind}` : "btn"} {...pressable(rest)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface BareButtonProps extends PressProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** A button with a look of its own. */
export function BareButton({ className, children, ...rest }: BareButtonProps) {
  return (
    <button className={className} {...pressable(rest)}>
      {children}
    </button>
  );
}

interface IconButtonProps extends PressProps {
  readonly icon: IconName;
  readonly label: string;
  /** The command whose key the tooltip shows. */
  readonly command?: Command;
  readonly isOn?: boolean;
  readonly size?: "s";
}

export function IconButton({ icon, label, command, isOn, size, ...rest }: IconButtonProps) {
  const classes = ["ib", size && "ib-s", isOn && "on"].filter(Boolean).join(" ");
  const tip = useTip(label, command && keyLabel(command));
  const attributes = pressable({
    ...rest,
    ...tip,
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      rest.onPointerDown?.(event);
      tip.onPointerDown();
    },
    onFocus(event: FocusEvent<HTMLButtonElement>) {
      rest.onFocus?.(event);
      tip.onFocus(event);
    },
  });
  return (
    <button
      className={classes}
      aria-label={label}
      {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
      {...(command ? { "aria-keyshortcuts": keyShortcuts(command) } : {})}
      {...attributes}
    >
      <Icon name={icon} />
    </button>
  );
}
