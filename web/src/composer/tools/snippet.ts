/** Finding a snippet, and putting it into a text. */
import type { SavedSnippet } from "@parley/client";
import { type Edited, inserted } from "../editing/edited.ts";

export function isAbout({ title, content }: Pick<SavedSnippet, "title" | "content">, words: string): boolean {
  return `${title} ${content}`.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());
}

/** Words after the command that did not lead to the snippet are part of the message, and stay below it. */
export function insteadOfCommand(snippet: Pick<SavedSnippet, "title" | "content">, words: string): Edited {
  const rest = isAbout(snippet, words) ? "" : `\n\n${words}`;
  const snippetAlone = inserted({ text: "", start: 0, end: 0 }, snippet.content);
  return { ...snippetAlone, text: snippetAlone.text + rest };
}
