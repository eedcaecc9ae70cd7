/** Previews of pages: three of them at most, and none that its reader has hidden. */
import { t } from "../../text/text.ts";
import { Changes, type Enhancement } from "../changes.ts";
import { buttonNode, iconNode } from "../nodes.ts";

const MOST = 3;

export interface HiddenPreviews {
  /** Addresses of this message whose previews were hidden; what is hidden now is added. */
  readonly hidden: Set<string>;
}

export const enhancePreviews: Enhancement<HiddenPreviews> = (body, { hidden }) => {
  const changes = new Changes();
  for (const [index, embed] of [...body.querySelectorAll<HTMLElement>(".message_embed:not(.preview)")].entries()) {
    const address = embed.querySelector("a")?.getAttribute("href") ?? "";
    changes.addClass(embed, "preview");
    if (index >= MOST || hidden.has(address)) changes.addClass(embed, "gone");
    const hide = buttonNode("ib preview-hide", iconNode("close"));
    hide.setAttribute("aria-label", t("markup.hidePreview"));
    hide.title = t("markup.hidePreview");
    hide.addEventListener("click", () => {
      hidden.add(address);
      changes.addClass(embed, "gone");
    });
    changes.insert(embed, hide);
    // The title says where the picture leads; once is enough for who goes by Tab.
    const picture = embed.querySelector(".message_embed_image");
    if (picture && embed.querySelector(".message_embed_title")) {
      changes.setAttribute(picture, "tabindex", "-1");
      changes.setAttribute(picture, "aria-hidden", "true");
    }
  }
  return changes.undo;
};
