/** Which URLs in a message may be followed, and which may be loaded. All others are dropped. */

export type Destination =
  /** A screen of this application; the URL is its fragment. */
  | { readonly kind: "screen"; readonly href: string }
  /** Anything else on this server, such as a file. */
  | { readonly kind: "ours"; readonly href: string }
  | { readonly kind: "mail"; readonly href: string }
  | { readonly kind: "elsewhere"; readonly href: string; readonly host: string };

/** `home` is the organization's URL. Undefined for links that are not allowed. */
export function destinationOf(written: string, home: string): Destination | undefined {
  const url = URL.parse(written, home);
  if (url === null) return undefined;
  if (url.protocol === "mailto:") return { kind: "mail", href: url.href };
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.origin !== new URL(home).origin) return { kind: "elsewhere", href: url.href, host: url.host };
  if (url.pathname === "/" && url.search === "" && url.hash !== "") return { kind: "screen", href: url.hash };
  return { kind: "ours", href: `${url.pathname}${url.search}${url.hash}` };
}

/** The server's paths for images and recordings, including proxied ones from other sites. */
const MEDIA = ["/user_uploads/", "/user_avatars/", "/external_content/", "/static/", "/emoji/"];

/** The URL of an image or recording on this server; undefined for everything else, which is never loaded. */
export function sourceOf(written: string, home: string): string | undefined {
  const destination = destinationOf(written, home);
  if (destination?.kind !== "ours") return undefined;
  return MEDIA.some((prefix) => destination.href.startsWith(prefix)) ? destination.href : undefined;
}

const EXTERNAL = /^\/external_content\/[\w-]+\/((?:[\da-f]{2})+)$/;

/** The original URL of proxied content, if a link to it is allowed. */
export function originalOf(source: string, home: string): string | undefined {
  const hex = EXTERNAL.exec(source)?.[1];
  if (hex === undefined) return undefined;
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
  const destination = destinationOf(new TextDecoder().decode(bytes), home);
  return destination?.kind === "elsewhere" ? destination.href : undefined;
}

const HOST =
  /^(?:[a-z][a-z\d+.-]*:\/*)?(?:[^\s/?#@]*@)?((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}|localhost)(?::\d+)?(?:[/?#]|$)/iu;

/** The host that a link text claims. */
function claimedHost(text: string): string | undefined {
  const claimed = HOST.exec(text.trim())?.[1];
  return claimed === undefined ? undefined : URL.parse(`http://${claimed}`)?.hostname;
}

const bare = (host: string): string => host.replace(/^www\./, "");

/**
 * Whether to show where a link really leads: its text or title names another host, or the host contains confusable
 * characters.
 */
export function isMisleading(href: string, ...claims: readonly string[]): boolean {
  const real = URL.parse(href)?.hostname;
  if (real === undefined) return false;
  if (/(?:^|\.)xn--/.test(real)) return true;
  return claims.some((claim) => {
    const claimed = claimedHost(claim);
    return claimed !== undefined && bare(claimed) !== bare(real);
  });
}

/** A readable form of a URL: its file name, or else its host. */
export function nameOfAddress(href: string): string {
  const url = URL.parse(href, "https://here.invalid");
  const last = url?.pathname.split("/").at(-1) ?? "";
  if (last === "") return url && url.host !== "here.invalid" ? url.host : href;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
