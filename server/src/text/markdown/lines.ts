/** Text as both readers of it see it: lines end in `\n` alone, and no character is one that HTML cannot hold. */
export function withPlainLines(source: string): string {
  const lines = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  return lines.includes("\0") ? lines.replaceAll("\0", "\ufffd") : lines;
}
