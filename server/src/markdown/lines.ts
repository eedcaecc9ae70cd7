/** Text as both readers of it see it: lines end in `\n` alone, and no character is one that HTML cannot hold. */
export function withPlainLines(source: string): string {
  return source.replace(/\r\n?/g, "\n").replaceAll("\u0000", "\ufffd");
}
