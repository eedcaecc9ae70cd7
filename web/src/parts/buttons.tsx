/** Buttons with a label and a key. */
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { TooltipTrigger } from "react-aria-components/Tooltip";
import { type Command, keyLabel, keyShortcuts } from "../keyboard/keys.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./Sprite.tsx";
import { Tip } from "./Tip.tsx";

type Shared = Omit<AriaButtonProps, "children" | "className" | "style">;

interface ButtonProps extends Shared {
  readonly kind?: "primary" | "plain" | "danger";
  readonly icon?: IconName;
  readonly children: ReactNode;
}

export function Button({ kind, icon, children, ...rest }: ButtonProps) {
  return (
    <AriaButton className={kind ? `btn ${kind}` : "btn"} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

interface IconButtonProps extends Shared {
  readonly icon: IconName;
  readonly label: string;
  /** The command whose key the tooltip shows. */
  readonly command?: Command;
  readonly isOn?: boolean;
  readonly size?: "s";
}

export function IconButton({ icon, label, command, isOn, size, ...rest }: IconButtonProps) {
  const classes = ["ib", size && "ib-s", isOn && "on"].filter(Boolean).join(" ");
  return (
    <TooltipTrigger delay={500}>
      <AriaButton
        className={classes}
        aria-label={label}
        {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
        {...(command ? { "aria-keyshortcuts": keyShortcuts(command) } : {})}
        {...rest}
      >
        <Icon name={icon} />
      </AriaButton>
      <Tip label={label} {...(command ? { keyName: keyLabel(command) } : {})} />
    </TooltipTrigger>
  );
}
