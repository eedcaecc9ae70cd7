/** A text, cut into its links and what is between them. */
import type { TriedLink } from "@parley/server/text/markdown/linkifier-trial.ts";

export interface TextPiece {
  readonly text: string;
  /** Its position in the text. */
  readonly start: number;
  readonly link: TriedLink | undefined;
}

export function piecesOf(source: string, links: readonly TriedLink[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  const add = (end: number, link: TriedLink | undefined) => {
    if (end > at) pieces.push({ text: source.slice(at, end), start: at, link });
    at = end;
  };
  for (const link of links) {
    add(link.start, undefined);
    add(link.end, link);
  }
  add(source.length, undefined);
  return pieces;
}
