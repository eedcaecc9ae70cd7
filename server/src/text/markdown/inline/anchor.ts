/** Every link to an address is made here: checked, made relative where it leads home, and remembered. */
import { relativeTo, safeAddress, uploadPath } from "../addresses.ts";
import { element, type Html } from "../html.ts";
import type { Scan } from "./scan.ts";

export interface LinkTarget {
  readonly address: string;
  readonly title?: string | undefined;
  /** The text that was given to the link; undefined when the address stands for itself. */
  readonly label?: string | undefined;
}

/** The address as it goes into `href`; undefined when no link is allowed there. */
export function hrefFor(scan: Scan, address: string): string | undefined {
  const safe = safeAddress(address);
  return safe === undefined ? undefined : relativeTo(scan.rendering.options.realmUrl, safe);
}

export function anchor(scan: Scan, href: string, { title, label }: Omit<LinkTarget, "address">, content: Html): Html {
  const { rendering } = scan;
  rendering.hasLink = true;
  const upload = uploadPath(href);
  if (upload !== undefined) rendering.uploads.add(upload);
  scan.links.push({ href, label });
  return element("a", { href, title }, content);
}
