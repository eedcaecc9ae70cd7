/** All links are created here: checked, made relative inside the organization, and recorded. */
import { relativeTo, safeAddress, uploadPath } from "../addresses.ts";
import { element, type Html } from "../html.ts";
import type { Scan } from "./scan.ts";

export interface LinkTarget {
  readonly address: string;
  readonly title?: string | undefined;
  /** The link's text; undefined if the URL itself is shown. */
  readonly label?: string | undefined;
}

/** The URL for `href`; undefined if a link is not allowed. */
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
