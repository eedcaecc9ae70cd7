/** What a button does when it is pressed, with the pointer or a key. */
import type { ComponentProps, KeyboardEvent, MouseEvent, PointerEvent } from "react";

type NativeProps = Omit<ComponentProps<"button">, "children" | "className" | "style" | "onClick" | "disabled">;

export interface Press {
  readonly target: Element;
}

export interface PressProps extends NativeProps {
  readonly onPress?: (press: Press) => void;
  readonly isDisabled?: boolean;
}

/**
 * The attributes of the button's element. A press stays in the button: rows that open when they are clicked contain
 * buttons.
 */
export function pressable({ onPress, isDisabled, ...rest }: PressProps): ComponentProps<"button"> {
  return {
    type: "button",
    ...rest,
    ...(isDisabled ? { disabled: true } : {}),
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      rest.onPointerDown?.(event);
      event.stopPropagation();
    },
    onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
      rest.onKeyDown?.(event);
      if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      // A key that is held down presses once.
      if (event.repeat && event.key === "Enter") event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLButtonElement>) {
      event.stopPropagation();
      const { currentTarget: target } = event;
      // Safari does not focus a clicked button. Menus and dialogs return the focus to what had it when they opened.
      // Enter in a field of its form clicks it too, without the pointer, and the focus stays in the field.
      if (event.detail > 0 && document.activeElement !== target) target.focus({ preventScroll: true });
      onPress?.({ target });
    },
  };
}
