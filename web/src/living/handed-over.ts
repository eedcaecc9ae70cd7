/** The page's URL parameters: from the share target and `web+parley:` links in the manifest. */

export interface HandedOver {
  readonly text: string | undefined;
  readonly fragment: string | undefined;
}

export function handedOver({ searchParams }: URL): HandedOver {
  const parts = ["share_title", "share_text", "share_url"].map((name) => searchParams.get(name)?.trim() ?? "");
  const said = [...new Set(parts.filter((part) => part !== ""))];
  // Many applications include the link in the text as well.
  const text = said.filter((part, n) => !said.some((other, m) => m !== n && other.includes(part))).join("\n");
  return { text: text === "" ? undefined : text, fragment: fragmentOf(searchParams.get("link")) };
}

const SCHEME = "web+parley:";

function fragmentOf(link: string | null): string | undefined {
  if (!link?.startsWith(SCHEME)) return undefined;
  const at = link.indexOf("#");
  const fragment = at < 0 ? link.slice(SCHEME.length).replace(/^\/+/, "") : link.slice(at + 1);
  return fragment === "" ? undefined : fragment;
}
