/** What a request is for, as RFC 9112 (section 3.2) has it, before either lane looks at it. */
import type { IncomingMessage } from "node:http";

const AUTHORITY = /^(?:[\w.~%!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
/** The form that clients send to proxies, and that every server must take. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * Brings the request into the usual form: a path, and the host in its header. A target that names a host wins over the header.
 * Answers false for a request that means no host for certain: an invalid one, or several.
 */
export function settleTarget(request: IncomingMessage): boolean {
  const { headers, url = "" } = request;
  if (headers.host !== undefined && (!AUTHORITY.test(headers.host) || countHosts(request.rawHeaders) > 1)) return false;
  if (url.startsWith("/") || url === "*") return true;
  const [, authority = "", rest = ""] = ABSOLUTE.exec(url) ?? [];
  if (!AUTHORITY.test(authority)) return false;
  // Old clients may send none. Others must, even where it says nothing.
  if (headers.host !== undefined || request.httpVersion === "1.0") headers.host = authority;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return true;
}

/** Node keeps the first and drops the others without a word. */
function countHosts(raw: readonly string[]): number {
  let count = 0;
  for (let n = 0; n < raw.length; n += 2) {
    const name = raw[n] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
