/** The request target, as in RFC 9112 (section 3.2), before either lane handles it. */
import type { IncomingMessage } from "node:http";

const AUTHORITY = /^(?:[\w.~%!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
/** The form that clients send to proxies, which every server must accept. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * Normalizes the request: a path, and the host in its header. A target with a host overrides the header. Returns false
 * for a request without exactly one valid host.
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const { headers, url = "" } = request;
  if (headers.host !== undefined && (!AUTHORITY.test(headers.host) || countHosts(request.rawHeaders) > 1)) return false;
  if (url.startsWith("/") || url === "*") return true;
  const [, authority = "", rest = ""] = ABSOLUTE.exec(url) ?? [];
  if (!AUTHORITY.test(authority)) return false;
  // HTTP/1.0 clients may send none. Others must, even if it is empty.
  if (headers.host !== undefined || request.httpVersion === "1.0") headers.host = authority;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return true;
}

/** Node keeps the first and drops the others silently. */
function countHosts(raw: readonly string[]): number {
  let count = 0;
  for (let n = 0; n < raw.length; n += 2) {
    const name = raw[n] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
