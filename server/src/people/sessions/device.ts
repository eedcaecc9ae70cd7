/** Names the device of a browser, so that people recognize their own. */

/** Browsers include each other's names: the first match counts. */
const BROWSERS = {
  Edge: /\bEdg/,
  Opera: /\bOPR\//,
  Firefox: /\bFirefox\//,
  Chrome: /\bChrome\//,
  Safari: /\bSafari\//,
};
const SYSTEMS = {
  Windows: /\bWindows\b/,
  Android: /\bAndroid\b/,
  iOS: /\b(iPhone|iPad)\b/,
  macOS: /\bMacintosh\b/,
  Linux: /\bLinux\b/,
};

/** For example `Firefox, Linux`; a part or all of it may be unknown. */
export function deviceIn(userAgent: string): string | undefined {
  const first = (names: Record<string, RegExp>) =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent))?.[0];
  const known = [first(BROWSERS), first(SYSTEMS)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(", ") : undefined;
}
