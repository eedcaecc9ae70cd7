/** The widget that a message carries, in place of its text. */
import type { Message } from "@parley/client";

interface WidgetProps {
  readonly message: Message;
  readonly reply?: (text: string) => void;
}

export function hasWidget(_message: Message): boolean {
  return false;
}

export function Widget(_: WidgetProps) {
  return null;
}
