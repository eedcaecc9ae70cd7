/** Rendered HTML that is no message. */
import { textOf } from "./text-of.ts";

interface RenderedTextProps {
  readonly html: string;
  readonly inline?: boolean;
}

export function RenderedText({ html, inline = false }: RenderedTextProps) {
  return inline ? <span dir="auto">{textOf(html)}</span> : <div dir="auto">{textOf(html)}</div>;
}
