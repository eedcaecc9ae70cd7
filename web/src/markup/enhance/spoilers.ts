/** A spoiler opens on request, and closes when the reader leaves. */
import { t } from "../../text/text.ts";
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { buttonNode, iconNode, node } from "../nodes.ts";

export const enhanceSpoilers: Enhancement = (body) => {
  const changes = new MarkupChanges();
  for (const block of body.querySelectorAll<HTMLElement>(".spoiler-block:not(.spoiler)")) {
    const header = block.querySelector<HTMLElement>(":scope > .spoiler-header");
    const content = block.querySelector<HTMLElement>(":scope > .spoiler-content");
    if (header && content) makeToggle(changes, block, header, content);
  }
  return changes.undo;
};

function makeToggle(changes: MarkupChanges, block: HTMLElement, header: HTMLElement, content: HTMLElement): void {
  const button = buttonNode("spoil-show");
  const show = (isOpen: boolean) => {
    block.classList.toggle("open", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
    button.textContent = isOpen ? t("markup.hide") : t("markup.show");
    content.hidden = !isOpen;
    if (isOpen) content.removeAttribute("aria-hidden");
    else content.setAttribute("aria-hidden", "true");
  };
  const title = header.textContent?.trim() ?? "";
  button.setAttribute("aria-label", t("markup.spoilerAbout", { title: title || t("markup.spoiler") }));
  changes.addClass(block, "spoiler");
  changes.addClass(header, "spoil");
  changes.insert(header, iconNode("right"), header.firstChild);
  if (title === "") changes.insert(header, node("span", "", t("markup.spoiler")));
  changes.insert(header, button);
  changes.listen(header, "click", ({ target }) => {
    const isLink = target instanceof Element && target.closest("a, .user-mention[role]") !== null;
    if (!isLink) show(!block.classList.contains("open"));
  });
  show(false);
  changes.onUndo(() => {
    block.classList.remove("open");
    content.hidden = false;
    content.setAttribute("aria-hidden", "true");
  });
}
