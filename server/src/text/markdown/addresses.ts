/** Decides which URLs become links, and normalises them. */

const SCHEMES = new Set(
  (
    "http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel " +
    "urn webcal wtai xmpp"
  ).split(" "),
);
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const HOST_AND_PORT = /^(?:localhost|[^:/?#@]*\.[^:/?#@]+):[0-9]+(?:[/?#]|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which would reveal another scheme
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const MAIL_ADDRESS = /^[^\s/@:?#]+@[^\s/@:?#]+\.[^\s/@:?#]+$/;

/** Longer than any valid one, but short enough for the patterns above. */
const MAX_HOST = 300;
const MAX_MAIL_ADDRESS = 320;

/** The URL for `href`, or undefined if a link is not allowed. */
export function safeAddress(written: string): string | undefined {
  const address = written.trim().replaceAll(" ", "%20");
  if (address === "" || CONTROL.test(address)) return undefined;
  if (address.startsWith("/") || address.startsWith("#")) return address;
  const scheme = SCHEME.exec(address)?.[1];
  if (scheme !== undefined) {
    if (SCHEMES.has(scheme.toLowerCase())) return address;
    return HOST_AND_PORT.test(address.slice(0, MAX_HOST)) ? `http://${address}` : undefined;
  }
  if (address.length <= MAX_MAIL_ADDRESS && MAIL_ADDRESS.test(address)) return `mailto:${address}`;
  if (address.startsWith("user_uploads/")) return address;
  return `http://${address}`;
}

/** Makes links into the organization relative, so that they survive a change of its URL. */
export function relativeTo(realmUrl: string | undefined, address: string): string {
  if (realmUrl === undefined || !address.startsWith(`${realmUrl}/`)) return address;
  const rest = address.slice(realmUrl.length + 1);
  return rest.startsWith("#") || rest.startsWith("user_uploads/") ? rest : address;
}

const UPLOAD = /^\/?user_uploads\/(?!download\/|thumbnail\/|temporary\/)([^?#]+)/;

/** The `path_id` of the uploaded file a link leads to. */
export function uploadPath(href: string): string | undefined {
  const path = UPLOAD.exec(href)?.[1];
  if (path === undefined) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Encodes a name for a `#narrow` fragment. Uses a dot instead of `%`, which some clients would decode too early. */
export function fragmentPart(name: string): string {
  return encodeURIComponent(name.toWellFormed())
    .replace(/[.()!*']/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}

export function channelFragment(channel: { readonly stream_id: number; readonly name: string }): string {
  return `/#narrow/channel/${channel.stream_id}-${fragmentPart(channel.name.replaceAll(" ", "-"))}`;
}
