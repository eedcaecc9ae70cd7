/** A text of the documentation. */
import { piecesOf } from "./markdown.ts";

/** What the documentation calls the address. */
const ADDRESS = "URL";

interface MarkdownProps {
  readonly source: string;
  /** Shown in place of the word, once there is one. */
  readonly url?: string | undefined;
}

export function Markdown({ source, url }: MarkdownProps) {
  return piecesOf(source).map((piece, at) => {
    const key = `${at} ${piece.text}`;
    switch (piece.kind) {
      case "strong":
        return <b key={key}>{piece.text}</b>;
      case "code":
        return <code key={key}>{piece.text === ADDRESS ? (url ?? ADDRESS) : piece.text}</code>;
      case "link":
        return (
          <a key={key} href={piece.href} target="_blank" rel="noreferrer">
            {piece.text}
          </a>
        );
      default:
        return <span key={key}>{piece.text}</span>;
    }
  });
}
