/** Reads and writes cookies, so that no other site can access them, and scripts only where intended. */
import type { IncomingHttpHeaders } from "node:http";

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Zero removes it; undefined keeps it until the browser is closed. */
  readonly maxAgeSeconds: number | undefined;
  /** Scripts may read it: it is not a secret. */
  readonly isOpen?: boolean;
}

/** Names of cookies that only our own host can set, over encrypted connections. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

export function cookieIn(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of headers.cookie?.split(";") ?? []) {
    const equals = pair.indexOf("=");
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/** Values are our own tokens: letters, digits and dashes, which need no quoting. */
export function setCookie({ name, value, maxAgeSeconds, isOpen = false }: Cookie): string {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  const secure = name.startsWith("__Host-") ? "; Secure" : "";
  return `${name}=${value}; Path=/${age}${isOpen ? "" : "; HttpOnly"}; SameSite=Lax${secure}`;
}
