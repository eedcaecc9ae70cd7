/** Opens the menu of a message: beside it, or as a sheet on touch screens. */
import { openMenu } from "../parts/open-menu.tsx";
import { t } from "../text/text.ts";
import { openSheet } from "./dialogs.tsx";
import { anchorOfMessage, articleOfMessage } from "./elements.ts";
import { type Acting, menuOf } from "./message-actions.ts";

export function openMessageMenu(acting: Acting): void {
  const { message, terms, anchor } = acting;
  if (matchMedia("(pointer: coarse)").matches) {
    openSheet(message.id, terms);
    return;
  }
  // The toolbar disappears with the pointer, so focus returns to the message.
  articleOfMessage(message.id)?.focus({ preventScroll: true });
  openMenu(t("actions.menu"), menuOf(acting), anchor ?? anchorOfMessage(message.id));
}
