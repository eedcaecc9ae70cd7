/**
 * Normalises text for both parsers: lines end with `
 * `, and there are no characters that HTML cannot contain.
 */
export function withPlainLines(source: string): string {
  const lines = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  return lines.includes("\0") ? lines.replaceAll("\0", "\ufffd") : lines;
}
