/** Which addresses of a message may be followed, and which may be loaded. All others are dropped. */

export type Destination =
  /** A screen of this application; the address is its fragment. */
  | { readonly kind: "screen"; readonly href: string }
  /** Anything else that this server serves, such as a file. */
  | { readonly kind: "ours"; readonly href: string }
  | { readonly kind: "mail"; readonly href: string }
  | { readonly kind: "elsewhere"; readonly href: string; readonly host: string };

/** `home` is the organization's address. Undefined where no link may lead. */
export function destinationOf(written: string, home: string): Destination | undefined {
  const url = URL.parse(written, home);
  if (url === null) return undefined;
  if (url.protocol === "mailto:") return { kind: "mail", href: url.href };
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.origin !== new URL(home).origin) return { kind: "elsewhere", href: url.href, host: url.host };
  if (url.pathname === "/" && url.search === "" && url.hash !== "") return { kind: "screen", href: url.hash };
  return { kind: "ours", href: `${url.pathname}${url.search}${url.hash}` };
}

/** Where the server keeps pictures and recordings, those of other sites that it shows in their stead included. */
const MEDIA = ["/user_uploads/", "/user_avatars/", "/external_content/", "/static/", "/emoji/"];

/** The address of a picture or a recording on this server; undefined for everything else, which is never loaded. */
export function sourceOf(written: string, home: string): string | undefined {
  const destination = destinationOf(written, home);
  if (destination?.kind !== "ours") return undefined;
  return MEDIA.some((prefix) => destination.href.startsWith(prefix)) ? destination.href : undefined;
}

const EXTERNAL = /^\/external_content\/[\w-]+\/((?:[\da-f]{2})+)$/;

/** The address of another site that one of ours stands for, if a link may lead there. */
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

/** The host that a text gives itself out for. */
function claimedHost(text: string): string | undefined {
  const claimed = HOST.exec(text.trim())?.[1];
  return claimed === undefined ? undefined : URL.parse(`http://${claimed}`)?.hostname;
}

const bare = (host: string): string => host.replace(/^www\./, "");

/**
 * Whether the reader must be told where a link really leads: its text, or what its author says of it, names another
 * host, or the host is written in letters that may be mistaken for others.
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

/** An address as people read it: the name of the file that it leads to, or else the host. */
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
