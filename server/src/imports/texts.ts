/** The texts of a message, as they are stored here. */
import { MAX_MESSAGE_LENGTH } from "../kernel/api/limits.ts";
import { isLonger } from "../kernel/names/printable.ts";

/** What can be stored: PostgreSQL has no null bytes in texts, and neither engine has half characters. */
export const storable = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "") : whole;
};

/**
 * One for each message that the text becomes; none if there is nothing to read. A message that should keep its id stays whole, as
 * far as the other program may have allowed it to be longer.
 */
export function contentsOf(text: string, { keepsId }: { readonly keepsId: boolean }): string[] {
  if (!keepsId || text.length > 2 * MAX_MESSAGE_LENGTH) return partsOf(text);
  return text.trim() === "" ? [] : [text];
}

/** Texts that are not too long for a message: cut at the ends of lines, or anywhere in a longer line. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trimEnd().replace(/^\n+/, "");
  if (!isLonger(rest, MAX_MESSAGE_LENGTH)) return rest.trim() === "" ? [] : [rest];
  while (isLonger(rest, MAX_MESSAGE_LENGTH)) {
    const head = rest.slice(0, MAX_MESSAGE_LENGTH);
    const end = head.lastIndexOf("\n");
    const cut = end > MAX_MESSAGE_LENGTH / 2 ? end : MAX_MESSAGE_LENGTH - Number(isHighSurrogate(head.at(-1) ?? ""));
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).replace(/^\n+/, "");
  }
  parts.push(rest);
  return parts.map((part) => part.trimEnd()).filter((part) => part.trim() !== "");
}

const isHighSurrogate = (character: string) => /^[\ud800-\udbff]$/.test(character);
