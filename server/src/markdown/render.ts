/**
 * Message text to HTML: a pure function of the text. Raw HTML never passes, and only addresses that a browser may
 * safely follow become links.
 */
import MarkdownIt from "markdown-it";

const SAFE_ADDRESS = /^(https?:|mailto:|tel:|xmpp:|bitcoin:|\/|#)/i;

const engine = new MarkdownIt("default", {
  html: false,
  linkify: true,
  breaks: true,
  typographer: false,
  xhtmlOut: false,
});
engine.validateLink = (url) => SAFE_ADDRESS.test(url.trim());
// Only what is written as an address becomes one: a file name like notes.md is not a host.
engine.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// Pictures come from uploads and previews, never from the text itself.
engine.disable("image");

export function render(markdown: string): string {
  return engine.render(markdown).trimEnd();
}
