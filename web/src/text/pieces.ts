import type { TitlePiece } from "../address/title.ts";
import { listText } from "./dates.ts";
import { t } from "./text.ts";

/** A piece of a title as text. */
export const pieceText = (piece: TitlePiece): string =>
  piece.type === "words" ? t(piece.key) : piece.type === "people" ? listText(piece.names) : piece.text;
