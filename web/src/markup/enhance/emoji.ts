/** Shows emoji as system characters or by name; a message with only emoji is drawn larger. */
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { characterOf } from "../plain-text.ts";

export const enhanceEmoji: Enhancement<{ readonly asNames: boolean }> = (body, { asNames }) => {
  const changes = new MarkupChanges();
  if (!asNames) {
    for (const emoji of body.querySelectorAll<HTMLElement>("span.emoji")) {
      const name = emoji.firstChild;
      if (name instanceof Text && emoji.childNodes.length === 1) changes.setText(name, characterOf(emoji));
    }
    if (isOnlyEmoji(body)) changes.addClass(body, "only-emoji");
  }
  return changes.undo;
};

const LARGE = 3;
const CHARACTERS = /^(?:\p{RGI_Emoji}|\s)*$/v;

function isOnlyEmoji(body: HTMLElement): boolean {
  const [paragraph, ...others] = body.children;
  if (paragraph?.localName !== "p" || others.length > 0) return false;
  let count = 0;
  for (const child of paragraph.childNodes) {
    if (child instanceof Text) {
      if (!CHARACTERS.test(child.data)) return false;
      count += child.data.match(/\p{RGI_Emoji}/gv)?.length ?? 0;
    } else if (child instanceof Element && child.classList.contains("emoji")) count++;
    else return false;
  }
  return count > 0 && count <= LARGE;
}
