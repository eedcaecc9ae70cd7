/** A name in pieces, with the typed parts marked. */
import { fold } from "../ranking/fold.ts";

export interface NamePiece {
  readonly text: string;
  readonly isTyped: boolean;
}

export function piecesOf(name: string, typed: string): readonly NamePiece[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const pieces = name.split(/(?<=[\s\p{P}])(?=\p{L}|\p{N})|(?<=\p{L}|\p{N})(?=[\s\p{P}])/u);
  return pieces.flatMap((piece): NamePiece[] => {
    const folded = fold(piece);
    const word = words.find((each) => folded.startsWith(each));
    // If folding changes the length, the typed letters cannot be located.
    if (word === undefined || folded.length !== piece.length) return [{ text: piece, isTyped: false }];
    const rest = piece.slice(word.length);
    const typedPiece = { text: piece.slice(0, word.length), isTyped: true };
    return rest === "" ? [typedPiece] : [typedPiece, { text: rest, isTyped: false }];
  });
}
