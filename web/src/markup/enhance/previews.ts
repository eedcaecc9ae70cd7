/** Page previews: at most three, without those that the author hid. */
import { t } from "../../text/text.ts";
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { buttonNode, iconNode } from "../nodes.ts";

const MOST = 3;

export interface PreviewsInput {
  /** URLs of hidden previews. */
  readonly hidden: ReadonlySet<string>;
  /** Hides a preview; undefined if the reader may not. */
  readonly onHide: ((address: string) => void) | undefined;
}

export const enhancePreviews: Enhancement<PreviewsInput> = (body, { hidden, onHide }) => {
  const changes = new MarkupChanges();
  for (const [index, embed] of [...body.querySelectorAll<HTMLElement>(".message_embed:not(.preview)")].entries()) {
    const address = embed.querySelector("a")?.getAttribute("href") ?? "";
    changes.addClass(embed, "preview");
    if (index >= MOST || hidden.has(address)) changes.addClass(embed, "gone");
    if (onHide) {
      const hide = buttonNode("ib preview-hide", iconNode("close"));
      hide.setAttribute("aria-label", t("markup.hidePreview"));
      hide.title = t("markup.hidePreview");
      hide.addEventListener("click", () => onHide(address));
      changes.insert(embed, hide);
    }
    // The title already links there; one tab stop is enough.
    const picture = embed.querySelector(".message_embed_image");
    if (picture && embed.querySelector(".message_embed_title")) {
      changes.setAttribute(picture, "tabindex", "-1");
      changes.setAttribute(picture, "aria-hidden", "true");
    }
  }
  return changes.undo;
};
