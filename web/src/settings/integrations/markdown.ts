/** The Markdown of the documentation: strong text, code and links, which is all that it has. */

export type Piece =
  | { readonly kind: "text" | "strong" | "code"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

const MARKS = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<link>[^\]]+)\]\((?<href>https:\/\/[^)\s]+)\)/g;

export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of source.matchAll(MARKS)) {
    if (match.index > end) pieces.push({ kind: "text", text: source.slice(end, match.index) });
    const { strong, code, link = "", href = "" } = match.groups ?? {};
    if (strong !== undefined) pieces.push({ kind: "strong", text: strong });
    else if (code !== undefined) pieces.push({ kind: "code", text: code });
    else pieces.push({ kind: "link", text: link, href });
    end = match.index + match[0].length;
  }
  if (end < source.length) pieces.push({ kind: "text", text: source.slice(end) });
  return pieces;
}
