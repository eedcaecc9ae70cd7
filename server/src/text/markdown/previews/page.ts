/** Previews a web page below the link to it: its image, title and description. */
import { element, type Html, text } from "../html.ts";

export interface PagePreview {
  /** The image's URL. */
  readonly image: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Characters that could end the URL inside the CSS. */
const CSS_SPECIAL = /["'\\()\s]/g;
const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

export function pagePreview(href: string, { image, title, description }: PagePreview): Html {
  const style = `background-image: url("${image.replace(CSS_SPECIAL, percentEncoded)}")`;
  const parts: Html[] = [];
  if (title) parts.push(element("div", { class: "message_embed_title" }, element("a", { href, title }, text(title))));
  if (description) parts.push(element("div", { class: "message_embed_description" }, text(description)));
  return element(
    "div",
    { class: "message_embed" },
    element("a", { class: "message_embed_image", href, style }),
    element("div", { class: "data-container" }, ...parts),
  );
}
