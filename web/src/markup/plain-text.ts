/** A message as one line of text, for lists and notifications. */
import { emojiCharacters } from "./emoji-characters.ts";
import { parseInert } from "./policy.ts";

/** The text of rendered HTML. Spoilers stay closed. */
export function plainText(html: string): string {
  const body = parseInert(html);
  // A form's fields can shadow its methods.
  for (const form of body.querySelectorAll("form")) Element.prototype.remove.call(form);
  for (const hidden of body.querySelectorAll(
    ".spoiler-content, .katex-html, .message_embed, script, style, template",
  )) {
    hidden.remove();
  }
  for (const formula of body.querySelectorAll(".katex")) {
    formula.replaceWith(formula.querySelector("annotation")?.textContent ?? formula.textContent ?? "");
  }
  for (const emoji of body.querySelectorAll("span.emoji")) emoji.replaceWith(characterOf(emoji));
  for (const picture of body.querySelectorAll("img.emoji")) picture.replaceWith(picture.getAttribute("alt") ?? "");
  for (const lineBreak of body.querySelectorAll("br, p, li, blockquote, td, th, div")) lineBreak.append(" ");
  for (const lineBreak of body.querySelectorAll("br")) lineBreak.replaceWith(" ");
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** The character of a Unicode emoji; otherwise its name. */
export function characterOf(emoji: Element): string {
  const code = /(?:^| )emoji-([\da-f-]+)(?: |$)/.exec(emoji.className)?.[1];
  return (code && emojiCharacters(code)) ?? emoji.textContent ?? "";
}
