/** Rendered HTML that is not a message: a channel or organization description, or a topic with search matches. */
import { useLayoutEffect, useRef } from "react";
import { enhanceEmoji } from "./enhance/emoji.ts";
import { enhanceFormulas } from "./enhance/formulas.ts";
import "./markup.css";
import { elementsOf } from "./parsed.ts";
import { useEnhancement } from "./useEnhancement.ts";

interface RenderedTextProps {
  readonly html: string;
  /** Inline rather than as paragraphs. */
  readonly inline?: boolean;
}

const CHARACTERS = { asNames: false };

export function RenderedText({ html, inline = false }: RenderedTextProps) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    body.current?.replaceChildren(elementsOf({ html }));
  }, [html]);
  useEnhancement(body, html, enhanceEmoji, CHARACTERS);
  useEnhancement(body, html, enhanceFormulas, undefined);
  return inline ? <span className="markup" dir="auto" ref={body} /> : <div className="markup" dir="auto" ref={body} />;
}
