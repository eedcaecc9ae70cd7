/** Moves ids in Markdown and HTML: in mentions, links to conversations and links to files. */
import { element, text } from "../../text/markdown/html.ts";
import { ForeignHtml, readStrictly } from "../../text/markdown/strict-html.ts";
import type { MovedIds } from "./ids.ts";

type IdPattern = readonly [pattern: RegExp, moved: (ids: MovedIds, id: number) => number];

const user = (ids: MovedIds, id: number) => ids.inText("user", id);
const channel = (ids: MovedIds, id: number) => ids.inText("channel", id);
const message = (ids: MovedIds, id: number) => ids.inText("message", id);
const group = (ids: MovedIds, id: number) => ids.inText("user_group", id);
/** Leaves links to files of other organizations unchanged. */
const realm = (ids: MovedIds, id: number) => (id === ids.realmId ? ids.inText("realm", id) : id);

const IN_LINKS: readonly IdPattern[] = [
  [/(?<=user_uploads\/(?:download\/|thumbnail\/)?)\d+(?=\/)/g, realm],
  [/(?<=\/user_avatars\/|\/custom_emoji\/)\d+(?=\/)/g, realm],
  [/(?<=#narrow\/(?:channel|stream)\/)\d+(?=-|\/|\b)/g, channel],
  [/(?<=#narrow\/(?:dm|pm-with)\/(?:\d+,)*)\d+(?=[,-])/g, user],
  [/(?<=#narrow\/[^\s"')\]]*\/(?:near|with)\/)\d+/g, message],
];

const IN_MARKDOWN: readonly IdPattern[] = [
  [/(?<=@_?\*\*[^*\n]*\|)\d+(?=\*\*)/g, user],
  [/(?<=#\*\*[^*\n]*>[^*\n]*@)\d+(?=\*\*)/g, message],
  ...IN_LINKS,
];

const IN_HTML: readonly IdPattern[] = [
  [/(?<= data-user-id=")\d+(?=")/g, user],
  [/(?<= data-user-group-id=")\d+(?=")/g, group],
  [/(?<= data-stream-id=")\d+(?=")/g, channel],
  ...IN_LINKS,
];

const movedIn =
  (places: readonly IdPattern[]) =>
  (written: string, ids: MovedIds): string =>
    ids.isEmpty
      ? written
      : places.reduce((so, [pattern, to]) => so.replace(pattern, (id) => String(to(ids, Number(id)))), written);

export const movedMarkdown = movedIn(IN_MARKDOWN);

const moved = movedIn(IN_HTML);

/** Clients display the HTML unchanged, so anything our renderer cannot have produced becomes text. */
export function movedHtml(html: string, ids: MovedIds): string {
  try {
    readStrictly(html);
    return moved(html, ids);
  } catch (error) {
    if (!(error instanceof ForeignHtml)) throw error;
    return element("p", {}, text(html));
  }
}

/** Moves ids in a fragment without its #. */
export const movedFragment = (fragment: string, ids: MovedIds): string => moved(`#${fragment}`, ids).slice(1);
