/** Highlighted code: pieces of text, each with the class of its kind. */
import { element, type Html, joined, text } from "../html.ts";

export interface CodeToken {
  /** Undefined for text without a colour. */
  readonly className: string | undefined;
  readonly text: string;
}

/** Writes adjacent tokens of the same kind as one. */
export function tokensToHtml(tokens: readonly CodeToken[]): Html {
  const out: Html[] = [];
  let pending: CodeToken = { className: undefined, text: "" };
  const write = () => {
    const { className, text: written } = pending;
    if (written !== "")
      out.push(className === undefined ? text(written) : element("span", { class: className }, text(written)));
  };
  for (const token of tokens) {
    if (token.className === pending.className) pending = { ...token, text: pending.text + token.text };
    else {
      write();
      pending = token;
    }
  }
  write();
  return joined(out);
}
