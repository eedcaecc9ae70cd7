/** Rendered HTML that is no message: the description of a channel or an organization, or a topic that a search marked. */
import { useLayoutEffect, useRef } from "react";
import { enhanceEmoji } from "./enhance/emoji.ts";
import { enhanceFormulas } from "./enhance/formulas.ts";
import "./markup.css";
import { elementsOf } from "./parsed.ts";
import { useEnhancement } from "./useEnhancement.ts";

interface RenderedTextProps {
  readonly html: string;
  /** Within a line rather than as paragraphs of its own. */
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
