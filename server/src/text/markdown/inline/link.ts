/** `[text](url "title")`. If the URL is not allowed, everything stays as written. */
import { type Html, text } from "../html.ts";
import { anchor, hrefFor } from "./anchor.ts";
import { inlineHtml } from "./inline.ts";
import { destinationAt } from "./link-syntax.ts";
import type { Construct, Scan } from "./scan.ts";

export const link: Construct = (scan, at, limit) => {
  if (scan.inLink || scan.source[at - 1] === "!") return undefined;
  const close = scan.closingBracket(at);
  if (close === undefined || close >= limit) return undefined;
  const destination = destinationAt(scan, close + 1, limit);
  const href = destination && hrefFor(scan, destination.address);
  if (destination === undefined || href === undefined) return undefined;
  const label = scan.source.slice(at + 1, close);
  const content = label.trim() === "" ? text(destination.address) : labelHtml(scan, at + 1, close);
  const html = anchor(scan, href, { title: destination.title, label: label.trim() || undefined }, content);
  return { html, end: destination.end };
};

function labelHtml(scan: Scan, from: number, to: number): Html {
  scan.inLink = true;
  try {
    return inlineHtml(scan, from, to);
  } finally {
    scan.inLink = false;
  }
}
